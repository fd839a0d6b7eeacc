/// A description of an effect's work in a store.
public struct EffectSnapshot: Sendable, Identifiable, CustomStringConvertible {
  /// The work's number in the store.
  public let id: EffectID
  /// The name of the effect; nil if the effect has no name.
  public let name: String?
  /// The location at which the effect was created.
  public let location: CallSite
  /// The scope to which the effect belongs.
  public let scopePath: ScopePath
  /// The cancellation ids of the effect.
  public let ids: [CancelID]
  /// The action whose turn started the effect. For an effect that the state declares, the text of this value
  /// names the operator and the declaring value, as in `task(id: 42)`.
  public let causingAction: ActionValue
  /// Whether the work has been cancelled but hasn't ended yet.
  public let isCancelled: Bool
  /// The policy for the work when the store is shut down; see ``Effect/onShutdown(_:)``.
  public let onShutdown: OnShutdown
  /// The effect's cause, in a traced store.
  let traced: TracedCause?
  let cascade: CascadeID
  /// The time ``since``, stored in a type of fixed size.
  package let moment: MonotonicInstant

  /// The action that started the effect, and the first action in the chain of causes. The cause is nil if the
  /// store wasn't traced when the effect started, that is, if the store had no instruments and no consumer of
  /// its events. The cause is also nil for an effect that the initial state declares.
  public var cause: Cause? { traced?.cause }

  /// The effect's name, or the effect's location if the effect has no name. The label contains no payloads.
  public var label: String { name.map { IssueText.name($0) } ?? "\(location)" }

  /// Whether the effect runs as long as a value of the state exists; see `task(id:_:)` of ``Reducer``.
  public var isDeclared: Bool { (causingAction.base as? SubscriptionCause)?.stands == true }

  /// The value of the state that declares the effect; nil for an effect of an action or of `onStart`.
  public var declaredValue: (any Sendable)? {
    switch causingAction.base as? SubscriptionCause {
    case .value(let value), .end(let value): value
    case .start, nil: nil
    }
  }

  /// The time at which the action that caused the work was reduced.
  public var since: ContinuousClock.Instant { moment.instant }

  /// The effect's name, location and cause, and further details, on one line.
  ///
  /// If ``StoreConfiguration/showsPayloads`` is false, the text shows only the types and cases of the ids and
  /// the cause.
  public var description: String {
    let showsPayloads = causingAction.showsPayloads
    var text = "\(id) \(name.map { "\"\(IssueText.name($0))\" " } ?? "")at \(location)"
    if !scopePath.components.isEmpty { text += " in \(scopePath.text(showsPayloads: showsPayloads))" }
    if !ids.isEmpty {
      text +=
        ", id \(ids.map { IssueText.id($0.base, showsPayloads: showsPayloads) }.joined(separator: ", "))"
    }
    text += ", started by \(causingAction)"
    if isCancelled { text += ", cancelled" }
    return text
  }
}
