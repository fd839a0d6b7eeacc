/// Writes a value as text for people to read, much as Swift code would write it.
///
/// Stored properties, payloads of enum cases and elements are shown, on one line where they fit in 80
/// columns, and otherwise one a line. The same value gives the same text in every run: sets and dictionaries
/// are sorted, and no addresses are shown. An object that comes up again is shown once with a number, as in
/// `Node#1(…)`, and referred to by it, `Node#1`.
///
/// What is nested deeper than 40 levels is cut, with `…`. So is what comes after 50,000 values in it or
/// 20,000 lines, a list without an order of more than that, and a string after 100,000 characters.
///
/// A type that isn't the program's own, or keeps its stored properties to itself, is shown by its
/// `description`: one of the standard library or Foundation, a `LosslessStringConvertible` type, and one
/// without stored properties or with one whose name begins with an underscore. ``CustomValueText`` lets a
/// type choose what is shown.
///
/// The stored properties of objects are read by reflection: no other thread may write them meanwhile. Actors
/// are not looked into.
///
/// - Parameter value: The value to write.
/// - Returns: One or more lines, without a line break at the end.
public func valueText<Value>(of value: Value) -> String {
  var builder = TextTreeBuilder()
  var writer = LineWriter()
  writer.write(builder.text(of: value, depth: 0))
  return writer.text
}

enum ValueText {
  /// What is nested deeper isn't read, so that no value is too deep for the stack: comparing this many levels
  /// takes 320 KB of it in a debug build, and a thread may have no more than 512 KB.
  static let maximumDepth = 40
  /// How many values are read for one text: those that are reached in many ways can be more than there is
  /// time for.
  static let maximumValues = 50_000
  /// How many lines a text has.
  static let maximumLines = 20_000
  /// How many characters of a string are shown.
  static let maximumCharacters = 100_000
  /// What doesn't fit is broken into lines.
  static let columns = 80
}
