import TroupeDurable
import TroupePostgres

/// A storage without the fence: it saves regardless of the current revision. Only the leases are left.
///
/// The soak's checks have to notice it.
struct UnfencedStorage: Storage {
  /// The node's storage, which checks the lease.
  let base: any Storage
  let node: ClusterNode
  let database: PostgresStorage

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
    } catch  where error.code == .superseded && node.hasLease {
      // The save replaces whatever is there.
      while true {
        let present = try await database.load(key)
        do throws(StorageError) {
          return try await database.save(
            bytes,
            for: key,
            expecting: present?.revision,
            as: revision,
            wake: wake
          )
        } catch  where error.code == .superseded {
          continue
        }
      }
    }
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await base.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await base.due(before: instant, limit: limit)
  }
}
