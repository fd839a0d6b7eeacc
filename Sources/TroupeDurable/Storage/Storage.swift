/// A storage of bytes under keys, each with a revision that fences off outdated writers.
///
/// The value of a key is replaced atomically: after a crash at any point, a load returns the old value or the
/// new one, but never a part of it. A change that a call has acknowledged by returning, and a value that a
/// load has returned, survive a crash of the program. In storages on disks, they also survive a loss of
/// power.
///
/// A save names the revision that it expects to replace, and the new one. The caller creates the new one with
/// ``StorageRevision/init()``. This way a writer can distinguish its own saves from those of others:
///
/// - A save that throws `superseded` has saved nothing. The stored revision isn't the expected one, or the
///   storage has given the key to another program, as one with leases does.
/// - A save that throws `unavailable` may have been saved, may not, and may still be, while the request is on
///   its way. Load the key: when the revision that is there is the new one, it was saved. When it is the
///   expected one, save again, under another revision. When that save then throws `superseded`, load once
///   more: what arrived late may be the save before, so remember the revisions of all saves of unknown
///   outcome.
///
/// Calls for several keys may run at the same time. So may several calls for one key: they take effect one
/// after another, each between its start and its return.
///
/// Cancelling the task of a call is a request to end early: a call may throw `unavailable` with a
/// `CancellationError` as its ``StorageError/underlying`` error, or go on to its end as if nothing had
/// happened. Treat a cancelled save like any save of unknown outcome. No call leaves anything half done.
public protocol Storage: Sendable {
  /// Returns the value of a key.
  ///
  /// It resumes when the storage has answered. From then on the value survives a crash, even if its save was
  /// not acknowledged.
  ///
  /// - Parameter key: The key.
  /// - Returns: The bytes and their revision; nil when nothing is kept under the key.
  /// - Throws: A ``StorageError``: `unavailable`, also when the task was cancelled; `corrupt`; and
  ///   `superseded` when the storage has given the key to another program.
  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue?

  /// Replaces the value of a key, if its revision is the expected one.
  ///
  /// It resumes when the bytes will survive a crash.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to keep; may be empty.
  ///   - key: The key.
  ///   - expected: The revision that is there; nil when nothing is kept under the key.
  ///   - revision: The revision of the new value. It must be unique to this save.
  ///   - wake: When ``due(before:limit:)`` is to name the key; nil for never. It replaces the instant of the
  ///     save before.
  /// - Throws: A ``StorageError``: `superseded` when another revision is there, or another program has the
  ///   key; `unavailable` when it isn't known whether the bytes were saved, also when the task was cancelled;
  ///   `corrupt` when what is there can't be read.
  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError)

  /// Removes the value of a key, if its revision is the expected one. When nothing is there, nothing happens.
  ///
  /// It resumes when the removal will survive a crash.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - expected: The revision that is there.
  /// - Throws: A ``StorageError``: `superseded` when another revision is there; `unavailable` when it isn't
  ///   known whether the value was removed, also when the task was cancelled; `corrupt` when what is there
  ///   can't be read.
  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError)

  /// Returns the keys that asked to be opened before an instant, the earliest first.
  ///
  /// It resumes when the storage has answered. A key whose value can't be read may be returned as well, so
  /// that loading it reveals the damage. A storage with less precision rounds up the instants of saves and
  /// `instant`.
  ///
  /// - Parameters:
  ///   - instant: Returns keys with an earlier instant, and none with this instant itself.
  ///   - limit: The maximum number of keys, zero or more.
  /// - Returns: The keys and their instants. Keys with equal instants are in any order.
  /// - Throws: A ``StorageError``: `unavailable`, also when the task was cancelled, and `corrupt`.
  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [DueKey]
}
