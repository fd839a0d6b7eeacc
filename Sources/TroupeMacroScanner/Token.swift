/// A piece of Swift source that can't be cut further: a range of bytes, and as much about it as scanning
/// takes.
package struct Token: Sendable {
  /// What a token is.
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

  /// What it is.
  package var kind: Kind
  /// Where it starts, in bytes.
  package var start: Int
  /// Where it ends, in bytes.
  package var end: Int
  /// Whether there is a line break between the token before and this one.
  package var newlineBefore: Bool
  /// Whether there is anything at all between the token before and this one.
  package var spaceBefore: Bool
  /// The index of the matching bracket, for a bracket that has one; else -1.
  package var partner: Int = -1
}
