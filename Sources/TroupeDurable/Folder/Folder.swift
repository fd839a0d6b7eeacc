import Troupe

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
final class Folder: Sendable {
  /// The reason why an operation wasn't performed.
  enum Failure: Error {
    /// The lock of the key is taken.
    case busy
    case superseded(StorageKey)
    case unavailable(FileError)
    case corrupt(StorageKey?, FileHeader.Damage, [UInt8])
  }

  let root: String
  let calls: FileCalls
  private let isPrepared = Locked(false)

  init(_ root: String, _ calls: FileCalls) {
    self.root = root
    self.calls = calls
  }

  private var states: String { root + "/states" }
  private var wakes: String { root + "/wakes" }
  private var locks: String { root + "/locks" }

  private func state(_ name: FileName) -> String { "\(states)/\(name.text).state" }
  private func marker(_ marker: WakeMarker) -> String { "\(wakes)/\(marker.text)" }

  // MARK: Operations

  func load(_ key: StorageKey) throws(Failure) -> StoredValue? {
    try prepare()
    let name = FileName(of: key)
    let file = try read(name)
    // The file may have been renamed by a process that crashed before it synced the folder.
    try unavailable { () throws(FileError) in try calls.syncFolder(states) }
    guard let file else { return nil }
    do {
      let header = try FileHeader(file)
      guard header.key == key else { throw FileHeader.Damage.otherKey }
      return StoredValue(bytes: try header.bytes(in: file), revision: header.revision)
    } catch let damage as FileHeader.Damage {
      throw .corrupt(key, damage, file)
    } catch {
      preconditionFailure("Reading a header throws only damages.")
    }
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
        // The file may take the last space on the disk. If it can't be removed now, the next use of the
        // folder removes it.
        try? calls.remove(new)
        throw error
      }
      if let wake, wake != current?.wake { try mark(WakeMarker(wake, name)) }
      try calls.rename(new, to: state(name))
      try calls.syncFolder(states)
    }
    if let old = current?.wake, old != wake {
      // The value is saved. A marker that is left behind is recognised and removed later.
      try? calls.remove(marker(WakeMarker(old, name)))
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
      if current != nil { try calls.remove(state(name)) }
      // Also if the file doesn't exist: a process may have crashed after removing it and before syncing.
      try calls.syncFolder(states)
    }
    // As above.
    if let wake = current?.wake { try? calls.remove(marker(WakeMarker(wake, name))) }
  }

  func due(before instant: WallClockInstant, limit: Int) throws(Failure) -> [DueKey] {
    try prepare()
    var names = try list(wakes)
    if !names.contains(WakeMarker.complete) {
      try markAll()
      names = try list(wakes)
    }
    let markers = names.compactMap { WakeMarker(text: $0) }.filter { $0.wake < instant }.sorted()
    var due: [DueKey] = []
    for marker in markers {
      if due.count >= limit { break }
      if let key = try key(of: marker) { due.append(DueKey(key: key, wake: marker.wake)) }
    }
    return due
  }

  // MARK: States

  private func read(_ name: FileName, upTo limit: Int = .max) throws(Failure) -> [UInt8]? {
    let path = state(name)
    return try unavailable { () throws(FileError) in
      guard let file = try calls.open(path, O_RDONLY) else { return nil }
      defer { calls.close(file) }
      return try calls.read(file, at: path, upTo: limit)
    }
  }

  /// The header of a state, without the state's bytes; nil if there is none.
  private func header(_ name: FileName) throws(Failure) -> FileHeader? {
    guard var beginning = try read(name, upTo: FileHeader.usualCount) else { return nil }
    do {
      let count = try FileHeader.count(in: beginning)
      if count > beginning.count {
        guard let longer = try read(name, upTo: count) else { return nil }
        beginning = longer
      }
      return try FileHeader(beginning)
    } catch let damage as FileHeader.Damage {
      throw .corrupt(name.key, damage, beginning)
    } catch let failure as Failure {
      throw failure
    } catch {
      preconditionFailure("Reading a header throws only damages and failures.")
    }
  }

  private func header(of key: StorageKey, _ name: FileName) throws(Failure) -> FileHeader? {
    guard let header = try header(name) else { return nil }
    guard header.key == key else { throw .corrupt(key, .otherKey, header.encoded) }
    return header
  }

  private func write(_ header: [UInt8], _ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try calls.create(path)
    defer { calls.close(file) }
    try calls.write(header, to: file, at: path)
    try calls.write(bytes, to: file, at: path)
    try calls.sync(file, at: path)
  }

  // MARK: Wakes

  /// Creates a marker, and syncs it before the state that asks for it is saved.
  private func mark(_ marker: WakeMarker) throws(FileError) {
    calls.close(try calls.create(self.marker(marker)))
    try calls.syncFolder(wakes)
  }

  /// The key of a marker; nil if the marker is outdated.
  private func key(of marker: WakeMarker) throws(Failure) -> StorageKey? {
    do throws(Failure) {
      if let header = try header(marker.name), header.wake == marker.wake { return header.key }
    } catch .corrupt(let key?, _, _) {
      // Loading the key reports the error.
      return key
    }
    try removeStale(marker)
    return nil
  }

  private func removeStale(_ marker: WakeMarker) throws(Failure) {
    // The owner of the lock may be about to save the state that the marker is for.
    guard let lock = try takeLock(marker.name) else { return }
    defer { withExtendedLifetime(lock) {} }
    let header = try header(marker.name)
    if header?.wake == marker.wake { return }
    try unavailable { () throws(FileError) in try calls.remove(self.marker(marker)) }
  }

  /// Creates the markers of all states anew.
  ///
  /// It needs no locks: a process that saves another instant meanwhile creates the marker for it, and a
  /// marker that is created here for the previous instant is outdated.
  private func markAll() throws(Failure) {
    for file in try list(states) where file.hasSuffix(".state") {
      let name = FileName(text: String(file.dropLast(6)))
      let header: FileHeader?
      do throws(Failure) {
        header = try self.header(name)
      } catch .corrupt {
        // It isn't known whether the state asks for a marker.
        header = nil
      }
      if let wake = header?.wake {
        try unavailable { () throws(FileError) in
          calls.close(try calls.create(marker(WakeMarker(wake, name))))
        }
      }
    }
    try unavailable { () throws(FileError) in
      try calls.syncFolder(wakes)
      calls.close(try calls.create("\(wakes)/\(WakeMarker.complete)"))
      try calls.syncFolder(wakes)
    }
  }

  // MARK: The folder

  /// Creates the folder, and removes files that crashed processes left behind.
  private func prepare() throws(Failure) {
    if isPrepared.withLock({ $0 }) { return }
    // Two processes may do this at the same time.
    try unavailable { () throws(FileError) in
      try make(root)
      let isNew = try calls.makeFolder(states)
      _ = try calls.makeFolder(locks)
      _ = try calls.makeFolder(wakes)
      if isNew { calls.close(try calls.create("\(wakes)/\(WakeMarker.complete)")) }
      try calls.syncFolder(root)
    }
    for file in try list(states) where file.hasSuffix(".new") {
      let name = FileName(text: String(file.dropLast(4)))
      guard let lock = try takeLock(name) else { continue }
      defer { withExtendedLifetime(lock) {} }
      try unavailable { () throws(FileError) in try calls.remove("\(states)/\(file)") }
    }
    for file in try list(locks) where file.hasSuffix(".lock") {
      // Taking and returning the lock removes its file.
      _ = try takeLock(FileName(text: String(file.dropLast(5))))
    }
    isPrepared.withLock { $0 = true }
  }

  /// Creates a folder, and the folders around it.
  private func make(_ path: String) throws(FileError) {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    do throws(FileError) {
      guard try calls.makeFolder(path) else { return }
    } catch  where error.number == ENOENT && !parent.isEmpty {
      try make(parent)
      _ = try calls.makeFolder(path)
    }
    try calls.syncFolder(parent.isEmpty ? "/" : parent)
  }

  private func list(_ path: String) throws(Failure) -> [String] {
    try unavailable { () throws(FileError) in try calls.list(path) }
  }

  private func takeLock(_ name: FileName) throws(Failure) -> KeyLock? {
    do throws(FileError) { return try KeyLock.take("\(locks)/\(name.text).lock", calls) } catch {
      throw .unavailable(error)
    }
  }

  private func lock(_ name: FileName) throws(Failure) -> KeyLock {
    guard let lock = try takeLock(name) else { throw .busy }
    return lock
  }

  private func unavailable<Result>(_ body: () throws(FileError) -> Result) throws(Failure) -> Result {
    do throws(FileError) { return try body() } catch { throw .unavailable(error) }
  }
}
