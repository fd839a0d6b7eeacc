/// Returns a readable description of the differences between two values.
///
/// Lines that are only in the old value start with `-`, and lines that are only in the new value start with
/// `+`. Other lines show the context. Equal parts are counted and omitted. A position in a list is shown as
/// `[3]`, or as `[3 → 4]` if the element moved.
///
/// ```swift
/// let before = Draft(title: "Troupe", tags: ["swift"], stars: 1)
/// let after = Draft(title: "Troupe", tags: ["swift", "actors"], stars: 2)
/// print(valueDifference(from: before, to: after) ?? "no difference")
/// ```
///
/// prints:
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
/// values differ if their parts differ. Parts that are nested deeper than 40 levels are not compared. Two
/// functions always count as equal. If two values differ but look the same, both are shown, with a note on
/// the possible reason.
///
/// `Identifiable` elements of a list are matched by `id`. Other elements are matched if they are equal, or if
/// they are at the same position between equal elements. Dictionaries are compared by key, sets by
/// membership.
///
/// Two objects are compared and shown once, however many references point to them. Differing values are shown
/// as in ``valueText(of:)``. The text is truncated after 20,000 lines.
///
/// The stored properties of objects are read by reflection. No other thread may write to them during the
/// call.
///
/// - Parameters:
///   - old: The old or expected value.
///   - new: The new or actual value.
/// - Returns: A text of one or more lines, without a line break at the end, or nil if the values don't
///   differ.
public func valueDifference<Value>(from old: Value, to new: Value) -> String? {
  var comparison = ValueComparison()
  guard let difference = comparison.difference(old, new, depth: 0) else { return nil }
  var writer = LineWriter()
  writer.write(difference)
  return writer.text
}
