/// A variable or constant. A single `var` or `let` declaration can declare several variables or constants.
package struct Binding: Sendable {
  /// The variable's name, or the pattern in its place.
  package var pattern: String
  /// Whether the pattern is a name.
  package var isIdentifier: Bool
  /// The type as written; nil if no type is written.
  package var type: String?
  /// The initial value as written; nil if there is none.
  package var initializer: String?
  /// The keywords of the accessors, such as `get` and `didSet`; `["get"]` for a body without a keyword; nil
  /// if there are no braces.
  package var accessors: [String]?
  /// The range of the pattern, in bytes.
  package var patternRange: Range<Int>
  /// The end of the variable's declaration, in bytes.
  package var end: Int

  /// Whether the variable has no storage.
  package var isComputed: Bool {
    accessors.map { !$0.contains("didSet") && !$0.contains("willSet") } ?? false
  }
}
