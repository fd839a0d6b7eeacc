/// Returns a readable text for a value, similar to Swift code.
///
/// The text shows stored properties, enum payloads and elements. These parts are written on one line if they
/// fit into 80 columns, and otherwise one per line. The same value has the same text in every run, because
/// sets and dictionaries are sorted, and addresses are omitted. An object that occurs repeatedly is shown in
/// full once, with a number, as in `Node#1(…)`, and later only referred to as `Node#1`.
///
/// Values that are nested deeper than 40 levels are replaced with `…`. A text is truncated after 50,000
/// values or 20,000 lines. An unordered list is truncated if it has more than 50,000 elements, and a string
/// is truncated after 100,000 characters.
///
/// Some types are shown by their `description`: types of the standard library or Foundation,
/// `LosslessStringConvertible` types, and types that have no stored properties or have a stored property
/// whose name starts with an underscore. A type that conforms to ``CustomValueText`` chooses the value that
/// is shown.
///
/// The stored properties of objects are read by reflection. No other thread may write to them during the
/// call. The contents of actors are not shown.
///
/// - Parameter value: The value to convert.
/// - Returns: A text of one or more lines, without a line break at the end.
public func valueText<Value>(of value: Value) -> String {
  var builder = TextTreeBuilder()
  var writer = LineWriter()
  writer.write(builder.text(of: value, depth: 0))
  return writer.text
}

enum ValueText {
  /// The maximum depth of nested values, limited by the stack: comparing this many levels takes 320 KB of
  /// stack in a debug build, and a thread may have only 512 KB.
  static let maximumDepth = 40
  /// The maximum number of values to read for one text. A value that can be reached in many ways is read each
  /// time, which might otherwise take exponential time.
  static let maximumValues = 50_000
  /// The maximum number of lines in a text.
  static let maximumLines = 20_000
  /// The maximum number of characters shown for a string.
  static let maximumCharacters = 100_000
  /// The maximum number of columns in a line. A longer text is split into lines.
  static let columns = 80
}
