/// Returns a readable text of a value, similar to Swift code.
///
/// The text shows stored properties, payloads of enum cases and elements: on one line if they fit in 80
/// columns, and otherwise one per line. The same value has the same text in every run: sets and dictionaries
/// are sorted, and addresses are omitted. An object that occurs repeatedly is shown once with a number, as in
/// `Node#1(…)`, and later only referred to as `Node#1`.
///
/// Values that are nested deeper than 40 levels are truncated with `…`. So is everything after 50,000 values
/// or 20,000 lines, an unordered list with more than 50,000 elements, and a string after 100,000 characters.
///
/// Some types are shown by their `description`: types of the standard library or Foundation,
/// `LosslessStringConvertible` types, and types without stored properties or with a stored property whose
/// name begins with an underscore. ``CustomValueText`` lets a type choose what is shown.
///
/// The stored properties of objects are read by reflection. No other thread may write them in the meantime.
/// The contents of actors are not shown.
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
  /// The maximum depth of nested values, so that the stack suffices: comparing this many levels takes 320 KB
  /// of stack in a debug build, and a thread may have only 512 KB.
  static let maximumDepth = 40
  /// The maximum number of values to read for one text. A value that is reached in many ways is read each
  /// time, which could take forever.
  static let maximumValues = 50_000
  /// The maximum number of lines.
  static let maximumLines = 20_000
  /// The maximum number of characters of a string.
  static let maximumCharacters = 100_000
  /// The columns of a line. A longer text is split into lines.
  static let columns = 80
}
