import Foundation

/// The program's output.
struct Console: Sendable {
  /// Whether the output is a terminal, so that progress is worth showing.
  var isTerminal: Bool
  /// Writes a part of the result; throws an ``OutputError`` if it can't be written.
  var print: @Sendable (String) throws -> Void
  /// Writes text that is not part of the result: errors and progress.
  var complain: @Sendable (String) -> Void
}

extension Console {
  /// Standard output and standard error.
  static var live: Console {
    Console(
      isTerminal: isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0,
      print: { try write($0, to: STDOUT_FILENO) },
      // If standard error is gone, there is nowhere to report that.
      complain: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    )
  }

  private static func write(_ text: String, to descriptor: CInt) throws(OutputError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputError(reason: String(cString: strerror(errno))) }
      bytes = bytes.dropFirst(count)
    }
  }
}
