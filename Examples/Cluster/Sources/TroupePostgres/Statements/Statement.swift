/// The statements that calls become. Each is for many calls, whose parts are in arrays.
///
/// Updates, insertions and removals are in transactions of their own, and each goes through its keys in
/// order. So two transactions, of whichever nodes, never wait for each other in a circle.
enum Statement: String, CaseIterable {
  case update, insert, remove
  /// Finds out what became of changes whose answers were lost.
  case settle
  /// Finds out why a key wasn't removed.
  case check
  case load, due

  init(_ request: Request) {
    switch request {
    case .load: self = .load
    case .save(let save): self = save.expected == nil ? .insert : .update
    case .remove: self = .remove
    case .due: self = .due
    }
  }

  /// Whether the connection that writes is for it.
  var isWriters: Bool { self != .load && self != .due }

  /// Whether it changes something, so that a lost answer leaves a doubt.
  var isChange: Bool { self == .update || self == .insert || self == .remove }

  /// How many calls it takes at most.
  var limit: Int {
    switch self {
    case .due: 1
    case .load: 64
    default: 1_000
    }
  }

  /// The name of the prepared statement.
  var name: String { "troupe_\(rawValue)" }

  /// Prepares the statement.
  func prepare(in schema: String) -> String {
    let table = "\"\(schema)\".state"
    return switch self {
    case .update:
      """
      PREPARE \(name) (bytea[], uuid[], uuid[], bytea[], int8[]) AS
      UPDATE \(table) AS s SET revision = n.revision, value = n.value, wake = n.wake
      FROM unnest($1, $2, $3, $4, $5) AS n (key, expected, revision, value, wake)
      WHERE s.key = n.key AND s.revision = n.expected RETURNING s.revision
      """
    case .insert:
      """
      PREPARE \(name) (bytea[], uuid[], bytea[], int8[]) AS
      INSERT INTO \(table) (key, revision, value, wake) SELECT * FROM unnest($1, $2, $3, $4)
      ON CONFLICT DO NOTHING RETURNING revision
      """
    case .remove:
      """
      PREPARE \(name) (bytea[], uuid[]) AS
      DELETE FROM \(table) AS s USING unnest($1, $2) AS n (key, expected)
      WHERE s.key = n.key AND s.revision = n.expected RETURNING s.revision
      """
    case .settle, .check:
      """
      PREPARE \(name) (bytea[]) AS
      SELECT n.number, s.revision FROM unnest($1) WITH ORDINALITY AS n (key, number) JOIN \(table) AS s USING (key)
      """
    case .load:
      """
      PREPARE \(name) (bytea[]) AS
      SELECT n.number, s.revision, s.value
      FROM unnest($1) WITH ORDINALITY AS n (key, number) JOIN \(table) AS s USING (key)
      """
    case .due:
      """
      PREPARE \(name) (int8, int8) AS
      SELECT key, wake FROM \(table) WHERE wake < $1 ORDER BY wake LIMIT $2
      """
    }
  }

  /// The parameters for calls, in their order.
  func parameters(_ calls: [Call]) -> Parameters {
    var parameters = Parameters()
    if case .due(let instant, let limit)? = calls.first?.request {
      parameters.add(instant)
      parameters.add(Int64(limit))
      return parameters
    }
    parameters.add(.bytes, calls.map(\.request)) { $0.element($1.key ?? []) }
    switch self {
    case .load, .settle, .check, .due: break
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
    }
    return parameters
  }
}
