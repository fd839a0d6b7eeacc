/// A variable or constant. One `var` or `let` declaration can have several.
package struct Binding: Sendable {
  /// The name, or the pattern in its place.
  package var pattern: String
  /// Whether the pattern is a name.
  package var isIdentifier: Bool
  /// The type as written.
  package var type: String?
  /// The initial value as written.
  package var initializer: String?
  /// The keywords of the accessors, `get`, `didSet` and the like; `["get"]` for a body without a keyword; nil
  /// where there are no braces.
  package var accessors: [String]?
  /// Where the pattern is, in bytes.
  package var patternRange: Range<Int>
  /// Where the declaration of it ends, in bytes.
  package var end: Int

  /// Whether it has no storage.
  package var isComputed: Bool {
    accessors.map { !$0.contains("didSet") && !$0.contains("willSet") } ?? false
  }
}
