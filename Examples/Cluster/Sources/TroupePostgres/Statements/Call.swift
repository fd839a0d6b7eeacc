import TroupeDurable

/// A call of a storage, in progress.
struct Call: Sendable {
  typealias ID = UInt64
  typealias Answer = CheckedContinuation<Result<Reply, StorageError>, Never>

  let id: ID
  let request: Request
  /// Whether it failed together with others, and has to be retried alone.
  var isAlone = false
}

/// The request of a call.
package enum Request: Sendable {
  /// - Parameter node: The asking node: keys whose home is another node are refused; nil for any key.
  case load(key: [UInt8], node: NodeID?)
  case save(Save)
  case remove(key: [UInt8], expected: RevisionBits)
  /// - Parameters:
  ///   - instant: Microseconds since 1970.
  ///   - node: The asking node: keys whose home is another node are left out; nil for all keys.
  case due(before: Int64, limit: Int, node: NodeID?)
  /// The existing keys, starting from the given one.
  case keys(from: [UInt8], limit: Int)
  /// All nodes, with the number of their keys if there are at most this many keys.
  case nodes(limit: Int)
  /// Begins a lease.
  case join(Node)
  /// Extends a lease that hasn't expired.
  case renew(Node)
  /// Ends a lease.
  case leave(NodeID)
  /// Removes a key's home.
  case release(key: [UInt8], node: NodeID)

  /// The number of a node. Each start has another number.
  package typealias NodeID = RevisionBits

  package struct Save: Sendable {
    package let key: [UInt8]
    package let bytes: [UInt8]
    package var expected: RevisionBits?
    package let revision: RevisionBits
    /// Microseconds since 1970.
    package let wake: Int64?
    /// The key's new home; nil to leave the home as it is.
    package let node: NodeID?

    package init(
      key: [UInt8],
      bytes: [UInt8],
      expected: RevisionBits?,
      revision: RevisionBits,
      wake: Int64?,
      node: NodeID?
    ) {
      (self.key, self.bytes, self.expected) = (key, bytes, expected)
      (self.revision, self.wake, self.node) = (revision, wake, node)
    }
  }

  package struct Node: Sendable {
    package let id: NodeID
    package let address: String
    /// Microseconds.
    package let lease: Int64

    package init(id: NodeID, address: String, lease: Int64) {
      (self.id, self.address, self.lease) = (id, address, lease)
    }
  }

  package var key: [UInt8]? {
    switch self {
    case .load(let key, _), .remove(let key, _), .release(let key, _): key
    case .save(let save): save.key
    case .due, .keys, .nodes, .join, .renew, .leave: nil
    }
  }

  package var storageKey: StorageKey? { key.map { StorageKey(String(decoding: $0, as: UTF8.self)) } }

  /// The revision that is there if the call was done, or, for a removal, was there.
  package var mark: RevisionBits? {
    switch self {
    case .save(let save): save.revision
    case .remove(_, let expected): expected
    default: nil
    }
  }

  var expected: RevisionBits? {
    switch self {
    case .save(let save): save.expected
    case .remove(_, let expected): expected
    default: nil
    }
  }

  /// What is known of a change whose answer was lost.
  package enum Outcome: Sendable {
    /// The change was made.
    case made
    /// The change wasn't made, and can be made now.
    case notMade
    /// The change may have been made, because the key was saved or removed again.
    case unknown
  }

  /// Returns the outcome of a change whose answer was lost, and that can't be made late any more.
  ///
  /// - Parameter stored: The key's stored revision; nil if there is no value.
  package func outcome(stored: RevisionBits?) -> Outcome {
    switch self {
    case .save(let save) where stored == save.revision: .made
    case .remove where stored == nil: .made
    // A revision never reappears.
    case .save(let save) where stored == save.expected && stored != nil: .notMade
    case .remove(_, let expected) where stored == expected: .notMade
    default: .unknown
    }
  }

  /// Approximately the number of bytes that it sends.
  var size: Int {
    guard case .save(let save) = self else { return key?.count ?? 0 }
    return save.key.count + save.bytes.count + 64
  }
}

/// The answer to a successful call.
package enum Reply: Sendable {
  case done
  /// - Parameter isMove: Whether the key's home was another node than the asking one.
  case value(bytes: [UInt8], RevisionBits, isMove: Bool)
  /// The key's home is the node with this address.
  ///
  /// - Parameter rest: The remaining time of its lease, in microseconds.
  case elsewhere(String, rest: Int64)
  case nothing
  case due([(key: [UInt8], wake: Int64)])
  case keys([[UInt8]])
  case nodes([Node])

  package struct Node: Sendable {
    package let id: Request.NodeID
    package let address: String
    /// The remaining time of its lease, in microseconds.
    package let rest: Int64
    package let keyCount: Int64?

    package init(id: Request.NodeID, address: String, rest: Int64, keyCount: Int64?) {
      (self.id, self.address, self.rest, self.keyCount) = (id, address, rest, keyCount)
    }
  }
}
