#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls that a ``FolderStorage`` makes. A test can make each call fail, and can replace the file
/// system.
package struct FileCalls: Sendable {
  /// A system call that is about to be made.
  package struct Call: Hashable, Sendable, CustomStringConvertible {
    package enum Name: String, Sendable {
      case examine, list, lock, makeFolder, open, read, remove, rename, sync, write
    }

    package let name: Name
    package let path: String

    package init(name: Name, path: String) {
      self.name = name
      self.path = path
    }

    package var description: String { "\(name.rawValue) \(path)" }

    /// Whether the call may change the disk. Opening a file counts as a change, because it may create the
    /// file.
    package var isChange: Bool { ![.examine, .list, .lock, .read].contains(name) }
  }

  /// The outcome that a test chooses for a call.
  package enum Verdict: Sendable {
    case perform
    /// A signal interrupts the call before the call has any effect. The call is then repeated, with another
    /// verdict.
    case interrupt
    /// The call does nothing and fails.
    case fail(errno: Int32)
    /// A write writes half of its bytes and fails. Other calls do nothing and fail.
    case tear(errno: Int32)
  }

  private let files: any FileSystemCalls
  private let decide: (@Sendable (Call) -> Verdict)?

  /// Creates an object that makes the system calls.
  ///
  /// - Parameters:
  ///   - files: The file system. By default, the file system of the operating system.
  ///   - decide: A closure that returns each call's verdict. If it is nil, all calls are performed.
  package init(
    files: any FileSystemCalls = SystemFiles(),
    _ decide: (@Sendable (Call) -> Verdict)? = nil
  ) {
    self.files = files
    self.decide = decide
  }

  /// The path of the process's current folder; nil if it is unknown.
  var currentFolder: String? { files.currentFolder() }

  // MARK: Files

  /// The flags with which each file is opened.
  ///
  /// Without `O_CLOEXEC`, a child process would keep this process's locks. The other flags guard against
  /// names that aren't the storage's files: a symbolic link may refer to any file, and opening a pipe would
  /// block the thread.
  private static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK

  /// Opens a file. Returns nil if the file doesn't exist and the flags don't create it.
  func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32? {
    do throws(FileError) {
      return Int32(try perform(.open, path) { files.open(path, flags | Self.flags, 0o600) })
    } catch  where error.number == ENOENT && flags & O_CREAT == 0 {
      return nil
    }
  }

  /// Creates a file. An existing file is removed instead of overwritten, because it may be a link to another
  /// file.
  func create(_ path: String) throws(FileError) -> Int32 {
    do throws(FileError) {
      return try createNew(path)
    } catch  where error.number == EEXIST {
      try remove(path)
      return try createNew(path)
    }
  }

  /// Creates an empty file, unless the path is in use.
  func mark(_ path: String) throws(FileError) {
    do throws(FileError) { close(try createNew(path)) } catch  where error.number == EEXIST {}
  }

  private func createNew(_ path: String) throws(FileError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | Self.flags
    return Int32(try perform(.open, path) { files.open(path, flags, 0o600) })
  }

  /// Returns the number of bytes in a file; nil if the file isn't a regular file but, for example, a folder
  /// or a pipe.
  func size(of file: Int32, at path: String) throws(FileError) -> Int? {
    var status = FileStatus.unknown
    _ = try perform(.examine, path) { files.status(of: file, &status) }
    return status.kind == .file ? status.size : nil
  }

  /// Returns whether a file, a folder or another object has this path.
  func exists(_ path: String) throws(FileError) -> Bool {
    var status = FileStatus.unknown
    do throws(FileError) {
      _ = try perform(.examine, path) { files.status(at: path, &status) }
      return true
    } catch  where error.number == ENOENT {
      return false
    }
  }

  /// Closes a file. Tests can't make this call fail, because closing a file changes nothing on the disk, and
  /// a crash also closes files.
  func close(_ file: Int32) { _ = files.close(file) }

  func write(_ bytes: [UInt8], to file: Int32, at path: String) throws(FileError) {
    var start = 0
    while start < bytes.count {
      let rest = bytes[start...]
      start += try perform(.write, path, torn: { _ = write(rest.prefix(rest.count / 2), to: file) }) {
        write(rest, to: file)
      }
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    // Darwin rejects calls that write more than two GiB. The next call writes the rest.
    bytes.prefix(1 << 30).withUnsafeBytes { files.write($0, to: file) }
  }

  /// Returns a file's bytes from the beginning, up to a maximum number.
  func read(_ file: Int32, at path: String, upTo limit: Int = .max) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      let count = try perform(.read, path) {
        buffer.withUnsafeMutableBytes {
          files.read(file, into: UnsafeMutableRawBufferPointer(rebasing: $0.prefix(wanted)))
        }
      }
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// Syncs a file or a folder. The method returns when the file's content, or the names in the folder, will
  /// survive a power failure.
  func sync(_ file: Int32, at path: String) throws(FileError) {
    _ = try perform(.sync, path) { files.sync(file) }
  }

  func rename(_ old: String, to new: String) throws(FileError) {
    _ = try perform(.rename, old) { files.rename(old, to: new) }
  }

  /// Removes a file if it exists.
  func remove(_ path: String) throws(FileError) {
    do throws(FileError) {
      _ = try perform(.remove, path) { files.remove(path) }
    } catch  where error.number == ENOENT {}
  }

  // MARK: Folders

  /// Creates a folder if it doesn't exist. Returns whether the folder is new.
  func makeFolder(_ path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try perform(.makeFolder, path) { files.makeFolder(path, 0o700) }
      return true
    } catch  where error.number == EEXIST {
      return false
    }
  }

  func syncFolder(_ path: String) throws(FileError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let folder = Int32(try perform(.open, path) { files.open(path, flags, 0) })
    defer { close(folder) }
    try sync(folder, at: path)
  }

  /// Returns the names of the files in a folder, in any order.
  func list(_ path: String) throws(FileError) -> [String] {
    var names: [String] = []
    _ = try perform(.list, path) { files.list(path, &names) }
    return names.filter { $0 != "." && $0 != ".." }
  }

  // MARK: Locks

  /// Takes an open file's lock. Returns false if the lock is already taken.
  func tryLock(_ file: Int32, at path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try perform(.lock, path) { files.lock(file) }
      return true
    } catch  where error.number == EWOULDBLOCK {
      return false
    }
  }

  /// Returns whether a path still refers to the given open file.
  func isFile(_ file: Int32, at path: String) -> Bool {
    var (opened, found) = (FileStatus.unknown, FileStatus.unknown)
    guard files.status(of: file, &opened) == 0, files.status(at: path, &found) == 0 else { return false }
    return opened.identity == found.identity
  }

  // MARK: Calling

  private func perform(
    _ name: Call.Name,
    _ path: String,
    torn: () -> Void = {},
    _ body: () -> Int
  ) throws(FileError) -> Int {
    while true {
      var result = -Int(EINTR)
      switch decide?(Call(name: name, path: path)) {
      case .fail(let number): throw FileError(call: name, path: path, number: number)
      case .tear(let number):
        torn()
        throw FileError(call: name, path: path, number: number)
      case .interrupt: break
      case .perform, nil: result = body()
      }
      if result >= 0 { return result }
      let number = Int32(-result)
      if number != EINTR { throw FileError(call: name, path: path, number: number) }
    }
  }
}
