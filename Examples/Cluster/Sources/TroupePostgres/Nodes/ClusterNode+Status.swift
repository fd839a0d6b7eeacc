import Locks
import Troupe
import TroupeDurable

/// What a ``ClusterNode`` has done since it was made.
public struct ClusterStatistics: Hashable, Sendable {
  /// Keys that were taken over from another node, whose lease was over.
  public internal(set) var moves = 0
  /// Keys that weren't loaded, as they are at home elsewhere.
  public internal(set) var elsewhere = 0
  /// How often ``ClusterNode/home(of:)`` has returned an address.
  public internal(set) var remembered = 0
  /// Saves that the fence refused: another node had saved the key.
  public internal(set) var fenced = 0
  /// Keys that were given back one by one.
  public internal(set) var released = 0
}

/// A node as the database knows it.
public struct ClusterMember: Hashable, Sendable {
  /// Where others reach the node.
  public let address: String
  /// What is left of its lease, by the clock of the database; zero or less if it is over. A node that is gone
  /// without a word is there until another one joins.
  public let lease: Duration
  /// The number of keys that are at home there, open or not; nil if there are too many keys to count them.
  public let keyCount: Int?
  /// Whether it is the node that was asked.
  public let isSelf: Bool
}

extension ClusterNode {
  /// What the node has done.
  public var statistics: ClusterStatistics { counts.withLock { $0 } }

  /// Returns all nodes, in the order of their addresses.
  ///
  /// ```swift
  /// for member in try await node.members() { print(member.address, member.lease) }
  /// ```
  ///
  /// To count the keys, the database reads the rows of the table, as there is no index of the homes. It is
  /// for people who look, and not for each request.
  ///
  /// It resumes when the database has answered. Cancelling the task ends the wait.
  ///
  /// - Parameter limit: How many keys there may be in all, so that they are counted.
  /// - Throws: A `StorageError`.
  public func members(countingUpTo limit: Int = 100_000) async throws(StorageError) -> [ClusterMember] {
    precondition(limit >= 0, "A number of keys isn't negative.")
    return try await database.nodes(countingUpTo: limit).map { node in
      ClusterMember(
        address: node.address,
        lease: .microseconds(node.rest),
        keyCount: node.keyCount.map(Int.init),
        isSelf: node.id == id
      )
    }
  }
}
