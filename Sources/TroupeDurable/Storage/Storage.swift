/// Keeps bytes under keys, each with a revision that fences off writers that were overtaken.
///
/// All that is kept under a key is replaced at once or not at all: after a crash at any point a load gives
/// what was there before, or what was to be saved, but never a part of it. What a call has acknowledged by
/// returning, and what a load has returned, survives a crash of the program, and for storages on disks a loss
/// of power.
///
/// A save names the revision that it expects to replace, and the new one. The caller makes the new one, with
/// ``StorageRevision/init()``. So a writer can tell its own saves from those of others:
///
/// - A save that throws `superseded` has saved nothing. Another revision is there than the one that was
///   expected.
/// - A save that throws `unavailable` may have been saved, may not, and may still be, while the request is on
///   its way. Load the key: when the revision that is there is the new one, it was saved. When it is the
///   expected one, save again, under another revision. When that save then throws `superseded`, load once
///   more: what arrived late may be the save before, so remember the revisions of all saves of unknown
///   outcome.
///
/// Calls for several keys may run at the same time. Several calls for one key may, too: they take effect one
/// after another, each between its begin and its return.
///
/// Cancelling the task of a call is a request to end early: a call may throw `unavailable` with a
/// `CancellationError` as its ``StorageError/underlying`` error, or go on to its end as if nothing had
/// happened. What holds for a save of unknown outcome holds for a cancelled one. No call leaves anything half
/// done.
public protocol Storage: Sendable {
  /// What is kept under a key.
  ///
  /// It resumes when the storage has answered. The value survives a crash from then on, also when the save to
  /// which it is owed was not acknowledged.
  ///
  /// - Parameter key: The key.
  /// - Returns: The bytes and their revision; nil when nothing is kept under the key.
  /// - Throws: A ``StorageError``: `unavailable`, also when the task was cancelled, and `corrupt`.
  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue?

  /// Replaces what is kept under a key, if its revision is the expected one.
  ///
  /// It resumes when the bytes will survive a crash.
  ///
  /// - Parameters:
  ///   - bytes: What to keep; there may be none.
  ///   - key: The key.
  ///   - expected: The revision that is there; nil when nothing is kept under the key.
  ///   - revision: The revision of the new value, which is that of no other save.
  ///   - wake: When ``due(before:limit:)`` is to name the key; nil for never. It replaces the instant of the
  ///     save before.
  /// - Throws: A ``StorageError``: `superseded` when another revision is there; `unavailable` when it isn't
  ///   known whether the bytes were saved, also when the task was cancelled; `corrupt` when what is there
  ///   can't be read.
  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError)

  /// Removes what is kept under a key, if its revision is the expected one. When nothing is there, nothing
  /// happens.
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

  /// The keys that asked to be opened before an instant, the earliest first.
  ///
  /// It resumes when the storage has answered. A key whose value can't be read may be named as well, so that
  /// whoever loads it is told. A storage that keeps less precision rounds the instants up, those of saves and
  /// this one.
  ///
  /// - Parameters:
  ///   - instant: Keys are named whose instant is earlier; the instant itself is not.
  ///   - limit: How many keys are named at most, zero or more.
  /// - Returns: The keys and their instants; those of equal instants in any order.
  /// - Throws: A ``StorageError``: `unavailable`, also when the task was cancelled, and `corrupt`.
  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [DueKey]
}
