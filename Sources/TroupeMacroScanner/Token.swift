/// An indivisible part of Swift source: a range of bytes, and the facts about it that scanning needs.
package struct Token: Sendable {
  /// The kind of a token.
  package enum Kind: UInt8, Sendable {
    case identifier
    case number
    case string
    case regex
    /// A single character of an operator.
    case op
    /// A bracket, a comma and the like.
    case punct
    /// A `#` with the word after it.
    case pound
  }

  /// The kind of the token.
  package var kind: Kind
  /// The start of the token, in bytes.
  package var start: Int
  /// The end of the token, in bytes.
  package var end: Int
  /// Whether there is a line break between the previous token and this one.
  package var newlineBefore: Bool
  /// Whether there is anything between the previous token and this one.
  package var spaceBefore: Bool
  /// The index of the matching bracket, for a bracket that has one; else -1.
  package var partner: Int = -1
}
