/// How much was compared, and the disagreements.
struct Report {
  /// How many disagreements are printed.
  let limit: Int
  /// The files that aren't UTF-8.
  var unreadable = 0
  private(set) var disagreements = 0

  private var files = 0
  private var invalid = 0
  /// The compared declarations, by their kind.
  private var declarations: [String: Int] = [:]
  /// The compared facts about them.
  private var facts: [Fact.Aspect: Int] = [:]

  init(limit: Int) { self.limit = limit }

  mutating func compare(_ file: SourceFile) {
    files += 1
    let finder = DeclarationFinder(file)
    invalid += finder.invalid
    for (kind, declaration, parsed, scanned) in finder.found {
      declarations[kind, default: 0] += 1
      for fact in parsed { facts[fact.aspect, default: 0] += 1 }
      guard parsed != scanned else { continue }
      disagreements += 1
      if disagreements <= limit { print(describe(declaration, in: file, kind, parsed, scanned)) }
    }
  }

  /// The first difference, with its line.
  private func describe(
    _ declaration: Declaration,
    in file: SourceFile,
    _ kind: String,
    _ parsed: [Fact],
    _ scanned: [Fact]
  ) -> String {
    let same = zip(parsed, scanned).prefix { $0 == $1 }.count
    // Facts without a place are at the place of the previous fact, or at the start.
    let placed = parsed[..<min(same + 1, parsed.count)].last { $0.offset > 0 }
    let offset = placed?.offset ?? declaration.start(declaration.node)
    func line(_ facts: [Fact]) -> String {
      facts.indices.contains(same)
        ? "\(facts[same].aspect.rawValue): \(facts[same].text) @\(facts[same].offset)" : "nothing more"
    }
    return """
      \(file.path):\(file.line(declaration.bytes.startIndex + offset)): \(kind)
        swift-syntax: \(line(parsed))
        scanner:      \(line(scanned))
      """
  }

  /// The counts, one a line.
  var summary: String {
    var lines = [("files", files)]
    lines += declarations.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    lines += Fact.Aspect.allCases.map { ("  " + $0.rawValue, facts[$0, default: 0]) }
    lines += [
      ("disagreements", disagreements), ("declarations left out as invalid", invalid),
      ("files left out as not UTF-8", unreadable),
    ]
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { name, count in
      let digits = String(count)
      return name + String(repeating: " ", count: width - name.count + 10 - digits.count) + digits
    }
    .joined(separator: "\n")
  }
}
