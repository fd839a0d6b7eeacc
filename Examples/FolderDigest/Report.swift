/// The texts that the program shows.
enum Report {
  /// Moves a terminal's cursor back to the start of an empty line.
  static let erasedLine = "\r\u{1B}[K"

  /// The lines about skipped files and folders: one line for each kind, or one for each file if `isVerbose`.
  static func complaints(about scan: Scan.State, isVerbose: Bool) -> String {
    var lines: [String] = []
    if isVerbose {
      lines += scan.skippedInOrder.map { "skipped \(plain($0.path)): \(plain($0.reason))" }
    } else if !scan.skipped.isEmpty {
      let counts = scan.skipped.reduce(into: [String: Int]()) { $0[$1.reason, default: 0] += 1 }
        .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let reasons = counts.map { "\($0.value) \(plain($0.key))" }.joined(separator: "; ")
      lines.append("skipped \(scan.skipped.count): \(reasons) (--verbose names them)")
    }
    if scan.foldersLeftOut > 0 {
      lines.append(
        "left out \(scan.foldersLeftOut) folder\(scan.foldersLeftOut == 1 ? "" : "s"): hidden, build products or excluded; see --all"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  static func text(for scan: Scan.State, top: Int) -> String {
    let digest = scan.digest
    let totals = [
      (digest.files.count, "files"), (digest.lines, "lines"), (digest.words, "words"),
      (digest.bytes, "bytes"), (scan.skipped.count, "skipped"),
    ]
    let words = digest.mostFrequentWords(top).map { ($0.count, plain($0.word)) }
    let files = digest.largestFiles(top).map { ($0.bytes, plain($0.path)) }
    var sections = [table("Totals of \(plain(scan.folder))", totals)]
    if !words.isEmpty { sections.append(table("Most frequent words", words)) }
    if !files.isEmpty { sections.append(table("Largest files", files)) }
    if scan.isPartial {
      sections.insert(
        "Partial result: stopped after \(ProgressLine(progress: scan.progress, elapsed: .zero).text).\n",
        at: 0
      )
    }
    return sections.joined(separator: "\n")
  }

  private static func table(_ title: String, _ rows: [(number: Int, name: String)]) -> String {
    let width = rows.map { "\($0.number)".count }.max() ?? 0
    let lines = rows.map { row in
      String(repeating: " ", count: width - "\(row.number)".count) + "\(row.number)  \(row.name)"
    }
    return title + "\n" + lines.map { "  \($0)\n" }.joined()
  }

  /// A text in which each character is escaped that would control a terminal, begin a line or change the
  /// direction of the text.
  static func plain(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.properties.generalCategory {
      // Letters and emoji are joined by U+200C and U+200D.
      case .format where scalar.value == 0x200C || scalar.value == 0x200D:
        result.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .format:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
