import Synchronization

/// The changes that wait, by the names of their warehouses.
final class Admission: Sendable {
  private let limit: Int
  private let waiting = Mutex<[String: Int]>([:])

  init(_ limits: Limits) { limit = limits.waitingPerWarehouse }

  /// Runs a change, or throws if too many wait for the same warehouse.
  func admit<Value>(
    to name: String,
    _ change: () async throws -> Value
  ) async throws -> Value {
    let isAdmitted = waiting.withLock { waiting in
      let count = waiting[name] ?? 0
      if count < limit { waiting[name] = count + 1 }
      return count < limit
    }
    guard isAdmitted else { throw Problem.tryLater("warehouseBusy", "The warehouse has too much to do.") }
    defer {
      waiting.withLock { waiting in
        let count = waiting[name] ?? 0
        waiting[name] = count > 1 ? count - 1 : nil
      }
    }
    return try await change()
  }
}
