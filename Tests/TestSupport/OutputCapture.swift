#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The output of this process to standard output or standard error, while a test captures it.
///
/// It redirects the descriptor of the whole process, so there is at most one capture of a descriptor at a
/// time.
package final class OutputCapture {
  package enum Stream: Int32 {
    case standardOutput = 1
    case standardError = 2
  }

  private let descriptor: Int32
  private let original: Int32
  private let file: Int32

  /// Begins to capture a stream.
  package init(of stream: Stream) {
    // Earlier output belongs to the terminal.
    fflush(nil)
    var path = Array("/tmp/output-XXXXXX".utf8CString)
    file = mkstemp(&path)
    precondition(file >= 0, "There is no temporary file for the output of a test: errno \(errno)")
    unlink(path)
    descriptor = stream.rawValue
    original = dup(descriptor)
    precondition(original >= 0 && dup2(file, descriptor) >= 0, "Output can't be redirected: errno \(errno)")
  }

  /// Ends the capture, and returns what was written during it.
  package func end() -> String {
    fflush(nil)
    dup2(original, descriptor)
    close(original)
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    var count = 0
    while count < bytes.count {
      let read = bytes[count...].withUnsafeMutableBytes {
        pread(file, $0.baseAddress, $0.count, off_t(count))
      }
      precondition(read > 0, "The output of a test can't be read: errno \(errno)")
      count += read
    }
    close(file)
    return String(decoding: bytes, as: UTF8.self)
  }
}
