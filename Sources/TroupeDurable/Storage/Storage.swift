/// A storage of bytes under keys, in which each value has a revision that fences off outdated writers.
///
/// A key's value is replaced atomically: after a crash at any point, a load returns the complete old value or
/// the complete new value. When a save or a removal has returned, its change survives a crash of the program.
/// A value that a load has returned also survives a crash. In storages on disks, changes and values also
/// survive power failures.
///
/// Each save takes two revisions: the revision that it expects to replace, and the new revision, which the
/// caller creates with ``StorageRevision/init()``. A writer can thus distinguish its own saves from other
/// writers' saves:
///
/// - A save that throws `superseded` has saved nothing. The stored revision isn't the expected revision, or
///   the storage has given the key to another program, as a storage with leases does.
/// - A save that throws `unavailable` has an unknown outcome: its request may have taken effect, or may still
///   arrive. To find out, load the key. If the stored revision is the new revision, the value was saved. If
///   the stored revision is still the expected revision, save again with another new revision. If that save
///   throws `superseded`, load the key again, because the earlier save may have arrived late. Therefore, keep
///   the revisions of all saves with an unknown outcome.
///
/// Calls can run concurrently, even for one key. Calls for one key take effect one after another, each
/// between its start and its return.
///
/// Cancelling the calling task is a request to end the call early. The call may throw `unavailable` with a
/// `CancellationError` as its ``StorageError/underlying`` error, or it may complete normally. Treat a
/// cancelled save like any other save with an unknown outcome. No call leaves a partial change.
public protocol Storage: Sendable {
  /// Returns a key's value.
  ///
  /// The method resumes when the storage has answered. The returned value survives a crash, even if its save
  /// was not acknowledged.
  ///
  /// - Parameter key: The key.
  /// - Returns: The bytes and their revision, or nil if no value is stored under the key.
  /// - Throws: A ``StorageError``: `unavailable` if the storage didn't answer or the task was cancelled;
  ///   `corrupt` if the stored value can't be read; `superseded` if the storage has given the key to another
  ///   program.
  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue?

  /// Replaces a key's value if the stored revision is the expected revision.
  ///
  /// The method resumes when the bytes will survive a crash.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to store, which may be empty.
  ///   - key: The key.
  ///   - expected: The revision that must be stored; nil if no value may be stored under the key.
  ///   - revision: The revision of the new value. It must be unique to this save.
  ///   - wake: The instant with which ``due(before:limit:)`` returns the key; nil if ``due(before:limit:)``
  ///     must not return the key. The instant replaces the instant of the previous save.
  /// - Throws: A ``StorageError``: `superseded` if another revision is stored, or the storage has given the
  ///   key to another program; `unavailable` if the save's outcome is unknown, which includes a cancelled
  ///   task; `corrupt` if the stored value can't be read.
  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError)

  /// Removes a key's value if the stored revision is the expected revision. If no value is stored, nothing
  /// happens.
  ///
  /// The method resumes when the removal will survive a crash.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - expected: The revision that must be stored if there is a value.
  /// - Throws: A ``StorageError``: `superseded` if another revision is stored; `unavailable` if the removal's
  ///   outcome is unknown, which includes a cancelled task; `corrupt` if the stored value can't be read.
  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError)

  /// Returns the keys whose wake instants are before an instant, the earliest first.
  ///
  /// The method resumes when the storage has answered. A key whose value can't be read may also be returned,
  /// so that loading the key reveals the damage. A storage that stores instants with less precision rounds up
  /// both the wake instants and `instant`.
  ///
  /// - Parameters:
  ///   - instant: The exclusive upper limit of the wake instants.
  ///   - limit: The maximum number of keys, which must not be negative.
  /// - Returns: The keys and their wake instants. Keys with equal instants are in any order.
  /// - Throws: A ``StorageError``: `unavailable` if the storage didn't answer or the task was cancelled;
  ///   `corrupt` if the stored data can't be read.
  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey]
}
