/// A declaration inside of a type, or a line of conditional compilation between them.
package struct Member: Sendable {
  /// What it declares.
  package enum Kind: Sendable {
    case enumCase([CaseElement])
    case variable(isLet: Bool, [Binding])
    /// Anything else: its keyword, and its name, which is empty where there is none.
    case other(keyword: String, name: String)
    /// `#if …`, `#elseif …`, `#else` or `#endif`, as written.
    case directive(String)
  }

  /// Its attributes and modifiers.
  package var prefix: Prefix
  /// What it declares.
  package var kind: Kind
  /// Where it is, in bytes.
  package var range: Range<Int>
}
