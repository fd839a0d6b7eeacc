import Troupe

/// A ``Storage`` that saves each key in a separate file in a folder.
///
/// A save writes a new file beside the existing one, syncs it to the disk, renames it, and syncs the folder.
/// Therefore, after a crash or a power failure at any point, the file contains the complete old value or the
/// complete new value. Files that a crash leaves behind are removed when the folder is next used.
///
/// If a file was damaged, deleted, or exchanged with another file, the storage repairs it or throws an error
/// that names the file. Files in the folder that don't belong to the storage are ignored. For an error that
/// lasts until a user changes the file system, such as a missing permission, ``StorageError/isPermanent`` is
/// true.
///
/// On every file system, two keys are equal if their UTF-8 is equal, because file names consist of lowercase
/// ASCII letters, digits and a few other ASCII characters.
///
/// Any number of processes, and of storages in one process, can use a folder at the same time. A key's lock
/// is held while the key is saved or removed. The folder has to be on a local disk, because locks and renames
/// over a network guarantee less. Only the user whose process created the files can read them.
///
/// ``due(before:limit:)`` finds due keys by the names of files and doesn't read the values of other keys.
///
/// Calls to the file system block a thread. The storage performs them on up to four separate threads, and
/// never on the threads that run tasks.
public final class FolderStorage: Storage {
  /// The first and the longest delay between attempts to take a lock.
  private static let waits = (first: Duration.milliseconds(1), longest: Duration.milliseconds(50))

  private let folder: Folder
  private let threads: FileThreads
  private let lockLimit: Duration
  private let clock: any Clock<Duration>

  /// Creates a storage. The folder is created when it is first used.
  ///
  /// - Parameters:
  ///   - path: The path of the folder. A relative path is resolved against the process's current folder at
  ///     the time of this call.
  ///   - lockLimit: The time for which a call waits for another process that is saving or removing the same
  ///     key. After this time, the call throws `unavailable`.
  ///   - clock: The clock that measures the wait.
  public convenience init(
    path: String,
    lockLimit: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path: path, lockLimit: lockLimit, clock: clock, calls: FileCalls())
  }

  /// Creates a storage with replaceable system calls and threads.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - lockLimit: The time for which a call waits for another process that has the key's lock.
  ///   - clock: The clock that measures the wait.
  ///   - calls: The system calls.
  ///   - threads: The threads that make the system calls.
  package init(
    path: String,
    lockLimit: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(),
    calls: FileCalls,
    threads: FileThreads = FileThreads()
  ) {
    var path = path
    if !path.hasPrefix("/"), let current = calls.currentFolder { path = "\(current)/\(path)" }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    folder = Folder(path, calls)
    self.threads = threads
    self.lockLimit = lockLimit
    self.clock = clock
  }

  /// Returns a key's value.
  ///
  /// If the task is cancelled before the call starts, the call throws `unavailable`.
  public func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try await perform(key, isExclusive: false) { folder throws(Folder.Failure) in try folder.load(key) }
  }

  /// Replaces a key's value if the stored revision is the expected revision.
  ///
  /// If the task is cancelled before the call starts, or while the call is waiting for another process, the
  /// call throws `unavailable` and saves nothing.
  public func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    precondition(
      revision != expected,
      "Storage.save: The new revision must differ from the expected revision."
    )
    try await perform(key, isExclusive: true) { folder throws(Folder.Failure) in
      try folder.save(bytes, for: key, expecting: expected, as: revision, wake: wake?.storable)
    }
  }

  /// Removes a key's value if the stored revision is the expected revision.
  ///
  /// If the task is cancelled before the call starts, or while the call is waiting for another process, the
  /// call throws `unavailable` and removes nothing.
  public func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await perform(key, isExclusive: true) { folder throws(Folder.Failure) in
      try folder.remove(key, expecting: expected)
    }
  }

  /// Returns the keys whose wake instants are before an instant, the earliest first.
  ///
  /// If the task is cancelled before the call starts, the call throws `unavailable`. A key whose file can't
  /// be read is also returned, so that loading the key reveals the damage. The call throws `corrupt` if a
  /// damaged file is due and its key is unknown. This happens only if a long key's state and key files are
  /// both damaged, because a long key's file name doesn't contain the key.
  public func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await perform(nil, isExclusive: false) { folder throws(Folder.Failure) in
      try folder.due(before: instant.storable, limit: limit)
    }
  }

  // MARK: On the threads

  private func perform<Result: Sendable>(
    _ key: StorageKey?,
    isExclusive: Bool,
    _ work: @escaping @Sendable (Folder) throws(Folder.Failure) -> Result
  ) async throws(StorageError) -> Result {
    var (waited, wait) = (Duration.zero, Self.waits.first)
    while true {
      do { try Task.checkCancellation() } catch { throw .unavailable(key, because: error) }
      let outcome = await threads.run(isExclusive ? key : nil) { [folder] in
        Swift.Result<Result, Folder.Failure> { () throws(Folder.Failure) in try work(folder) }
      }
      switch outcome {
      case .success(let result): return result
      case .failure(.superseded(let key)): throw .superseded(key)
      case .failure(.unavailable(let error)):
        throw .unavailable(key, because: error, isPermanent: error.isPermanent)
      case .failure(.corrupt(let found, let damage, let bytes)):
        throw .corrupt(key ?? found, because: damage, bytes: bytes)
      case .failure(.busy): break
      }
      guard waited < lockLimit else { throw .unavailable(key, because: LockTimeout(limit: lockLimit)) }
      // The requested delays are added up instead of the elapsed time, so that time during which the computer
      // is suspended doesn't count.
      do { try await clock.promptSleep(for: wait) } catch { throw .unavailable(key, because: error) }
      waited += wait
      wait = min(wait * 2, Self.waits.longest)
    }
  }
}

extension WallClockInstant {
  /// The instant, limited so that its seconds fit in 64 bits. The limit is about three hundred billion years.
  fileprivate var storable: WallClockInstant {
    let limit = Duration(secondsComponent: .max, attosecondsComponent: 0)
    return WallClockInstant(sinceEpoch: max(.zero - limit, min(sinceEpoch, limit)))
  }
}

/// The underlying error of a call that couldn't take a key's lock in time.
private struct LockTimeout: FileFault {
  let limit: Duration

  var description: String { "another process or task held the lock for \(limit)" }
}
