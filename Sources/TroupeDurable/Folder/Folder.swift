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

/// The disk operations of a ``FolderStorage``, on a thread that may block.
///
/// Each file can be damaged independently. The information in one file is therefore repeated in a second one:
/// `keys` has a file for each key, which shows that a missing state was not removed, and each marker is in
/// `wakes` and in `wakes.copy`. These second files are not synced: the first files are correct after a crash,
/// and missing second files are recreated.
final class Folder: Sendable {
  /// The reason why an operation wasn't performed.
  enum Failure: Error {
    /// The lock of the key is taken.
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

  /// The name of the files that record that all keys, or all markers, have theirs.
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
    // A process that crashed before syncing the folder may have renamed the file.
    try unavailable { () throws(FileError) in try calls.syncFolder(states) }
    guard let file else {
      if try isLost(name) { throw lost(key, name) }
      return nil
    }
    // If the file can't be created now, it is created later. The value exists.
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
        // The file may use the last space on the disk. If it can't be removed now, the next use of the folder
        // removes it.
        try? calls.remove(new)
        throw error
      }
      if let wake { try mark(WakeMarker(wake, name), isNew: wake != current?.wake) }
      try calls.rename(new, to: state(name))
      try calls.syncFolder(states)
    }
    // The value is saved. A file that can't be created now is created later, and a leftover marker is
    // recognised and removed later.
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
        // Remove it first, and sync: without the state, it would mean that the state is lost.
        try calls.remove(keyFile(name))
        try calls.syncFolder(keys)
        try calls.remove(state(name))
      }
      // Also if the file doesn't exist: a process may have crashed after removing it and before syncing.
      try calls.syncFolder(states)
    }
    // As above.
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
