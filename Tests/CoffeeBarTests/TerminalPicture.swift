/// A picture of what a command printed, for light and for dark pages.
struct TerminalPicture {
  /// The command, as a user types it.
  let command: String
  /// What it printed.
  let text: String
  /// The number of columns; longer lines are wrapped between words.
  var columns = 92

  /// The colors of a page.
  enum Page: String, CaseIterable {
    case light = ""
    case dark = "~dark"

    fileprivate var back: String { self == .light ? "#f6f7f9" : "#1b1b1d" }
    fileprivate var frame: String { self == .light ? "#c9ccd1" : "#4a4a4e" }
    fileprivate var plain: String { self == .light ? "#1d1d1f" : "#f0f0f2" }
    fileprivate var soft: String { self == .light ? "#5f6368" : "#a9adb3" }
    fileprivate var removed: String { self == .light ? "#b3261e" : "#ff8a80" }
    fileprivate var added: String { self == .light ? "#1b6e33" : "#7ddc94" }
  }

  /// The picture as SVG.
  func svg(_ page: Page) -> String {
    let printed = text.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = ["$ \(command)", ""] + printed.flatMap(wrapped)
    let height = lines.count * 19 + 34
    let width = Int((Double(columns) * 7.85).rounded(.up)) + 36
    let drawn = zip(0..., lines).map { number, line in
      let color =
        switch line.first {
        case "$": page.soft
        case "-": page.removed
        case "+": page.added
        default: page.plain
        }
      return """
        <text x="18" y="\(number * 19 + 30)" fill="\(color)" xml:space="preserve">\(escaped(line))</text>
        """
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" font-family="ui-monospace, SFMono-Regular, Menlo, DejaVu Sans Mono, monospace" font-size="13">
      <title>\(escaped(command))</title>
      <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="9" fill="\(page.back)" \
      stroke="\(page.frame)"/>
      \(drawn.joined(separator: "\n"))
      </svg>

      """
  }

  /// The line, broken before the words that don't fit. The rest is indented a little more than the line.
  private func wrapped(_ line: Substring) -> [String] {
    var lines: [String] = []
    var rest = String(line)
    let indentation = String(repeating: " ", count: line.prefix { $0 == " " }.count + 2)
    while rest.count > columns, let space = rest.prefix(columns + 1).lastIndex(of: " "),
      rest[..<space].contains(where: { $0 != " " })
    {
      lines.append(String(rest[..<space]))
      rest = indentation + rest[rest.index(after: space)...]
    }
    return lines + [rest]
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
