/// An event in a store, such as the reduction of an action or the start of an effect.
///
/// Events are for logs, metrics, traces and tests; see ``Store/events(bufferingNewest:)``.
public struct StoreEvent: Sendable, CustomStringConvertible {
  /// The kind of an event. Later versions may add cases, so end a `switch` over this type with
  /// `@unknown default`.
  @nonexhaustive
  public enum Kind: Sendable {
    /// An action is about to be reduced.
    case actionReceived(ActionValue)
    /// An action was reduced.
    case actionReduced(ActionValue)
    /// An action of an effect wasn't reduced, because the effect was cancelled, had ended, or belonged to a
    /// scope that had ended.
    case actionDropped(ActionValue)
    /// The inbox was full. `dropped` is the number of actions that were dropped since the previous event of
    /// this kind.
    case inboxOverflow(dropped: Int)
    /// An effect's work has started.
    case effectStarted(EffectSnapshot)
    /// An effect's work has ended, either by itself or after its cancellation.
    case effectEnded(EffectSnapshot)
    /// An effect's work threw an uncaught error. The next events are the failure policy's events, followed by
    /// `effectEnded`.
    case effectFailed(EffectSnapshot, any Error)
    /// An effect's work was cancelled. If the work had started, `effectEnded` follows when the work has
    /// ended. No event is emitted for operations of `withTaskCancellation`, or for work that is waiting for
    /// other work to end.
    case effectCancelled(EffectSnapshot)
    /// An effect didn't run because of the limit or the throttle with this id.
    case effectDropped(CancelID)
    /// A scope has begun.
    case scopeBegan(ScopePath)
    /// A scope has ended.
    case scopeEnded(ScopePath)
    /// A child dismissed itself and was removed from the state without an action.
    case dismissed(ScopePath)
  }

  /// The kind of the event.
  public let kind: Kind
  /// The time at which the store emitted the event.
  public let instant: ContinuousClock.Instant
  /// The action in whose turn the event occurred, or to which the event refers; nil if no action caused the
  /// event.
  public let actionID: ActionID?
  /// The event's cause: for an event about an action, the action's cause; for an event about an effect, the
  /// action that started the effect. The cause is nil if nothing in a store caused the event.
  public let cause: Cause?
  let showsPayloads: Bool

  /// The event as text on one line.
  ///
  /// If ``StoreConfiguration/showsPayloads`` is false, the text shows only the types and cases of actions,
  /// errors and ids.
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
