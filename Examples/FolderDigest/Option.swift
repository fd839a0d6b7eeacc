/// An option with its value, as `--top 5` or `--top=5`.
struct Option {
  let name: String
  let value: String

  /// Splits an option at the equals sign, or takes the next of the remaining arguments as its value.
  ///
  /// - Throws: ``ArgumentError`` if there is no such option or no value.
  init(_ word: String, _ rest: inout ArraySlice<String>) throws(ArgumentError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    name = parts[0]
    guard Arguments.options.contains(name) else { throw .unknownOption(name) }
    if parts.count > 1 {
      value = parts[1]
    } else if let next = rest.first, !next.hasPrefix("-") {
      value = rest.removeFirst()
    } else {
      throw .missingValue(name)
    }
  }

  /// The value as a number that is large enough.
  func number(from minimum: Int) throws(ArgumentError) -> Int {
    guard let number = Int(value), number >= minimum else {
      throw .notANumber(name, value: value, minimum: minimum)
    }
    return number
  }

  /// The value as a text that isn't empty.
  func text() throws(ArgumentError) -> String {
    guard !value.isEmpty else { throw .missingValue(name) }
    return value
  }

  /// The parts of a list; a dot before an extension is not part of it.
  func list() throws(ArgumentError) -> [String] {
    let parts = value.split(separator: ",").map { String($0.drop { $0 == "." }) }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { throw .noExtensions(value: value) }
    return parts
  }
}
