/// Writes down how a value differs from another, for people to read.
///
/// What is only in the old value begins with `-`, what is only in the new one with `+`. The rest of the two
/// is the way to these lines: what is equal is counted and left out. A place in a list is shown as in `[3]`,
/// or `[3 → 4]` where it moved.
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
/// Where a type is `Equatable`, its `==` says whether two values differ, whatever their texts are. Other
/// values differ when their parts do; what is nested deeper than 40 levels in them is not compared. Two
/// functions are never told apart. Values that differ though they look the same are both shown, with a note
/// that says why that may be.
///
/// Elements of a list belong together when they have the same `id`, for `Identifiable` ones, and otherwise
/// when they are equal or stand at the same place between equal ones. Dictionaries are compared by key, sets
/// by membership.
///
/// Two objects are compared and shown once, however many ways lead to them. What differs is shown as
/// ``valueText(of:)`` shows it, and the text is cut after 20,000 lines.
///
/// The stored properties of objects are read by reflection: no other thread may write them meanwhile.
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
