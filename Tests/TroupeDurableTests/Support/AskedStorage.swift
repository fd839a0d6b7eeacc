import TroupeDurable

/// A storage that is only asked for scheduled keys.
struct AskedStorage: Storage {
  let answer: @Sendable (_ before: WallClockInstant, _ limit: Int) async throws -> [ScheduledKey]

  init(
    _ answer: @escaping @Sendable (_ before: WallClockInstant, _ limit: Int) async throws -> [ScheduledKey]
  ) {
    self.answer = answer
  }

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { nil }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {}

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {}

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    do { return try await answer(instant, limit) } catch { throw .unavailable(nil, because: error) }
  }
}
