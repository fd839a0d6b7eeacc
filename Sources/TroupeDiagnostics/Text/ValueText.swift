/// Writes a value as text for people to read, much as Swift code would write it.
///
/// Stored properties, payloads of enum cases and elements are shown, on one line where they fit in 80 columns, and
/// otherwise one a line. The same value gives the same text in every run: sets and dictionaries are sorted, and no
/// addresses are shown. An object that comes up again is shown once with a number, as in `Node#1(…)`, and referred
/// to by it, `Node#1`. What is nested deeper than 40 levels is cut, with `…`.
///
/// A type that isn't the program's own, or keeps its stored properties to itself, is shown by its `description`: one of
/// the standard library or Foundation, a `LosslessStringConvertible` type, and one without stored properties or with one
/// whose name begins with an underscore. ``CustomValueText`` lets a type choose what is shown.
///
/// The stored properties of objects are read by reflection: no other thread may write them meanwhile. Actors are
/// not looked into.
///
/// - Parameter value: The value to write.
/// - Returns: One or more lines, without a line break at the end.
public func valueText<Value>(of value: Value) -> String {
  var builder = TextTreeBuilder()
  var writer = LineWriter()
  writer.write(builder.text(of: value, depth: 0))
  return writer.lines.joined(separator: "\n")
}

enum ValueText {
  /// What is nested deeper isn't read, so that no value is too deep for the stack: comparing this many levels takes
  /// 320 KB of it in a debug build, and a thread may have no more than 512 KB.
  static let maximumDepth = 40
  /// What doesn't fit is broken into lines.
  static let columns = 80
}
