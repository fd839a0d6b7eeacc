import Logging
import Troupe

extension LoggingInstrument {
  /// Logs the dismissal, and removes the child's state with its logger as the current one.
  public func dismiss<State>(
    _ dismissal: inout DismissalInfo,
    state: inout State,
    body: (inout State) -> Void
  ) {
    let logger = logger(of: dismissal)
    dismissal.context = logger
    logger.log(level: levels.actions, "Dismissal")
    withLogger(logger) { _ in body(&state) }
  }

  /// Logs that work was cancelled.
  public func effectCancelled(_ effect: EffectInfo) {
    logger(of: effect).log(level: levels.effects, "Effect cancelled")
  }

  /// Logs that an action of an effect wasn't reduced.
  public func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo) {
    let trail = trail(store, nil, .droppedAction(text(of: action)), cause, cause?.root)
    (.bound ?? logger).on(trail).log(level: levels.drops, "Action dropped")
  }

  /// Logs that the inbox was full.
  public func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo) {
    logger(of: store)
      .log(
        level: levels.overflows,
        "Inbox full, actions dropped",
        metadata: [LogKey.count: "\(droppedCount)"]
      )
  }

  /// Logs that a scope began.
  public func scopeBegan(_ scope: ScopePath, in store: StoreInfo) {
    logger(of: store, scope).log(level: levels.scopes, "Scope began")
  }

  /// Logs that a scope ended.
  public func scopeEnded(_ scope: ScopePath, in store: StoreInfo) {
    logger(of: store, scope).log(level: levels.scopes, "Scope ended")
  }

  /// Logs a save.
  public func saved(_ save: SaveInfo) {
    logger(of: save.store)
      .log(
        level: levels.saves,
        "Saved",
        metadata: [
          LogKey.turns: "\(save.turnCount)", LogKey.unsaved: "\(save.unsavedTurnCount)",
          LogKey.wait: "\(save.wait)",
        ]
      )
  }
}
