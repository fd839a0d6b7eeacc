import Foundation

/// Where the program writes to.
struct Console: Sendable {
  /// Whether someone watches, so that progress is worth showing.
  var isTerminal: Bool
  /// Writes a part of the result.
  var print: @Sendable (String) -> Void
  /// Writes what is not part of the result: complaints and progress.
  var complain: @Sendable (String) -> Void
}

extension Console {
  /// Standard output and standard error.
  static var live: Console {
    Console(
      isTerminal: isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0,
      // There is nobody to tell that a console has gone.
      print: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      complain: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    )
  }
}
