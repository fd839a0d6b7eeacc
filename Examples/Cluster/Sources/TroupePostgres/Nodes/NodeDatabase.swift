import Troupe
import TroupeDurable

/// A database that several nodes share.
///
/// Each request is performed as a whole, or not at all. If ``perform(_:)`` throws `unavailable`, the request
/// may have been performed, or may be performed later.
package protocol NodeDatabase: Sendable {
  /// The homes of keys, as of the last query.
  var homes: Homes { get }

  /// Performs a request.
  func perform(_ request: Request) async throws(StorageError) -> Reply
}

/// The result of a node's load of a key.
enum Loaded {
  case nothing
  /// - Parameter isMove: Whether the key's home was another node.
  case value(StoredValue, isMove: Bool)
  /// The key's home is the node with this address.
  ///
  /// - Parameter rest: The remaining time of that node's lease.
  case elsewhere(String, rest: Duration)
}

extension NodeDatabase {
  func removeValue(of key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    _ = try await perform(.remove(key: Array(key.text.utf8), expected: RevisionBits(expected)))
  }

  /// Returns the current value, unless the key's home is another node than the caller's.
  func load(_ key: StorageKey, for node: Request.NodeID?) async throws(StorageError) -> Loaded {
    switch try await perform(.load(key: Array(key.text.utf8), node: node)) {
    case .value(let bytes, let bits, let isMove):
      guard let revision = bits.revision else { preconditionFailure("A revision has 128 bits.") }
      return .value(StoredValue(bytes: bytes, revision: revision), isMove: isMove)
    case .elsewhere(let address, let rest): return .elsewhere(address, rest: .microseconds(rest))
    default: return .nothing
    }
  }

  /// - Parameter node: The key's new home; nil to leave the home as it is.
  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?,
    at node: Request.NodeID?
  ) async throws(StorageError) {
    precondition(
      revision != expected,
      "Storage.save: The new revision has to differ from the expected one."
    )
    let save = Request.Save(
      key: Array(key.text.utf8),
      bytes: bytes,
      expected: expected.map { RevisionBits($0) },
      revision: RevisionBits(revision),
      wake: wake?.microseconds,
      node: node
    )
    _ = try await perform(.save(save))
  }

  /// - Parameter node: The asking node: keys whose home is another node are left out; nil for all keys.
  func due(
    before instant: WallClockInstant,
    limit: Int,
    for node: Request.NodeID?
  ) async throws(StorageError) -> [ScheduledKey] {
    let request = Request.due(before: instant.microseconds, limit: limit, node: node)
    guard case .due(let due) = try await perform(request) else { return [] }
    return due.map { row in
      ScheduledKey(
        key: StorageKey(String(decoding: row.key, as: UTF8.self)),
        wake: WallClockInstant(microseconds: row.wake)
      )
    }
  }

  /// Returns all nodes, with the number of their keys if there are at most `limit` keys.
  func nodes(countingUpTo limit: Int) async throws(StorageError) -> [Reply.Node] {
    guard case .nodes(let nodes) = try await perform(.nodes(limit: limit)) else { return [] }
    return nodes
  }

  /// Makes a change to the leases.
  ///
  /// - Returns: Whether there was anything to change.
  func change(_ request: Request) async throws(StorageError) -> Bool {
    if case .done = try await perform(request) { true } else { false }
  }
}

extension WallClockInstant {
  /// The microseconds since 1970, rounded up, and at most 285,000 years away.
  package var microseconds: Int64 {
    let limit: Int64 = 9_000_000_000_000
    let (seconds, attoseconds) = sinceEpoch.components
    guard seconds.magnitude < limit.magnitude else { return seconds.signum() * limit * 1_000_000 }
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return seconds * 1_000_000 + whole + (rest > 0 ? 1 : 0)
  }

  fileprivate init(microseconds: Int64) { self.init(sinceEpoch: .microseconds(microseconds)) }
}
