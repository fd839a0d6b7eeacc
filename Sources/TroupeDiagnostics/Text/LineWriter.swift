/// Breaks texts into lines that fit into the maximum number of columns.
struct LineWriter {
  private(set) var lines: [String] = []
  /// The start of each line. In a difference, it is the sign; otherwise, it is empty.
  var sign = ""
  var indentation = 0

  /// The number of lines omitted at the end.
  private var dropped = 0

  /// The text of all lines.
  var text: String {
    let end = dropped > 0 ? ["… (\(dropped) more lines)"] : []
    return (lines + end).joined(separator: "\n")
  }

  private var referenced: Set<ObjectIdentifier> = []
  /// The numbers of the objects that were written.
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// Writes a line, without trailing spaces.
  mutating func write(line: String) {
    guard lines.count < ValueText.maximumLines else { return dropped += 1 }
    let start = sign + String(repeating: "  ", count: indentation)
    lines.append(line.isEmpty ? String(sign.prefix { $0 != " " }) : start + line)
  }

  /// Writes a text, broken into lines.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - label: The text before it on the first line.
  ///   - end: The text after it on the last line.
  mutating func write(_ text: ValueTextTree, label: String = "", end: String = "") {
    referenced = text.referenced
    numbers = [:]
    write(text.root, label: label, end: end)
  }

  /// Returns a text as one line, whatever its length.
  mutating func oneLine(_ text: ValueTextTree) -> String {
    referenced = text.referenced
    numbers = [:]
    return oneLine(text.root)
  }

  private mutating func write(_ tree: TextTree, label: String, end: String) {
    let space = ValueText.columns - sign.count - 2 * indentation - label.count - end.count
    if let width = tree.width, width <= space {
      write(line: label + oneLine(tree) + end)
      return
    }
    switch tree.content {
    case .line, .reference:
      write(line: label + oneLine(tree) + end)
    case .string(let string):
      guard StringLiteral.isBlock(string) else {
        write(line: label + oneLine(tree) + end)
        return
      }
      write(line: label + "\"\"\"")
      indentation += 1
      for line in StringLiteral.block(string) { write(line: line) }
      write(line: "\"\"\"" + end)
      indentation -= 1
    case .lines(let lines):
      for line in lines { write(line: line) }
    case .group(let group):
      write(line: label + group.head + number(group.object) + group.open)
      indentation += 1
      for (index, item) in group.items.enumerated() {
        write(item.tree, label: item.label, end: index == group.items.count - 1 ? "" : ",")
      }
      indentation -= 1
      write(line: group.close + end)
    }
  }

  private mutating func oneLine(_ tree: TextTree) -> String {
    switch tree.content {
    case .line(let text): return text
    case .string(let string): return StringLiteral.line(string)
    case .lines(let lines): return lines.joined(separator: " ")
    case .reference(let name, let object): return name + number(object)
    case .group(let group):
      var text = group.head + number(group.object) + group.open
      for (index, item) in group.items.enumerated() {
        if index > 0 { text += ", " }
        text += item.label
        text += oneLine(item.tree)
      }
      return text + group.close
    }
  }

  /// Returns the number of an object, as in `#1`, if the text refers to the object more than once, and
  /// otherwise an empty text.
  private mutating func number(_ object: ObjectIdentifier?) -> String {
    guard let object, referenced.contains(object) else { return "" }
    let number = numbers[object] ?? numbers.count + 1
    numbers[object] = number
    return "#\(number)"
  }
}
