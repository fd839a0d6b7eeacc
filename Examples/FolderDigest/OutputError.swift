/// Why the result can't be written.
struct OutputError: Error, Equatable, CustomStringConvertible {
  /// The system's message.
  let reason: String

  /// What is wrong.
  var description: String { "the result can't be written: \(reason)" }
}
