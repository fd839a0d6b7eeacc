/// Returns a readable description of how two values differ.
///
/// Lines that are only in the old value begin with `-`, lines that are only in the new one with `+`. The
/// other lines show where these belong; equal parts are counted and left out. A position in a list is shown
/// as `[3]`, or as `[3 → 4]` if the element moved.
///
/// ```swift
/// let before = Draft(title: "Troupe", tags: ["swift"], stars: 1)
/// let after = Draft(title: "Troupe", tags: ["swift", "actors"], stars: 2)
/// print(valueDifference(from: before, to: after) ?? "no difference")
/// ```
///
/// prints
///
/// ```text
///   Draft(
///     title: "Troupe",
///     tags: [
///       [0]: "swift",
/// +     [1]: "actors"
///     ],
/// -   stars: 1
/// +   stars: 2
///   )
/// ```
///
/// If a type is `Equatable`, its `==` decides whether two values differ, regardless of their texts. Other
/// values differ when their parts do; parts that are nested deeper than 40 levels are not compared. Two
/// functions always count as equal. If two values differ but look the same, both are shown, with a note on
/// the possible reason.
///
/// `Identifiable` elements of a list are matched by `id`. Other elements are matched if they are equal, or at
/// the same position between equal ones. Dictionaries are compared by key, sets by membership.
///
/// Two objects are compared and shown once, however many references lead to them. Differing values are shown
/// as ``valueText(of:)`` shows them. The text is truncated after 20,000 lines.
///
/// The stored properties of objects are read by reflection. No other thread may write them meanwhile.
///
/// - Parameters:
///   - old: The value before, or the one that was expected.
///   - new: The value after, or the one that was found.
/// - Returns: Some lines, without a line break at the end; nil when the values don't differ.
public func valueDifference<Value>(from old: Value, to new: Value) -> String? {
  var comparison = ValueComparison()
  guard let difference = comparison.difference(old, new, depth: 0) else { return nil }
  var writer = LineWriter()
  writer.write(difference)
  return writer.text
}
