import TroupeDurable

/// A storage that keeps nothing, for what its users need in memory themselves.
struct NoStorage: Storage {
  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { nil }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {}

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {}

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] { [] }
}

/// Does something that fails only if the benchmark is wrong.
@discardableResult
func unfailing<Result>(_ operation: () async throws -> Result) async -> Result {
  do { return try await operation() } catch { preconditionFailure("\(error)") }
}
