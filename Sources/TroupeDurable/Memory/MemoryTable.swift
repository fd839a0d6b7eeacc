/// The values of a ``MemoryStorage``, and the delayed requests that haven't arrived yet.
package struct MemoryTable: Sendable {
  package init() {}

  private struct Row {
    let value: StoredValue
    let wake: WallClockInstant?
  }

  private struct Request {
    var calls: Int
    let perform: @Sendable (inout MemoryTable) -> Void
  }

  var isUnavailable = false
  package private(set) var saveCount = 0
  private var rows: [StorageKey: Row] = [:]
  private var requests: [StorageKey: [Request]] = [:]
  private var calls: [MemoryStorage.Call.Operation: Int] = [:]

  package var keys: [StorageKey] { rows.keys.sorted() }

  /// Counts a call and returns its number.
  mutating func count(_ operation: MemoryStorage.Call.Operation) -> Int {
    calls[operation, default: 0] += 1
    return calls[operation, default: 0]
  }

  package func value(of key: StorageKey) -> StoredValue? { rows[key]?.value }

  package mutating func save(
    _ value: StoredValue,
    for key: StorageKey,
    expecting expected: StorageRevision?,
    wake: WallClockInstant?
  ) throws(StorageError) {
    guard rows[key]?.value.revision == expected else { throw .superseded(key) }
    rows[key] = Row(value: value, wake: wake)
    saveCount += 1
  }

  package mutating func remove(_ key: StorageKey, expecting expected: StorageRevision) throws(StorageError) {
    guard let row = rows[key] else { return }
    guard row.value.revision == expected else { throw .superseded(key) }
    rows[key] = nil
  }

  package func due(before instant: WallClockInstant, limit: Int) -> [ScheduledKey] {
    let due = rows.compactMap { key, row in
      row.wake.flatMap { $0 < instant ? ScheduledKey(key: key, wake: $0) : nil }
    }
    return Array(due.sorted { ($0.wake, $0.key) < ($1.wake, $1.key) }.prefix(limit))
  }

  /// Adds a request that arrives after a number of further calls for the key.
  mutating func expect(
    for key: StorageKey,
    after calls: Int,
    _ perform: @escaping @Sendable (inout MemoryTable) -> Void
  ) {
    requests[key, default: []].append(Request(calls: calls, perform: perform))
  }

  /// Performs the requests for a key that arrive before the current call.
  mutating func arrive(_ key: StorageKey) {
    guard var waiting = requests.removeValue(forKey: key) else { return }
    for index in waiting.indices { waiting[index].calls -= 1 }
    let arriving = waiting.filter { $0.calls < 0 }
    waiting.removeAll { $0.calls < 0 }
    if !waiting.isEmpty { requests[key] = waiting }
    for request in arriving { request.perform(&self) }
  }
}
