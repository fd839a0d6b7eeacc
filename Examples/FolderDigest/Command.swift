/// The command that the arguments ask for.
enum Command: Equatable, Sendable {
  case help
  case version
  case digest(Arguments)

  /// Reads the arguments of the program.
  ///
  /// - Parameter words: The arguments, without the name of the program.
  /// - Throws: ``ArgumentError`` at the first one that doesn't make sense.
  init(_ words: [String]) throws(ArgumentError) {
    var rest = words[...]
    var folders: [String] = []
    var arguments = Arguments(folder: "")
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      case "--":
        folders += rest
        rest = []
      case _ where arguments.setFlag(word):
        break
      case _ where word.hasPrefix("-"):
        try arguments.set(Option(word, &rest))
      default:
        folders.append(word)
      }
    }
    guard let folder = folders.first else { throw .missingFolder }
    guard folders.count == 1 else { throw .unexpected(folders[1]) }
    arguments.folder = folder
    self = .digest(arguments)
  }
}
