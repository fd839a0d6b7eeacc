import Locks
import Troupe
import TroupeDurable

/// What a ``ClusterNode`` has done since it was created.
public struct ClusterStatistics: Hashable, Sendable {
  /// Keys that were taken over from another node, whose lease had expired.
  public internal(set) var moves = 0
  /// Keys that weren't loaded, because their home is elsewhere.
  public internal(set) var elsewhere = 0
  /// How often ``ClusterNode/home(of:)`` has returned an address.
  public internal(set) var remembered = 0
  /// Saves that the fence rejected, because another node had saved the key.
  public internal(set) var fenced = 0
  /// Keys that were released one by one.
  public internal(set) var released = 0
}

/// A node, as recorded in the database.
public struct ClusterMember: Hashable, Sendable {
  /// The address at which others reach the node.
  public let address: String
  /// The remaining time of its lease, by the database's clock; zero or less if it has expired. A node that
  /// has disappeared without leaving is listed until another one joins.
  public let lease: Duration
  /// The number of keys whose home is the node, open or not; nil if there are too many keys to count them.
  public let keyCount: Int?
  /// Whether it is the node that was asked.
  public let isSelf: Bool
}

extension ClusterNode {
  /// The statistics of the node.
  public var statistics: ClusterStatistics { counts.withLock { $0 } }

  /// Returns all nodes, in the order of their addresses.
  ///
  /// ```swift
  /// for member in try await node.members() { print(member.address, member.lease) }
  /// ```
  ///
  /// To count the keys, the database reads the table's rows, because the homes have no index. Use it for
  /// monitoring, and not for each request.
  ///
  /// It resumes when the database has answered. Cancelling the task ends the wait.
  ///
  /// - Parameter limit: Keys are counted only if there are at most this many in total.
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
