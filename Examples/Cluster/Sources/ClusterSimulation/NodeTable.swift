import TroupeDurable
import TroupePostgres

/// The tables of the database, with the rules that its statements have.
///
/// A test of `TroupePostgresTests` compares it with PostgreSQL.
package struct NodeTable: Sendable {
  package struct Row: Sendable {
    package var bytes: [UInt8]
    package var revision: RevisionBits
    /// Microseconds since 1970.
    package var wake: Int64?
    package var home: Request.NodeID?
  }

  package struct Lease: Sendable {
    package var address: String
    /// Microseconds of the database's clock.
    package var expiry: Int64
  }

  package private(set) var rows: [[UInt8]: Row] = [:]
  package private(set) var leases: [Request.NodeID: Lease] = [:]
  /// The notifications of all requests, in order.
  package private(set) var notifications: [String] = []

  package init() {}

  /// Performs a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - now: The time of the database's clock, in microseconds.
  package mutating func perform(_ request: Request, at now: Int64) throws(StorageError)
    -> TroupePostgres.Reply
  {
    switch request {
    case .load(let key, let node):
      guard let row = rows[key] else { return .nothing }
      if let lease = otherLease(on: row, than: node, at: now) {
        return .elsewhere(lease.address, rest: lease.expiry - now)
      }
      let isMove = node != nil && row.home != nil && row.home != node
      return .value(bytes: row.bytes, row.revision, isMove: isMove)
    case .save(let save):
      guard rows[save.key]?.revision == save.expected else { throw .superseded(request.keyOfStorage) }
      let home = save.node ?? rows[save.key]?.home
      rows[save.key] = Row(bytes: save.bytes, revision: save.revision, wake: save.wake, home: home)
      return .done
    case .remove(let key, let expected):
      guard let row = rows[key] else { return .done }
      guard row.revision == expected else { throw .superseded(request.keyOfStorage) }
      rows[key] = nil
      return .done
    case .due(let instant, let limit, let node):
      let due = rows.compactMap { key, row -> (key: [UInt8], wake: Int64)? in
        guard let wake = row.wake, wake < instant, otherLease(on: row, than: node, at: now) == nil
        else { return nil }
        return (key, wake)
      }
      let sorted = due.sorted {
        $0.wake == $1.wake ? $0.key.lexicographicallyPrecedes($1.key) : $0.wake < $1.wake
      }
      return .due(Array(sorted.prefix(limit)))
    case .keys(let first, let limit):
      let keys = rows.keys.filter { !$0.lexicographicallyPrecedes(first) }
      return .keys(Array(keys.sorted { $0.lexicographicallyPrecedes($1) }.prefix(limit)))
    case .nodes(let limit):
      let counts = Dictionary(grouping: rows.values.compactMap(\.home)) { $0 }.mapValues { Int64($0.count) }
      let nodes = leases.map { id, lease in
        TroupePostgres.Reply.Node(
          id: id,
          address: lease.address,
          rest: lease.expiry - now,
          keyCount: rows.count <= limit ? counts[id, default: 0] : nil
        )
      }
      return .nodes(nodes.sorted { $0.address < $1.address })
    case .join(let node):
      for (id, lease) in leases where id != node.id && (lease.expiry < now || lease.address == node.address) {
        leases[id] = nil
      }
      leases[node.id, default: Lease(address: node.address, expiry: 0)].expiry = now + node.lease
      return .done
    case .renew(let node):
      guard let lease = leases[node.id], lease.expiry > now else { return .nothing }
      leases[node.id] = Lease(address: node.address, expiry: now + node.lease)
      return .done
    case .leave(let id):
      guard let lease = leases.removeValue(forKey: id) else { return .nothing }
      // A longer text is no notification of PostgreSQL.
      notifications.append(lease.address.utf8.count < 7_000 ? "n\(lease.address)" : "*")
      return .done
    case .release(let key, let node):
      guard rows[key]?.home == node else { return .nothing }
      rows[key]?.home = nil
      notifications.append("k\(key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())")
      return .done
    }
  }

  /// Returns the valid lease of a row's home, if the home is another node than the asking one.
  private func otherLease(on row: Row, than node: Request.NodeID?, at now: Int64) -> Lease? {
    guard let node, let home = row.home, home != node, let lease = leases[home], lease.expiry > now
    else { return nil }
    return lease
  }
}

extension Request {
  /// The key of a request that has one.
  fileprivate var keyOfStorage: StorageKey {
    guard let storageKey else { preconditionFailure("A request for a value has a key.") }
    return storageKey
  }
}
