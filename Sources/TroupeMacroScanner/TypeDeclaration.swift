/// The declaration of a type, or an extension of one.
package struct TypeDeclaration: Sendable {
  /// Its attributes and modifiers.
  package var prefix: Prefix
  /// `enum`, `struct`, `class`, `actor`, `protocol` or `extension`.
  package var keyword: String
  /// The name, with the backticks if it has them.
  package var name: String
  /// Where the name is, in bytes.
  package var nameRange: Range<Int>
  /// The generic parameters with their angle brackets.
  package var genericParameters: String?
  /// The types after the colon, as written.
  package var inherited: [String]
  /// The members in order; empty where they weren't asked for.
  package var members: [Member]
  /// Where it is, in bytes.
  package var range: Range<Int>
  /// Where the first member would go: after the opening brace, in bytes.
  package var bodyStart: Int
}
