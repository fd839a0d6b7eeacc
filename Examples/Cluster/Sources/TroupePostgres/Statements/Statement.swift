/// The statements for calls. Each statement serves many calls, whose parts are in arrays.
///
/// Updates, insertions and removals are in separate transactions, and each processes its keys in order. So
/// two transactions, of whichever nodes, never deadlock.
enum Statement: String, CaseIterable {
  case update, insert, remove
  /// Looks up the outcomes of changes whose answers were lost.
  case settle
  /// Looks up why a key wasn't removed.
  case check
  case load, due, keys, nodes
  case join, renew, leave, release

  init(_ request: Request) {
    switch request {
    case .load: self = .load
    case .save(let save): self = save.expected == nil ? .insert : .update
    case .remove: self = .remove
    case .due: self = .due
    case .keys: self = .keys
    case .nodes: self = .nodes
    case .join: self = .join
    case .renew: self = .renew
    case .leave: self = .leave
    case .release: self = .release
    }
  }

  /// Whether it is sent on the connection that writes. Leases don't wait behind the changes in flight.
  var isWriters: Bool { ![.load, .due, .keys, .nodes, .join, .renew, .leave].contains(self) }

  /// Whether it changes values, so that a lost answer leaves a doubt. Statements about nodes can be repeated.
  var isChange: Bool { self == .update || self == .insert || self == .remove }

  /// The maximum number of calls.
  var limit: Int {
    switch self {
    case .due, .keys, .nodes, .join, .renew, .leave: 1
    case .load: 64
    default: 1_000
    }
  }

  /// The order in which they are sent, if several wait.
  static let order: [Statement] = [
    .join, .renew, .leave, .release, .settle, .check, .update, .insert, .remove, .load, .due, .keys, .nodes,
  ]

  /// The name of the prepared statement.
  var name: String { "troupe_\(rawValue)" }

  /// Prepares the statement.
  func prepare(in schema: String) -> String {
    let (table, nodes) = ("\"\(schema)\".state", "\"\(schema)\".node")
    let channel = Schema.channel(of: schema)
    return switch self {
    case .update:
      """
      PREPARE \(name) (bytea[], uuid[], uuid[], bytea[], int8[], uuid[]) AS
      UPDATE \(table) AS s
      SET revision = n.revision, value = n.value, wake = n.wake, home = coalesce(n.home, s.home)
      FROM unnest($1, $2, $3, $4, $5, $6) AS n (key, expected, revision, value, wake, home)
      WHERE s.key = n.key AND s.revision = n.expected RETURNING s.revision
      """
    case .insert:
      """
      PREPARE \(name) (bytea[], uuid[], bytea[], int8[], uuid[]) AS
      INSERT INTO \(table) (key, revision, value, wake, home) SELECT * FROM unnest($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING RETURNING revision
      """
    case .remove:
      """
      PREPARE \(name) (bytea[], uuid[]) AS
      DELETE FROM \(table) AS s USING unnest($1, $2) AS n (key, expected)
      WHERE s.key = n.key AND s.revision = n.expected RETURNING s.revision
      """
    case .settle, .check:
      // A server with a synchronous standby shows changes before the standby has them, if the connection that
      // made them has ended. This transaction writes something, so that its end waits for the standby.
      """
      PREPARE \(name) (bytea[]) AS
      WITH mark AS MATERIALIZED (SELECT pg_logical_emit_message(true, 'troupe', '') AS position)
      SELECT n.number, s.revision FROM mark, unnest($1) WITH ORDINALITY AS n (key, number)
        LEFT JOIN \(table) AS s USING (key) WHERE mark.position IS NOT NULL
      """
    case .load:
      """
      PREPARE \(name) (bytea[], uuid[]) AS
      SELECT n.number, s.revision, CASE WHEN h.id IS NULL THEN s.value END, h.address, (s.home <> n.node)::int::int8,
        (extract(epoch FROM h.expiry - clock_timestamp()) * 1000000)::int8
      FROM unnest($1, $2) WITH ORDINALITY AS n (key, node, number)
        JOIN \(table) AS s USING (key)
        LEFT JOIN \(nodes) AS h ON h.id = s.home AND h.id <> n.node AND h.expiry > clock_timestamp()
      """
    case .due:
      """
      PREPARE \(name) (int8, int8, uuid[]) AS
      SELECT s.key, s.wake FROM \(table) AS s
        LEFT JOIN \(nodes) AS h ON h.id = s.home AND h.id <> ($3)[1] AND h.expiry > clock_timestamp()
      WHERE s.wake < $1 AND h.id IS NULL ORDER BY s.wake LIMIT $2
      """
    case .keys:
      "PREPARE \(name) (bytea, int8) AS SELECT key FROM \(table) WHERE key >= $1 ORDER BY key LIMIT $2"
    case .nodes:
      """
      PREPARE \(name) (int8) AS
      WITH homes AS (SELECT home FROM \(table) LIMIT $1 + 1),
        counts AS (SELECT home, count(*) AS number FROM homes GROUP BY home)
      SELECT h.id, h.address, (extract(epoch FROM h.expiry - clock_timestamp()) * 1000000)::int8,
        CASE WHEN (SELECT count(*) FROM homes) <= $1 THEN coalesce(c.number, 0) END
      FROM \(nodes) AS h LEFT JOIN counts AS c ON c.home = h.id ORDER BY h.address, h.id
      """
    case .join:
      """
      PREPARE \(name) (uuid, text, int8) AS
      WITH gone AS (DELETE FROM \(nodes) WHERE (expiry < clock_timestamp() OR address = $2) AND id <> $1)
      INSERT INTO \(nodes) AS h (id, address, expiry)
      VALUES ($1, $2, clock_timestamp() + $3 * interval '1 microsecond')
      ON CONFLICT (id) DO UPDATE SET expiry = excluded.expiry RETURNING id
      """
    case .renew:
      """
      PREPARE \(name) (uuid, text, int8) AS
      UPDATE \(nodes) SET address = $2, expiry = clock_timestamp() + $3 * interval '1 microsecond'
      WHERE id = $1 AND expiry > clock_timestamp() RETURNING id
      """
    case .leave:
      // Separate from the transactions that save: if those notified, they would all wait for each other.
      """
      PREPARE \(name) (uuid) AS
      WITH gone AS (DELETE FROM \(nodes) WHERE id = $1 RETURNING id, address)
      SELECT id, pg_notify('\(channel)', CASE WHEN octet_length(address) < 7000 THEN 'n' || address ELSE '*' END)
      FROM gone
      """
    case .release:
      """
      PREPARE \(name) (bytea[], uuid[]) AS
      WITH free AS (
        UPDATE \(table) AS s SET home = NULL FROM unnest($1, $2) AS n (key, node)
        WHERE s.key = n.key AND s.home = n.node RETURNING s.key
      )
      SELECT key, pg_notify('\(channel)', 'k' || encode(key, 'hex')) FROM free
      """
    }
  }

