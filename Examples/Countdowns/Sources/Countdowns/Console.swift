import Foundation

/// Writes a line to the standard output at once, so that it isn't lost when the program is killed. Characters
/// that a terminal doesn't show are escaped.
@Sendable
func say(_ line: String) throws {
  try FileHandle.standardOutput.write(contentsOf: Data("\(TerminalText.shown(line))\n".utf8))
}

/// Writes lines to the standard error. Characters that a terminal doesn't show are escaped.
func complain(_ text: String) throws {
  try FileHandle.standardError.write(
    contentsOf: Data("\(TerminalText.shown(text, keepingLines: true))\n".utf8)
  )
}
