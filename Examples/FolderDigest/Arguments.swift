/// How to digest a folder.
struct Arguments: Equatable, Sendable {
  var folder: String
  var top = 10
  var workers = 4
  var selection = Selection()
  /// Whether the result is printed as JSON.
  var isJSON = false
  /// Whether each file that was skipped is named.
  var isVerbose = false
  /// The file to write a trace into; nil for none.
  var trace: String?
  /// The file to write a recording to; nil for none.
  var record: String?
}

extension Arguments {
  /// Printed by `--version`.
  static let version = "FolderDigest 0.1.0\n"

  /// The options that have a value.
  static let options = ["--top", "--workers", "--extensions", "--exclude", "--trace", "--record"]

  static let usage = """
    Usage: FolderDigest <folder> [options]

    Counts the lines, words and bytes of the text files in a folder and its subfolders, and shows the most
    frequent words and the largest files. Files that aren't text are skipped. Hidden folders and build products
    (\(Selection.buildFolders.sorted().joined(separator: ", "))) are left out.

    Options:
      --top N            Show N words and N files; 10 by default.
      --workers N        Read N files at the same time; 4 by default.
      --extensions LIST  Read only files with these extensions, such as 'swift,md'.
      --exclude PATTERN  Leave out files and folders with such a name, or such a path if the pattern has a
                         slash: '*.json', 'Tests', 'docs/*.svg'. Can be repeated.
      --all              Read hidden folders and build products, too.
      --json             Print the result as JSON.
      --verbose          Name each skipped file.
      --trace FILE       Write a trace for Perfetto or speedscope.
      --record FILE      Write a recording, which can be replayed.
      --version          Show the version.
      --help             Show this text.

    The most frequent words leave out words of one or two letters, the commonest words of English, and keywords
    of programming languages.

    Ctrl-C stops early and shows what has been counted. Exit status: 0 for success, 1 if the result can't be
    written, 2 for bad input, 130 after a request to stop.

    """

  /// Takes the value of an option.
  mutating func set(_ option: Option) throws(ArgumentError) {
    switch option.name {
    case "--top": top = try option.number(from: 0)
    case "--workers": workers = try option.number(from: 1)
    case "--trace": trace = try option.text()
    case "--record": record = try option.text()
    case "--exclude": selection.excluded.append(try option.text())
    default: selection.extensions = try option.list()
    }
  }

  /// Takes an option without a value; returns whether there is such an option.
  mutating func setFlag(_ name: String) -> Bool {
    switch name {
    case "--all": selection.includesAll = true
    case "--json": isJSON = true
    case "--verbose": isVerbose = true
    default: return false
    }
    return true
  }
}
