/// Something that happened in a store.
///
/// Events are for logs, metrics, traces and tests; see ``Store/events(bufferingNewest:)``.
public struct StoreEvent: Sendable, CustomStringConvertible {
  /// What happened. Later versions add cases: end a `switch` over it with `@unknown default`.
  @nonexhaustive
  public enum Kind: Sendable {
    /// An action is about to be reduced.
    case actionReceived(ActionValue)
    /// The action was reduced.
    case actionReduced(ActionValue)
    /// An action of an effect wasn't reduced, because the effect was cancelled, had ended, or belonged to a
    /// scope that had ended.
    case actionDropped(ActionValue)
    /// The inbox was full. The number counts the actions dropped since the previous event of this kind.
    case inboxOverflow(dropped: Int)
    /// Work has started.
    case effectStarted(EffectSnapshot)
    /// Work that had started has ended, by itself or after it was cancelled.
    case effectEnded(EffectSnapshot)
    /// Work threw an error that it didn't catch. The events that the failure policy causes follow, and then
    /// the end of the work.
    case effectFailed(EffectSnapshot, any Error)
    /// Work was cancelled. If it had started, `effectEnded` follows when it has ended. Pieces of work with
    /// ids of their own have no such event, and neither has work that waits for other work to end.
    case effectCancelled(EffectSnapshot)
    /// An effect didn't run because of the limit or the throttle with this id.
    case effectDropped(CancelID)
    /// A scope began.
    case scopeBegan(ScopePath)
    /// A scope ended.
    case scopeEnded(ScopePath)
    /// A child dismissed itself and was removed from the state without an action.
    case dismissed(ScopePath)
  }

  /// What happened.
  public let kind: Kind
  /// When the store told of it.
  public let instant: ContinuousClock.Instant
  /// The action in whose turn it happened, or which the event is about; nil for what follows from no action.
  public let actionID: ActionID?
  /// What it follows from. For an event about an action, it is what caused the action; for one about an
  /// effect, the action that started it. Nil if nothing in a store caused it.
  public let cause: Cause?
  let showsPayloads: Bool

  /// The event as text on one line.
  ///
  /// If ``StoreConfiguration/showsPayloads`` is false, actions, errors and ids are shown by their types and
  /// cases.
  public var description: String {
    switch kind {
    case .actionReceived(let action): "action received: \(action)"
    case .actionReduced(let action): "action reduced: \(action)"
    case .actionDropped(let action): "action dropped: \(action)"
    case .inboxOverflow(let count): "inbox overflow, actions dropped: \(count)"
    case .effectStarted(let effect): "effect started: \(effect)"
    case .effectEnded(let effect): "effect ended: \(effect)"
    case .effectFailed(let effect, let error):
      "effect failed: \(effect): \(IssueText.error(error, showsPayloads: showsPayloads))"
    case .effectCancelled(let effect): "effect cancelled: \(effect)"
    case .effectDropped(let id): "effect dropped under \(IssueText.id(id.base, showsPayloads: showsPayloads))"
    case .scopeBegan(let path): "scope began: \(path.text(showsPayloads: showsPayloads))"
    case .scopeEnded(let path): "scope ended: \(path.text(showsPayloads: showsPayloads))"
    case .dismissed(let path): "dismissed: \(path.text(showsPayloads: showsPayloads))"
    }
  }
}
