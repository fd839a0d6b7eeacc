/// An action as a value of any type, turned into text only when asked.
public struct ActionValue: Sendable, CustomStringConvertible {
  /// The action.
  public let base: any Sendable
  /// Whether the text shows the payload; see ``StoreConfiguration/showsPayloads``.
  let showsPayloads: Bool

  init(_ base: any Sendable, showsPayloads: Bool = IssueText.showsPayloads) {
    self.base = base
    self.showsPayloads = showsPayloads
  }

  /// The action as text on one line, which is cut where it is long.
  ///
  /// Where ``StoreConfiguration/showsPayloads`` is false, it is the type and the case of the action.
  public var description: String { IssueText.value(base, showsPayloads: showsPayloads) }
}
