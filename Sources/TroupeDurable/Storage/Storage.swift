/// A storage of bytes under keys, each with a revision that fences off outdated writers.
///
/// The value of a key is replaced atomically: after a crash at any point, a load returns the old value or the
/// new one, never a part of it. A change that a call has acknowledged by returning, and a value that a load
/// has returned, survive a crash of the program. In storages on disks, they also survive a power failure.
///
/// A save names the revision that it expects to replace, and the new revision, which the caller creates with
/// ``StorageRevision/init()``. A writer can thus distinguish its own saves from other writers' saves:
///
/// - A save that throws `superseded` has saved nothing. The stored revision isn't the expected one, or the
///   storage has given the key to another program, as a storage with leases does.
/// - A save that throws `unavailable` has an unknown outcome: its request may have been saved, or may still
///   arrive. Load the key. If the stored revision is the new one, the value was saved. If it is the expected
///   one, save again with another revision. If that save throws `superseded`, load the key again, because the
///   earlier save may have arrived late. So remember the revisions of all saves with an unknown outcome.
///
/// Calls for several keys may run at the same time. So may several calls for one key: they take effect one
/// after another, each between its start and its return.
///
/// Cancelling the task of a call is a request to end early: a call may throw `unavailable` with a
/// `CancellationError` as its ``StorageError/underlying`` error, or it may complete normally. Treat a
/// cancelled save like any save with an unknown outcome. No call leaves a partial change.
public protocol Storage: Sendable {
  /// Returns the value of a key.
  ///
  /// It resumes when the storage has answered. The returned value survives a crash, even if its save was not
  /// acknowledged.
  ///
  /// - Parameter key: The key.
  /// - Returns: The bytes and their revision, or nil if no value is stored under the key.
  /// - Throws: A ``StorageError``: `unavailable`, also if the task was cancelled; `corrupt`; and `superseded`
  ///   if the storage has given the key to another program.
  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue?

  /// Replaces the value of a key, if its revision is the expected one.
  ///
  /// It resumes when the bytes will survive a crash.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to store; may be empty.
  ///   - key: The key.
  ///   - expected: The stored revision; nil if no value is stored under the key.
  ///   - revision: The revision of the new value. It must be unique to this save.
  ///   - wake: The instant at which ``due(before:limit:)`` returns the key; nil for never. It replaces the
  ///     instant of the previous save.
  /// - Throws: A ``StorageError``: `superseded` if another revision is stored, or another program has the
  ///   key; `unavailable` if it isn't known whether the bytes were saved, also if the task was cancelled;
  ///   `corrupt` if the stored value can't be read.
  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError)

  /// Removes the value of a key, if its revision is the expected one. If no value is stored, nothing happens.
  ///
  /// It resumes when the removal will survive a crash.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - expected: The stored revision.
  /// - Throws: A ``StorageError``: `superseded` if another revision is stored; `unavailable` if it isn't
  ///   known whether the value was removed, also if the task was cancelled; `corrupt` if the stored value
  ///   can't be read.
  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError)

  /// Returns the keys that asked to be opened before an instant, the earliest first.
  ///
  /// It resumes when the storage has answered. A key whose value can't be read may also be returned, so that
  /// loading it reveals the damage. A storage with less precision rounds up the instants of saves and
  /// `instant`.
  ///
  /// - Parameters:
  ///   - instant: The exclusive upper limit of the instants.
  ///   - limit: The maximum number of keys; zero or more.
  /// - Returns: The keys and their instants. Keys with equal instants are in any order.
  /// - Throws: A ``StorageError``: `unavailable`, also if the task was cancelled, and `corrupt`.
  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey]
}
