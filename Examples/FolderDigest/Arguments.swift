/// How a folder is to be digested.
struct Arguments: Equatable, Sendable {
  var folder: String
  var top = 10
  var workers = 4
  var extensions: [String] = []
  /// The file to write a trace into; nil for none.
  var trace: String?
  /// The file to write a recording into; nil for none.
  var record: String?
}

extension Arguments {
  static let options = ["--top", "--workers", "--extensions", "--trace", "--record"]

  static let usage = """
    Usage: FolderDigest <folder> [--top N] [--workers N] [--extensions swift,md] [--trace FILE] [--record FILE]

    Counts the lines, words and bytes of the files in a folder and in the folders below it, and shows the most
    frequent words and the largest files. Files that are no text are named and left out.

    Options:
      --top N            How many words and files to show; 10 by default.
      --workers N        How many files to read at the same time; 4 by default.
      --extensions LIST  Only files with these extensions, separated by commas; all by default.
      --trace FILE       Write what the program did into a file that Perfetto and speedscope show.
      --record FILE      Write what the program did into a file that can be replayed.
      --help             Show this text.

    Ctrl-C stops early and shows what was counted until then. Exit codes: 0 for success, 2 for bad input, 130
    after a request to stop.

    """

  /// Takes the value of an option.
  mutating func set(_ option: Option) throws(ArgumentError) {
    switch option.name {
    case "--top": top = try option.number(from: 0)
    case "--workers": workers = try option.number(from: 1)
    case "--trace": trace = try option.text()
    case "--record": record = try option.text()
    default: extensions = try option.list()
    }
  }
}
