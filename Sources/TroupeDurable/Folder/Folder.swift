import TroupeDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The disk operations of a ``FolderStorage``, which run on a thread that may block.
///
/// Each file can be damaged or lost independently, so the existence of each file is recorded twice. The
/// folder `keys` contains a file for each key, which shows that a missing state was lost instead of removed.
/// Each marker is in `wakes` and in `wakes.copy`. These second files are not synced, because the first files
/// are correct after a crash, and missing second files are recreated.
final class Folder: Sendable {
  /// The reason why an operation wasn't performed.
  enum Failure: Error {
    /// Another process or storage has the key's lock.
    case busy
    case superseded(StorageKey)
    case unavailable(FileError)
    case corrupt(StorageKey?, DamagedFile, [UInt8]?)
  }

  let root: String
  let calls: FileCalls
  let isPrepared = Locked(false)

  init(_ root: String, _ calls: FileCalls) {
    self.root = root
    self.calls = calls
  }

  var states: String { root + "/states" }
  var keys: String { root + "/keys" }
  var wakes: String { root + "/wakes" }
  var wakeCopies: String { root + "/wakes.copy" }
  var locks: String { root + "/locks" }

  /// The name of a file in `keys` or `wakes`. The file with this name records that no key file, or no marker,
  /// is missing.
  static let complete = "complete"

  func state(_ name: FileName) -> String { "\(states)/\(name.text).state" }
  func keyFile(_ name: FileName) -> String { "\(keys)/\(name.text).key" }
  func marker(_ marker: WakeMarker) -> String { "\(wakes)/\(marker.text)" }
  func markerCopy(_ marker: WakeMarker) -> String { "\(wakeCopies)/\(marker.text)" }

  // MARK: Operations

  func load(_ key: StorageKey) throws(Failure) -> StoredValue? {
    try prepare()
    let name = FileName(of: key)
    let file = try read(name)
    // A process may have renamed the file and crashed before it synced the folder.
    try unavailable { () throws(FileError) in try calls.syncFolder(states) }
    guard let file else {
      if try isLost(name) { throw lost(key, name) }
      return nil
    }
    // The value exists. If the key file or the marker is missing and can't be created now, the missing file
    // is created later.
    try? recordAgain(file.header.key, name)
    if let wake = file.header.wake { try? mark(WakeMarker(wake, name)) }
    return StoredValue(bytes: file.bytes, revision: file.header.revision)
  }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) throws(Failure) {
    try prepare()
    let name = FileName(of: key)
    let lock = try lock(name)
    defer { withExtendedLifetime(lock) {} }
    let current = try header(of: key, name)
    guard current?.revision == expected else { throw .superseded(key) }
    let new = "\(states)/\(name.text).new"
    try unavailable { () throws(FileError) in
      do throws(FileError) {
        try write(FileHeader(key, revision, wake, bytes).encoded, bytes, to: new)
      } catch {
        // The new file is removed because it may use the last space on the disk. If it can't be removed now,
        // it is removed when the folder is next prepared.
        try? calls.remove(new)
        throw error
      }
      if let wake { try mark(WakeMarker(wake, name), isNew: wake != current?.wake) }
      try calls.rename(new, to: state(name))
      try calls.syncFolder(states)
    }
    // The value is saved. If the key file can't be created now, it is created later. If the outdated marker
    // can't be removed now, it is recognized and removed later.
    try? unavailable { () throws(FileError) in
      try record(key, name)
      if let old = current?.wake, old != wake { try unmark(WakeMarker(old, name)) }
    }
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) throws(Failure) {
    try prepare()
    let name = FileName(of: key)
    let lock = try lock(name)
    defer { withExtendedLifetime(lock) {} }
    let current = try header(of: key, name)
    if let current, current.revision != expected { throw .superseded(key) }
    try unavailable { () throws(FileError) in
      if current != nil {
        // The key file is removed and synced first, because a key file without a state means that the state
        // was lost.
        try calls.remove(keyFile(name))
        try calls.syncFolder(keys)
        try calls.remove(state(name))
      }
      // The folder is synced even if the file doesn't exist, because a process may have removed the file and
      // crashed before it synced the folder.
      try calls.syncFolder(states)
    }
    // If the marker can't be removed now, it is recognized as outdated and removed later.
    if let wake = current?.wake { try? unmark(WakeMarker(wake, name)) }
  }

  // MARK: Failures

  func unavailable<Result>(_ body: () throws(FileError) -> Result) throws(Failure) -> Result {
    do throws(FileError) { return try body() } catch { throw .unavailable(error) }
  }

  func list(_ path: String) throws(Failure) -> [String] {
    try unavailable { () throws(FileError) in try calls.list(path) }
  }

  func exists(_ path: String) throws(Failure) -> Bool {
    try unavailable { () throws(FileError) in try calls.exists(path) }
  }

  func takeLock(_ name: FileName) throws(Failure) -> KeyLock? {
    do throws(FileError) { return try KeyLock.take("\(locks)/\(name.text).lock", calls) } catch {
      throw .unavailable(error)
    }
  }

  func lock(_ name: FileName) throws(Failure) -> KeyLock {
    guard let lock = try takeLock(name) else { throw .busy }
    return lock
  }
}
