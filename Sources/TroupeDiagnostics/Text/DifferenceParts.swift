/// Collects the parts in which two values differ. Unchanged parts are only counted.
struct DifferenceParts {
  private(set) var parts: [Difference.Part] = []
  private(set) var isDifferent = false
  private var unchanged = 0
  /// The last unchanged part, which is shown if it is short and the parts around it differ.
  private var last: Unchanged?

  private enum Unchanged {
    case value(Any, label: String, depth: Int)
    case line(String)
  }

  /// Adds a part in which the two values differ.
  mutating func append(_ part: Difference.Part, comparison: inout ValueComparison) {
    fold(&comparison)
    isDifferent = true
    parts.append(part)
  }

  /// Adds a part that is the same in both values.
  ///
  /// - Parameters:
  ///   - value: The unchanged part.
  ///   - label: The text before the part.
  ///   - isKept: Whether the part is always shown.
  ///   - depth: The part's nesting depth.
  ///   - comparison: The comparison that creates the part's text.
  mutating func appendUnchanged(
    _ value: Any,
    label: String,
    isKept: Bool = false,
    depth: Int,
    comparison: inout ValueComparison
  ) {
    if isKept {
      fold(&comparison)
      parts.append(.same(label: label, comparison.text(value, depth)))
    } else {
      unchanged += 1
      last = .value(value, label: label, depth: depth)
    }
  }

  /// Adds a line of a string that is the same in both values.
  mutating func appendUnchanged(line: String) {
    unchanged += 1
    last = .line(line)
  }

  /// Counts parts that are the same in both values.
  mutating func appendUnchanged(count: Int) {
    guard count > 0 else { return }
    unchanged += count
    last = nil
  }

  /// Returns the difference that consists of the parts, or nil if all parts are unchanged.
  mutating func difference(
    open: String,
    close: String,
    isString: Bool = false,
    comparison: inout ValueComparison
  ) -> Difference? {
    guard isDifferent else { return nil }
    fold(&comparison)
    return .opened(Difference.Opened(open: open, close: close, isString: isString, parts: parts))
  }

  private mutating func fold(_ comparison: inout ValueComparison) {
    guard unchanged > 0 else { return }
    switch (unchanged, last) {
    case (1, .line(let line)):
      parts.append(.same(label: "", .line(line)))
    case (1, .value(let value, let label, let depth)):
      let text = comparison.shortText(value, depth: depth)
      parts.append(text.map { .same(label: label, $0) } ?? .unchanged(1))
    default:
      parts.append(.unchanged(unchanged))
    }
    unchanged = 0
    last = nil
  }
}
