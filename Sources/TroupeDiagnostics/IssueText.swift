/// The text of values, errors, ids and names in issues and other texts about a program's work.
///
/// Each text is on one line, of about 200 characters at most. Characters that are invisible or change how the
/// rest is displayed are escaped, so no value can make its text look like another.
package enum IssueText {
  /// Whether values are shown where nobody says so: in debug builds.
  package static var showsPayloadsByDefault: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  @TaskLocal private static var choice: Bool?

  /// Whether the texts of the current task show values, and not only their types and cases.
  package static var showsPayloads: Bool { choice ?? showsPayloadsByDefault }

  /// Sets whether the texts of an operation show values.
  package static func withPayloads<Result>(_ areShown: Bool, _ operation: () throws -> Result) rethrows
    -> Result
  {
    try $choice.withValue(areShown, operation: operation)
  }

  /// A value: all of it, or its type and case.
  package static func value(_ value: Any, showsPayloads: Bool = showsPayloads) -> String {
    showsPayloads ? Excerpt.text(of: value) : CaseText.text(of: value)
  }

  /// An error: its description, or its type and case.
  package static func error(_ error: any Error, showsPayloads: Bool = showsPayloads) -> String {
    guard showsPayloads else { return CaseText.text(of: error) }
    return error is any CustomStringConvertible ? Excerpt.line("\(error)") : Excerpt.text(of: error)
  }

  /// An id: what it is printed as, or its type and case.
  package static func id(_ id: Any, showsPayloads: Bool = showsPayloads) -> String {
    guard showsPayloads else { return CaseText.text(of: id) }
    if let string = id as? any StringProtocol { return line(string) }
    // The descriptions of collections are as long as they are.
    if id is any Collection || !(id is any CustomStringConvertible) { return Excerpt.text(of: id) }
    return Excerpt.line("\(id)")
  }

  /// A text on one line, with invisible characters escaped, and not truncated.
  package static func whole(_ text: String) -> String { StringLiteral.visible(text) }

  /// A name that the programmer has given.
  package static func name(_ name: String) -> String { Excerpt.line(name, length: 100) }

  private static func line(_ string: some StringProtocol) -> String {
    Excerpt.line(String(String.UnicodeScalarView(string.unicodeScalars.prefix(Excerpt.length + 1))))
  }
}
