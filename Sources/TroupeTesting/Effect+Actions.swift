import Troupe

extension Effect {
  /// Runs the effect outside a feature, and returns the actions that it sends, in order.
  ///
  /// ```swift
  /// let actions = await loadEffect(of: "Rome").actions()
  /// ```
  ///
  /// The effect runs in a separate store, which ignores the actions. It uses the dependencies that are
  /// current at the call.
  ///
  /// It resumes when the effect, and all effects that it started, have ended. After `limit` actions, it
  /// cancels the effect and resumes when the effect has ended. In this way, you can test an endless effect if
  /// it responds to cancellation. Cancelling the calling task cancels the effect.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of actions to wait for; nil for no limit.
  ///   - configuration: The configuration of the effect's store. Pass `scheduler.configuration()` to run it
  ///     on a scheduler.
  nonisolated(nonsending)
    public func actions(
      limit: Int? = nil,
      configuration: StoreConfiguration<EffectAction<Action>> = StoreConfiguration()
    ) async -> [Action]
  {
    guard limit != 0 else { return [] }
    let sent = Locked<[Action]>([])
    // A state of no size would have the address of its object, which the thread sanitizer takes for a race.
    let store = Store(initialState: false, configuration: configuration) {
      Reduce<Bool, EffectAction<Action>> { _, action in
        switch action {
        case .start: return self.map { .sent($0) }
        case .sent(let action):
          let count = sent.withLock { sent in
            if let limit, sent.count >= limit { return sent.count }
            sent.append(action)
            return sent.count
          }
          return count == limit ? .cancelAll : .none
        }
      }
    }
    let task = await store.send(.start)
    await withTaskCancellationHandler {
      await task.finish()
    } onCancel: {
      task.cancel()
    }
    return sent.withLock { $0 }
  }
}

/// The actions of the store in which `Effect.actions(limit:configuration:)` runs an effect. No other actions
/// exist.
public enum EffectAction<Action: Sendable>: Sendable {
  /// The effect has to start.
  case start
  /// The effect has sent an action.
  case sent(Action)
}
