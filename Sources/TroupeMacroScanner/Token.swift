/// A token of Swift source, with its range of bytes and the facts that scanning needs.
package struct Token: Sendable {
  /// The kind of a token.
  package enum Kind: UInt8, Sendable {
    case identifier
    case number
    case string
    case regex
    /// A single character of an operator.
    case op
    /// A punctuation character, such as a bracket or a comma.
    case punct
    /// A `#` together with the word after it.
    case pound
  }

  /// The token's kind.
  package var kind: Kind
  /// The start of the token, in bytes.
  package var start: Int
  /// The end of the token, in bytes.
  package var end: Int
  /// Whether there is a line break between the previous token and this token.
  package var newlineBefore: Bool
  /// Whether there is whitespace or a comment between the previous token and this token.
  package var spaceBefore: Bool
  /// The index of the matching bracket; -1 for a token without a matching bracket.
  package var partner: Int = -1
}
