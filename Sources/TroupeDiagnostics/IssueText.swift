/// Converts values, errors, ids and names to text for issues and other reports about a program's work.
///
/// Each text is on one line, with at most about 200 characters. Characters that are invisible or change how
/// other characters are displayed are escaped, so that no value can imitate another value's text.
package enum IssueText {
  /// Whether values are shown by default, which is the case in debug builds.
  package static var showsPayloadsByDefault: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  @TaskLocal private static var choice: Bool?

  /// Whether the current task's texts show whole values rather than only their types and cases.
  package static var showsPayloads: Bool { choice ?? showsPayloadsByDefault }

  /// Sets whether an operation's texts show values.
  package static func withPayloads<Result>(_ areShown: Bool, _ operation: () throws -> Result) rethrows
    -> Result
  {
    try $choice.withValue(areShown, operation: operation)
  }

  /// Returns a value's text, which is either the whole value or its type and case.
  package static func value(_ value: Any, showsPayloads: Bool = showsPayloads) -> String {
    showsPayloads ? Excerpt.text(of: value) : CaseText.text(of: value)
  }

  /// Returns an error's text, which is either its description or its type and case.
  package static func error(_ error: any Error, showsPayloads: Bool = showsPayloads) -> String {
    guard showsPayloads else { return CaseText.text(of: error) }
    return error is any CustomStringConvertible ? Excerpt.line("\(error)") : Excerpt.text(of: error)
  }

  /// Returns an id's text, which is either its printed form or its type and case.
  package static func id(_ id: Any, showsPayloads: Bool = showsPayloads) -> String {
    guard showsPayloads else { return CaseText.text(of: id) }
    if let string = id as? any StringProtocol { return line(string) }
    // A collection's description can be of any length.
    if id is any Collection || !(id is any CustomStringConvertible) { return Excerpt.text(of: id) }
    return Excerpt.line("\(id)")
  }

  /// Returns a text as one line, with invisible characters escaped, without truncation.
  package static func whole(_ text: String) -> String { StringLiteral.visible(text) }

  /// Returns the text of a name that a programmer has chosen.
  package static func name(_ name: String) -> String { Excerpt.line(name, length: 100) }

  private static func line(_ string: some StringProtocol) -> String {
    Excerpt.line(String(String.UnicodeScalarView(string.unicodeScalars.prefix(Excerpt.length + 1))))
  }
}
