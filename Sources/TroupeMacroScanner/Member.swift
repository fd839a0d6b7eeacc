/// A declaration inside a type, or a line of conditional compilation between declarations.
package struct Member: Sendable {
  /// The kind of a declaration.
  package enum Kind: Sendable {
    case enumCase([CaseElement])
    case variable(isLet: Bool, [Binding])
    /// Any other declaration, with its keyword, and its name, which is empty if there is none.
    case other(keyword: String, name: String)
    /// The directive `#if …`, `#elseif …`, `#else` or `#endif`, as written.
    case directive(String)
  }

  /// The declaration's attributes and modifiers.
  package var prefix: Prefix
  /// The kind of the declaration.
  package var kind: Kind
  /// The declaration's range, in bytes.
  package var range: Range<Int>
}
