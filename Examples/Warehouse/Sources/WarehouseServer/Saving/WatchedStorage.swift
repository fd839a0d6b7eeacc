import TroupeDurable
import WarehouseFeature

/// A storage whose saves are watched.
struct WatchedStorage: Storage {
  let base: any Storage
  let watch: StorageWatch

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await base.load(key) }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    do throws(StorageError) {
      try await base.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
    } catch {
      // A client has requested each new row, and a store saves everything else.
      watch.note(error, of: key, isRetried: expected != nil)
      throw error
    }
    watch.noteSaved(key)
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await base.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await base.due(before: instant, limit: limit)
  }
}

extension Storage {
  func watched(by watch: StorageWatch?) -> any Storage {
    watch.map { WatchedStorage(base: self, watch: $0) } ?? self
  }
}

extension SharedWarehouses {
  func watched(by watch: StorageWatch?) -> SharedWarehouses {
    SharedWarehouses(due: due) { key, open in
      try await self.open(key) { try await open($0.watched(by: watch)) }
    }
  }
}