  /// The parameters for calls, in their order.
  func parameters(_ calls: [Call]) -> Parameters {
    var parameters = Parameters()
    switch calls.first?.request {
    case .due(let instant, let limit, let node):
      parameters.add(instant)
      parameters.add(Int64(limit))
      parameters.add(.revision, [node]) { $0.element($1) }
      return parameters
    case .keys(let first, let limit):
      parameters.add(first)
      parameters.add(Int64(limit))
      return parameters
    case .nodes(let limit):
      parameters.add(Int64(limit))
      return parameters
    case .join(let node), .renew(let node):
      parameters.add(node.id)
      parameters.add(node.address.utf8)
      parameters.add(node.lease)
      return parameters
    case .leave(let id):
      parameters.add(id)
      return parameters
    default: break
    }
    parameters.add(.bytes, calls.map(\.request)) { $0.element($1.key ?? []) }
    switch self {
    case .load:
      let nodes = calls.map { call -> Request.NodeID? in
        if case .load(_, let node) = call.request { node } else { nil }
      }
      parameters.add(.revision, nodes) { $0.element($1) }
    case .release:
      let nodes = calls.compactMap { call -> Request.NodeID? in
        if case .release(_, let node) = call.request { node } else { nil }
      }
      parameters.add(.revision, nodes) { $0.element($1) }
    case .settle, .check, .due, .keys, .nodes, .join, .renew, .leave: break
    case .remove: parameters.add(.revision, calls.compactMap(\.request.expected)) { $0.element($1) }
    case .update, .insert:
      let saves = calls.compactMap { call -> Request.Save? in
        guard case .save(let save) = call.request else { return nil }
        return save
      }
      if self == .update { parameters.add(.revision, saves.compactMap(\.expected)) { $0.element($1) } }
      parameters.add(.revision, saves) { $0.element($1.revision) }
      parameters.add(.bytes, saves) { $0.element($1.bytes) }
      parameters.add(.number, saves) { $0.element($1.wake) }
      parameters.add(.revision, saves) { $0.element($1.node) }
    }
    return parameters
  }
}
