/// The difference between two values.
indirect enum Difference {
  /// One value replaces the other. The note describes a difference that the values' texts don't show.
  case replaced(old: ValueTextTree, new: ValueTextTree, note: String?)
  /// Parts of the two values differ.
  case opened(Opened)
  /// The values are objects whose difference is shown elsewhere in the text.
  case elsewhere(String)

  struct Opened {
    /// The text before the parts.
    let open: String
    let close: String
    /// Whether the parts are the lines of a string, which aren't separated by commas.
    var isString = false
    var parts: [Part] = []
  }

  enum Part {
    case unchanged(Int)
    case same(label: String, ValueTextTree)
    case changed(label: String, Difference)
    case removed(label: String, ValueTextTree)
    case added(label: String, ValueTextTree)
  }
}

extension LineWriter {
  private static let both = "  "
  private static let onlyOld = "- "
  private static let onlyNew = "+ "

  /// Writes a difference.
  ///
  /// - Parameters:
  ///   - difference: The difference.
  ///   - label: The text before the difference.
  ///   - end: The text after the difference.
  mutating func write(_ difference: Difference, label: String = "", end: String = "") {
    switch difference {
    case .replaced(let old, let new, let note):
      sign = Self.onlyOld
      write(old, label: label, end: end)
      sign = Self.onlyNew
      write(new, label: label, end: end)
      sign = Self.both
      if let note { write(line: "// \(note)") }
    case .elsewhere(let head):
      sign = Self.both
      write(line: "\(label)\(head)(…)\(end) // changed as shown elsewhere")
    case .opened(let opened):
      sign = Self.both
      write(line: label + opened.open)
      indentation += 1
      for (index, part) in opened.parts.enumerated() {
        write(part, end: opened.isString || index == opened.parts.count - 1 ? "" : ",")
      }
      sign = Self.both
      if !opened.isString { indentation -= 1 }
      write(line: opened.close + end)
      if opened.isString { indentation -= 1 }
    }
  }

  private mutating func write(_ part: Difference.Part, end: String) {
    switch part {
    case .unchanged(let count):
      sign = Self.both
      write(line: "… (\(count) unchanged)")
    case .same(let label, let text):
      sign = Self.both
      write(text, label: label, end: end)
    case .changed(let label, let difference):
      write(difference, label: label, end: end)
    case .removed(let label, let text):
      sign = Self.onlyOld
      write(text, label: label, end: end)
    case .added(let label, let text):
      sign = Self.onlyNew
      write(text, label: label, end: end)
    }
  }
}
