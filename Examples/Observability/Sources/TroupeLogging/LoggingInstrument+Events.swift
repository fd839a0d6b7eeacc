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
    dismissal.instrumentContext = logger
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
    log(levels.overflows, "Inbox full, actions dropped", store, metadata: [LogKey.count: "\(droppedCount)"])
  }

  /// Logs that a scope began.
  public func scopeBegan(_ scope: ScopePath, in store: StoreInfo) {
    log(levels.scopes, "Scope began", store, scope)
  }

  /// Logs that a scope ended.
  public func scopeEnded(_ scope: ScopePath, in store: StoreInfo) {
    log(levels.scopes, "Scope ended", store, scope)
  }

  /// Logs a save.
  public func saved(_ save: SaveInfo) {
    log(
      levels.saves,
      "Saved",
      save.store,
      metadata: [
        LogKey.turns: "\(save.turnCount)", LogKey.unsaved: "\(save.unsavedTurnCount)",
        LogKey.wait: "\(save.wait)",
      ]
    )
  }

  /// Logs an event without a caller. The line's text is created only if it is written.
  private func log(
    _ level: Logger.Level,
    _ message: Logger.Message,
    _ store: StoreInfo,
    _ scope: ScopePath? = nil,
    metadata: @autoclosure () -> Logger.Metadata? = nil
  ) {
    guard logger.logLevel <= level else { return }
    logger.on(trail(store, scope)).log(level: level, message, metadata: metadata())
  }
}
