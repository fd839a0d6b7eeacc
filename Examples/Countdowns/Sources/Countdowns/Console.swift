import Foundation

/// Writes a line to the standard output at once, so that it is there when the program is killed.
@Sendable
func say(_ line: String) throws {
  try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

/// Writes a line to the standard error.
func complain(_ line: String) throws {
  try FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
}
