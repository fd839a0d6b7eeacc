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
  /// Creates the folder and removes files that crashed processes left behind.
  func prepare() throws(Failure) {
    if isPrepared.withLock({ $0 }) { return }
    // Two processes may prepare the folder at the same time.
    try unavailable { () throws(FileError) in
      if root.utf8.contains(0) { throw FileError(call: .makeFolder, path: root, number: EINVAL) }
      try make(root)
      let isNew = try calls.makeFolder(states)
      _ = try calls.makeFolder(locks)
      let hasNoKeys = try calls.makeFolder(keys)
      _ = try calls.makeFolder(wakes)
      _ = try calls.makeFolder(wakeCopies)
      // If there are no states, and no keys whose states may be lost, no marker is missing.
      if isNew, hasNoKeys { try calls.mark("\(wakes)/\(Self.complete)") }
      try calls.syncFolder(root)
    }
    try removeLeftovers()
    if try !exists("\(keys)/\(Self.complete)") { try recordAll() }
    isPrepared.withLock { $0 = true }
  }

  /// Returns the file names that belong to keys in a folder. Other files are ignored.
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

  /// Changes one key's files. Permanent errors are ignored, because they don't affect other keys, and the
  /// key's next save reports them.
  private func leaving(_ change: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try change() } catch .unavailable(let error) where error.isPermanent {}
  }

  /// Creates the missing key files of all keys that have a state.
  private func recordAll() throws(Failure) {
    for name in try names(in: states, ".state") {
      let key: StorageKey?
      do throws(Failure) {
        key = if let key = name.key { key } else { try header(name)?.key }
      } catch .corrupt {
        // Loading the key reports the damage.
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

  /// Creates a folder and its parent folders.
  ///
  /// The name of a folder that exists is synced, too, because the process that created the folder may have
  /// failed or crashed before it synced the name. A folder is created after its parent's name was synced, so
  /// the names of all other folders on the path are already synced.
  private func make(_ path: String) throws(FileError) {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    let isNew = try !calls.exists(path)
    if isNew {
      if !parent.isEmpty { try make(parent) }
      _ = try calls.makeFolder(path)
    }
    do throws(FileError) {
      // The slash at the end is needed because the path of the file system's root would otherwise be empty.
      try calls.syncFolder(parent + "/")
    } catch  where !isNew && error.isPermanent {
      // The program may lack the permission to open the parent of a folder that another user has created.
    }
  }
}
