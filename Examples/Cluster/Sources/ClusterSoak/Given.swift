/// The options that follow a command's name on the command line.
struct Given {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private var numbers: [String: Int] = [:]
  private(set) var seed: UInt64?
  private(set) var flags: Set<String> = []

  /// - Parameters:
  ///   - words: The command, and its options.
  ///   - options: The names of options with a number.
  ///   - names: The names of options without a number.
  /// - Throws: A ``Mistake`` if the command doesn't know an option.
  init(_ words: [String], options: Set<String>, flags names: Set<String> = []) throws(Mistake) {
    let command = words.first ?? ""
    var words = words.dropFirst()
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else { throw Mistake(description: "What is \(word)?") }
      let name = String(word.dropFirst(2))
      if names.contains(name) {
        flags.insert(name)
      } else if !options.contains(name) {
        throw Mistake(description: "\(command) has no option \(word).")
      } else if name == "seed", let number = words.popFirst().flatMap({ UInt64($0) }) {
        seed = number
      } else if let number = words.popFirst().flatMap({ Int($0) }), number > 0 {
        numbers[name] = number
      } else {
        throw Mistake(description: "\(word) needs a number.")
      }
    }
  }

  subscript(_ name: String) -> Int? { numbers[name] }
}
