/// The parts of two values that differ, while they are being gathered: what is unchanged is counted.
struct DifferenceParts {
  private(set) var parts: [Difference.Part] = []
  private(set) var isDifferent = false
  private var unchanged = 0
  /// The last of the unchanged, which is shown where it is the only one and short.
  private var last: (label: String, value: Any, depth: Int)?

  /// Adds a part in which the two differ.
  mutating func append(_ part: Difference.Part, comparison: inout ValueComparison) {
    fold(&comparison)
    isDifferent = true
    parts.append(part)
  }

  /// Adds a part that is the same in both.
  ///
  /// - Parameters:
  ///   - value: The part.
  ///   - label: What stands before it.
  ///   - isKept: Whether it is to be shown in any case.
  ///   - depth: How many values it is inside of.
  ///   - comparison: Makes its text.
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
      last = (label, value, depth)
    }
  }

  /// Adds parts that are the same in both, and are only counted.
  mutating func appendUnchanged(count: Int) {
    unchanged += count
  }

  /// The difference that the parts make; nil where all of them are unchanged.
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
    defer { unchanged = 0 }
    if unchanged == 1, let last, let text = comparison.shortText(last.value, depth: last.depth) {
      parts.append(.same(label: last.label, text))
    } else if unchanged > 0 {
      parts.append(.unchanged(unchanged))
    }
  }
}
