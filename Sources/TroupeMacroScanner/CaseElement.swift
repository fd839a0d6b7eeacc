/// A case of an enum. A single `case` declaration can declare several cases.
package struct CaseElement: Sendable {
  /// The case's name, with backticks if they are written.
  package var name: String
  /// The payload; nil if there are no parentheses.
  package var parameters: [Parameter]?
  /// The raw value as written; nil if there is none.
  package var rawValue: String?
  /// The start of the case's name, in bytes.
  package var start: Int
}

/// A part of a payload, or a parameter of a function type.
package struct Parameter: Sendable, Equatable {
  /// The label as written, which may be `_`; nil if there is none.
  package var label: String?
  /// The name after the label; nil if there is none.
  package var secondName: String?
  /// The type as written.
  package var type: String
  /// The default value as written; nil if there is none.
  package var defaultValue: String?
}
