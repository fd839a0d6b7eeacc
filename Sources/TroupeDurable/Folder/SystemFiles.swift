#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file system of the operating system.
package struct SystemFiles: FileSystemCalls {
  package init() {}

  package func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int {
    Self.result(posixOpen(path, flags, mode))
  }

  package func close(_ file: Int32) -> Int { Self.result(posixClose(file)) }

  package func status(of file: Int32, _ status: inout FileStatus) -> Int {
    var found = stat()
    guard fstat(file, &found) == 0 else { return -Int(errno) }
    status = FileStatus(found)
    return 0
  }

  package func status(at path: String, _ status: inout FileStatus) -> Int {
    var found = stat()
    guard lstat(path, &found) == 0 else { return -Int(errno) }
    status = FileStatus(found)
    return 0
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    Self.result(posixWrite(file, bytes.baseAddress, bytes.count))
  }

  package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    Self.result(posixRead(file, buffer.baseAddress, buffer.count))
  }

  package func sync(_ file: Int32) -> Int {
    #if canImport(Darwin)
      // On Darwin, `fsync` leaves the bytes in the disk's cache, and `F_FULLFSYNC` doesn't. Some file
      // systems don't support `F_FULLFSYNC`.
      if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return Self.result(fsync(file))
  }

  package func rename(_ old: String, to new: String) -> Int { Self.result(posixRename(old, new)) }

  package func remove(_ path: String) -> Int { Self.result(unlink(path)) }

  package func makeFolder(_ path: String, _ mode: mode_t) -> Int { Self.result(mkdir(path, mode)) }

  package func list(_ path: String, _ names: inout [String]) -> Int {
    guard let folder = opendir(path) else { return -Int(errno) }
    defer { closedir(folder) }
    var found: [String] = []
    while true {
      // Only `errno` distinguishes the end of the folder from a failure.
      errno = 0
      guard let entry = readdir(folder) else { break }
      found.append(Self.name(of: entry))
    }
    guard errno == 0 else { return -Int(errno) }
    names += found
    return 0
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    // The name may be longer or shorter than the declared C array.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
    let start = UnsafeRawPointer(entry).advanced(by: offset)
    return String(cString: start.assumingMemoryBound(to: CChar.self))
  }

  package func lock(_ file: Int32) -> Int { Self.result(flock(file, LOCK_EX | LOCK_NB)) }

  package func currentFolder() -> String? {
    guard let current = getcwd(nil, 0) else { return nil }
    defer { free(current) }
    return String(cString: current)
  }

  private static func result(_ result: some BinaryInteger) -> Int { result >= 0 ? Int(result) : -Int(errno) }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      kind: kind,
      size: Int(status.st_size),
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)
      )
    )
  }
}

// Platform functions with the same names as methods above.
private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func posixClose(_ file: Int32) -> Int32 { close(file) }
private func posixRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
private func posixRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
