/// A case of an enum. One `case` declaration can have several.
package struct CaseElement: Sendable {
  /// The name, with the backticks if it has them.
  package var name: String
  /// The payload; nil where there are no parentheses.
  package var parameters: [Parameter]?
  /// The raw value as written.
  package var rawValue: String?
  /// Where the name starts, in bytes.
  package var start: Int
}

/// A part of a payload, or a parameter of a function type.
package struct Parameter: Sendable, Equatable {
  /// The label as written, `_` too.
  package var label: String?
  /// The name after the label.
  package var secondName: String?
  /// The type as written.
  package var type: String
  /// The default value as written.
  package var defaultValue: String?
}
