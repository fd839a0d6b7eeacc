/// The declaration of a type, or an extension of a type.
package struct TypeDeclaration: Sendable {
  /// The declaration's attributes and modifiers.
  package var prefix: Prefix
  /// The declaration's keyword: `enum`, `struct`, `class`, `actor`, `protocol` or `extension`.
  package var keyword: String
  /// The type's name, with backticks if they are written.
  package var name: String
  /// The range of the name, in bytes.
  package var nameRange: Range<Int>
  /// The generic parameters with their angle brackets; nil if there are none.
  package var genericParameters: String?
  /// The types after the colon as written.
  package var inherited: [String]
  /// The members in order; empty if the caller didn't request them.
  package var members: [Member]
  /// The declaration's range, in bytes.
  package var range: Range<Int>
  /// The position after the opening brace, at which a first member can be inserted, in bytes.
  package var bodyStart: Int
}
