#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file to which one recording writes.
struct RecordingFile {
  let path: String
  private let file: Int32
  /// The number of written bytes.
  private(set) var size = 0

  /// Opens a file and takes its lock, so that no other recording writes to the file.
  init(path: String, replacing: Bool) throws(RecordingError) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? 0 : O_EXCL)
    file = Self.retrying { open(path, flags, 0o600) }
    if file < 0 {
      let number = errno
      throw number == EEXIST ? .exists(path) : .cannotOpen(path, "Opening the file", number)
    }
    // The lock is taken before the file is emptied, because another recording's file must not be emptied.
    if flock(file, LOCK_EX | LOCK_NB) < 0 {
      let number = errno
      close()
      throw number == EWOULDBLOCK ? .inUse(path) : .cannotOpen(path, "Locking the file", number)
    }
    if replacing, ftruncate(file, 0) < 0, errno != EINVAL {
      let number = errno
      close()
      throw .cannotOpen(path, "Emptying the file", number)
    }
  }

  /// Writes a line. After the method has returned, other processes can read the line, even if this process is
  /// killed.
  mutating func write(_ line: RecordedValue) throws(RecordingError) {
    var bytes = line.json
    bytes.append(UInt8(ascii: "\n"))
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        Self.retrying { Int32(systemWrite(file, bytes.baseAddress, min(bytes.count, 1 << 30))) }
      }
      if count < 0 { throw .cannotWrite(path, errno) }
      rest = rest.dropFirst(Int(count))
    }
    size += bytes.count
  }

  func close() { _ = systemClose(file) }

  private static func retrying(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// Removes a file if it exists.
func removeFile(_ path: String) { _ = unlink(path) }

/// Returns a file's bytes.
func bytesOfFile(_ path: String) throws(SystemError) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  if file < 0 { throw SystemError(number: errno) }
  defer { _ = systemClose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    if count == 0 { return bytes }
    if count > 0 {
      bytes += buffer.prefix(count)
    } else if errno != EINTR {
      throw SystemError(number: errno)
    }
  }
}

/// The error of a system call.
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  var description: String { systemText(number) }
}

/// Returns the system's text for an error number.
func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// Returns the number of seconds since 1970.
func wallClock() -> RecordedValue {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return .integer(time.tv_sec)
}

// Platform functions whose names are also names of methods above.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
private func systemClose(_ file: Int32) -> Int32 { close(file) }
