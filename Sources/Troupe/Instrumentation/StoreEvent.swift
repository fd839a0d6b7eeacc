/// Something that happened in a store.
///
/// Events are for logs, metrics, traces and tests; see ``Store/events(bufferingNewest:)``.
public struct StoreEvent: Sendable, CustomStringConvertible {
  /// What happened. More cases come with later versions: give a `switch` over it a `default`.
  public enum Kind: Sendable {
    /// An action is about to be reduced.
    case actionReceived(ActionValue)
    /// The action was reduced.
    case actionReduced(ActionValue)
    /// An action of an effect was not reduced, because the effect was cancelled, had ended, or its scope had.
    case actionDropped(ActionValue)
    /// The inbox was full, and so many actions were dropped since this was told last.
    case inboxOverflow(dropped: Int)
    /// Work was started.
    case effectStarted(EffectSnapshot)
    /// Work that was started has ended, by itself or because it had been cancelled.
    case effectEnded(EffectSnapshot)
    /// Work has thrown an error that nobody caught. What the failure policy brings about is told next, then its end.
    case effectFailed(EffectSnapshot, any Error)
    /// Work was cancelled. Where it had started, its end is told when it comes. Pieces of work with ids of their own are
    /// not told of.
    case effectCancelled(EffectSnapshot)
    /// An effect was not run because of its limit or its throttle, which has this id.
    case effectDropped(CancelID)
    /// A scope began.
    case scopeBegan(ScopePath)
    /// A scope ended.
    case scopeEnded(ScopePath)
    /// A child dismissed itself, and was taken out of the state without an action.
    case dismissed(ScopePath)
  }

  /// What happened.
  public let kind: Kind
  let showsPayloads: Bool

  /// The event as text on one line.
  ///
  /// Where ``StoreConfiguration/showsPayloads`` is false, actions, errors and ids are named by their types and cases.
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
