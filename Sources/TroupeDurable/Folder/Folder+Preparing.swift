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

extension Folder {
  /// Creates the folder, and removes files that crashed processes left behind.
  func prepare() throws(Failure) {
    if isPrepared.withLock({ $0 }) { return }
    // Two processes may do this at the same time.
    try unavailable { () throws(FileError) in
      if root.utf8.contains(0) { throw FileError(call: .makeFolder, path: root, number: EINVAL) }
      try make(root)
      let isNew = try calls.makeFolder(states)
      _ = try calls.makeFolder(locks)
      let hasNoKeys = try calls.makeFolder(keys)
      _ = try calls.makeFolder(wakes)
      _ = try calls.makeFolder(wakeCopies)
      // Without states, and without keys whose state may be lost, no marker is missing.
      if isNew, hasNoKeys { try calls.mark("\(wakes)/\(Self.complete)") }
      try calls.syncFolder(root)
    }
    try removeLeftovers()
    if try !exists("\(keys)/\(Self.complete)") { try recordAll() }
    isPrepared.withLock { $0 = true }
  }

  /// Returns the names of keys in a folder. Other files in the folder are ignored.
  func names(in folder: String, _ suffix: String) throws(Failure) -> [FileName] {
    try list(folder).compactMap { file in
      file.hasSuffix(suffix)
        ? FileName(text: String(file.dropLast(suffix.count))) : nil
    }
  }

  private func removeLeftovers() throws(Failure) {
    for name in try names(in: states, ".new") {
      try leaving { () throws(Failure) in
        guard let lock = try takeLock(name) else { return }
        defer { withExtendedLifetime(lock) {} }
        try unavailable { () throws(FileError) in try calls.remove("\(states)/\(name.text).new") }
      }
    }
    for name in try names(in: locks, ".lock") {
      // Taking and releasing the lock removes its file.
      try leaving { () throws(Failure) in _ = try takeLock(name) }
    }
  }

  /// Changes the files of one key, and ignores permanent errors, because they don't affect other keys. The
  /// next save of the key reports them.
  private func leaving(_ change: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try change() } catch .unavailable(let error) where error.isPermanent {}
  }

  /// Records all keys that have a state.
  private func recordAll() throws(Failure) {
    for name in try names(in: states, ".state") {
      let key: StorageKey?
      do throws(Failure) {
        key = if let key = name.key { key } else { try header(name)?.key }
      } catch .corrupt {
        // Loading the key reports it.
        key = nil
      }
      if let key { try leaving { () throws(Failure) in try recordAgain(key, name) } }
    }
    try unavailable { () throws(FileError) in
      try calls.syncFolder(keys)
      try calls.mark("\(keys)/\(Self.complete)")
      try calls.syncFolder(keys)
    }
  }

  /// Creates a folder, and its parent folders.
  private func make(_ path: String) throws(FileError) {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    do throws(FileError) {
      guard try calls.makeFolder(path) else { return }
    } catch  where error.number == ENOENT && !parent.isEmpty {
      try make(parent)
      _ = try calls.makeFolder(path)
    }
    // With a slash at its end, the path of the root of the file system isn't an empty one.
    try calls.syncFolder(parent + "/")
  }
}
