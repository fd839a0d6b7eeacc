/// An action of any type, which is converted to text only when needed.
public struct ActionValue: Sendable, CustomStringConvertible {
  /// The action.
  ///
  /// If the action may carry a ``Reply`` for which a request is waiting, this property is a substitute of
  /// another type in events and in the causes of effects. The substitute shows the type and the case of the
  /// action and doesn't keep the reply alive. While a request is waiting, a store assumes that an action may
  /// carry a reply if one of the action's values is a reply, if the action refers to objects or closures, or
  /// if the action has more than about 60 values.
  public let base: any Sendable
  /// Whether the text shows the payload; see ``StoreConfiguration/showsPayloads``.
  let showsPayloads: Bool
  /// The cause of a dropped action, in a traced store.
  let traced: TracedCause?
  /// The label of an action that was passed to instruments.
  private let knownLabel: KnownLabel?

  init(
    _ base: any Sendable,
    showsPayloads: Bool = IssueText.showsPayloads,
    of traced: TracedCause? = nil,
    knownLabel: KnownLabel? = nil
  ) {
    self.base = base
    self.showsPayloads = showsPayloads
    self.traced = traced
    self.knownLabel = knownLabel
  }

  /// The action as text on one line. Long text is truncated.
  ///
  /// If ``StoreConfiguration/showsPayloads`` is false, the text shows only the type and the case of the
  /// action.
  public var description: String { text(showsPayloads: showsPayloads) }

  /// The type and the case of the action, without payloads, on one line, such as
  /// `App.Action.rows(.element(id: …, action: .tapped))`.
  public var label: String { text(showsPayloads: false) }

  /// Returns the action as text on one line. Long text is truncated.
  ///
  /// - Parameter showsPayloads: Whether the text shows the whole action, or only the action's type and case.
  public func text(showsPayloads: Bool) -> String {
    if let knownLabel, !showsPayloads { return knownLabel.text(of: base) }
    if let cause = base as? SubscriptionCause { return cause.text(showsPayloads: showsPayloads) }
    if let action = base as? ActionSummary { return action.text }
    if showsPayloads { return IssueText.value(base, showsPayloads: true) }
    return ActionLabel.text(of: base)
  }
}
