#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The destination of a trace's bytes. Both functions return nil on success, and the system's error text on
/// failure.
struct TraceOutput: Sendable {
  let path: String
  let write: @Sendable (_ bytes: [UInt8]) -> String?
  let close: @Sendable () -> String?

  /// Creates a file, or empties an existing file.
  static func file(_ path: String) throws(TraceFileError) -> TraceOutput {
    // Only the owner can read a new file, because a trace may contain private data.
    let file = retrying { posixOpen(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard file >= 0 else { throw TraceFileError(code: .cannotOpen, path: path, reason: lastError()) }
    try claim(file, path)
    return TraceOutput(
      path: path,
      write: { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = retrying { rest.withUnsafeBytes { posixWrite(file, $0.baseAddress, $0.count) } }
          if count < 0 { return lastError() }
          rest = rest.dropFirst(count)
        }
        return nil
      },
      // If the system call is interrupted (EINTR), the file is closed nevertheless.
      close: { posixClose(file) < 0 && errno != EINTR ? lastError() : nil }
    )
  }

  /// Locks and empties a regular file. Devices and pipes are shared.
  private static func claim(_ file: Int32, _ path: String) throws(TraceFileError) {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    if flock(file, LOCK_EX | LOCK_NB) < 0 {
      let code = errno == EWOULDBLOCK ? TraceFileError.Code.inUse : .cannotOpen
      let reason = lastError()
      _ = posixClose(file)
      throw TraceFileError(code: code, path: path, reason: reason)
    }
    // The file is locked before it is emptied, because a file that another trace is writing must not be
    // emptied.
    if retrying({ ftruncate(file, 0) }) < 0 {
      let reason = lastError()
      _ = posixClose(file)
      throw TraceFileError(code: .cannotOpen, path: path, reason: reason)
    }
  }

  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func lastError() -> String { String(cString: strerror(errno)) }
}

// These functions wrap the platform's functions that have the same names as the members above.
private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func posixClose(_ file: Int32) -> Int32 { close(file) }
private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
