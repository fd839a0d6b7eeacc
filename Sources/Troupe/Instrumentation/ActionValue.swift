/// An action of any type, which is converted to text only when needed.
public struct ActionValue: Sendable, CustomStringConvertible {
  /// The action.
  public let base: any Sendable
  /// Whether the text shows the payload; see ``StoreConfiguration/showsPayloads``.
  let showsPayloads: Bool

  init(_ base: any Sendable, showsPayloads: Bool = IssueText.showsPayloads) {
    self.base = base
    self.showsPayloads = showsPayloads
  }

  /// The action as text on one line. Long text is truncated.
  ///
  /// If ``StoreConfiguration/showsPayloads`` is false, it shows the type and the case of the action.
  public var description: String {
    if let cause = base as? DeclarationCause { return cause.text(showsPayloads: showsPayloads) }
    return IssueText.value(base, showsPayloads: showsPayloads)
  }
}
