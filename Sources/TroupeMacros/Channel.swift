#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(ucrt)
  import ucrt
#endif

/// The pipe to the compiler. Each message is JSON, preceded by its length as eight bytes in little-endian
/// order.
///
/// Any other byte in the pipe crashes the compiler. The pipe is therefore moved away from standard output,
/// and printed text is redirected to standard error.
struct Channel {
  private let input: CInt
  private let output: CInt

  /// Takes over standard input and standard output.
  init() {
    #if canImport(ucrt)
      input = _dup(0)
      output = _dup(1)
      _ = _close(0)
      _ = _dup2(2, 1)
      _ = _setmode(input, _O_BINARY)
      _ = _setmode(output, _O_BINARY)
    #else
      input = dup(0)
      output = dup(1)
      close(0)
      dup2(2, 1)
    #endif
  }

  /// Returns the next message, or nil if the compiler has closed the pipe or the message isn't valid.
  func receive() -> JSON? {
    guard let header = readBytes(8) else { return nil }
    let count = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count > 0, count < 1 << 31, let payload = readBytes(Int(count)) else { return nil }
    return try? JSON(parsing: payload)
  }

  /// Sends a message and returns false if the compiler has closed the pipe.
  func send(_ message: JSON) -> Bool {
    let payload = message.encoded
    return writeBytes((0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) } + payload)
  }

  private func readBytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let isComplete = bytes.withUnsafeMutableBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeMutableRawBufferPointer(rebasing: rest)
        #if canImport(ucrt)
          let done = Int(_read(input, part.baseAddress, UInt32(part.count)))
        #else
          let done = read(input, part.baseAddress, part.count)
        #endif
        if done < 0, errno == EINTR { continue }
        if done <= 0 { return false }
        rest = rest.dropFirst(done)
      }
      return true
    }
    return isComplete ? bytes : nil
  }

  private func writeBytes(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(ucrt)
          let done = Int(_write(output, part.baseAddress, UInt32(part.count)))
        #else
          let done = write(output, part.baseAddress, part.count)
        #endif
        if done < 0, errno == EINTR { continue }
        if done <= 0 { return false }
        rest = rest.dropFirst(done)
      }
      return true
    }
  }
}
