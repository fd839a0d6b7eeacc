/// What is wrong with the arguments of the program.
enum ArgumentError: Error, Equatable, CustomStringConvertible {
  case missingFolder
  case unexpected(String)
  case unknownOption(String)
  case missingValue(String)
  case notANumber(String, value: String, minimum: Int)
  case noExtensions(value: String)

  /// What is wrong, and what to do.
  var description: String {
    switch self {
    case .missingFolder: "say which folder to digest"
    case .unexpected(let word): "one folder at a time, '\(word)' is one too many"
    case .unknownOption(let name): "there is no option '\(name)'"
    case .missingValue(let name): "'\(name)' needs a value, as in '\(name) \(Self.sample(of: name))'"
    case .notANumber(let name, let value, let minimum):
      "'\(name)' needs a number of at least \(minimum), not '\(value)'"
    case .noExtensions(let value): "'--extensions' needs a list as in 'swift,md', not '\(value)'"
    }
  }

  private static func sample(of name: String) -> String {
    switch name {
    case "--extensions": "swift,md"
    case "--exclude": "Tests"
    case "--trace": "trace.json"
    case "--record": "recording.jsonl"
    default: "4"
    }
  }
}
