/// An action of any type, which is converted to text only when needed.
public struct ActionValue: Sendable, CustomStringConvertible {
  /// The action.
  public let base: any Sendable
  /// Whether the text shows the payload; see ``StoreConfiguration/showsPayloads``.
  let showsPayloads: Bool
  /// What a dropped action follows from, in a store that is traced.
  let traced: TracedCause?

  init(
    _ base: any Sendable,
    showsPayloads: Bool = IssueText.showsPayloads,
    of traced: TracedCause? = nil
  ) {
    self.base = base
    self.showsPayloads = showsPayloads
    self.traced = traced
  }

  /// The action as text on one line. Long text is truncated.
  ///
  /// If ``StoreConfiguration/showsPayloads`` is false, it shows the type and the case of the action.
  public var description: String { text(showsPayloads: showsPayloads) }

  /// The type and the case of the action, without payloads, on one line, such as
  /// `App.Action.rows(.element(id: …, action: .tapped))`.
  public var label: String { text(showsPayloads: false) }

  /// Returns the action as text on one line. Long text is truncated.
  ///
  /// - Parameter showsPayloads: Whether it shows the action, or only its type and its case.
  public func text(showsPayloads: Bool) -> String {
    if let cause = base as? DeclarationCause { return cause.text(showsPayloads: showsPayloads) }
    return IssueText.value(base, showsPayloads: showsPayloads)
  }
}
