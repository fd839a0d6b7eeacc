#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes text to standard error with as few system calls as possible, so that lines from several threads
/// don't mix.
package func writeToStandardError(_ text: String) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if written < 0, errno == EINTR { continue }
    // If standard error is closed or full, the failure can't be reported anywhere.
    guard written > 0 else { return }
    bytes = bytes.dropFirst(written)
  }
}
