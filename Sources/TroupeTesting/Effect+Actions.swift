import Troupe

extension Effect {
  /// Runs the effect outside a feature, and returns the actions that the effect sends, in order.
  ///
  /// ```swift
  /// let actions = await loadEffect(of: "Rome").actions()
  /// ```
  ///
  /// The effect runs in a separate store, which ignores the actions. The effect uses the dependencies that
  /// are current at the call.
  ///
  /// The method resumes when the effect, and all effects that it started, have ended. After `limit` actions,
  /// the method cancels the effect, and resumes when the effect has ended. The limit lets you test an endless
  /// effect that responds to cancellation. Cancelling the calling task cancels the effect.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of actions to wait for; nil for no limit.
  ///   - configuration: The configuration of the effect's store. Pass `scheduler.configuration()` to run the
  ///     effect on a scheduler.
  nonisolated(nonsending)
    public func actions(
      limit: Int? = nil,
      configuration: StoreConfiguration<EffectAction<Action>> = StoreConfiguration()
    ) async -> [Action]
  {
    guard limit != 0 else { return [] }
    let sent = Locked<[Action]>([])
    // A state of size zero would share its object's address, and the thread sanitizer would report a race.
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

/// The actions of the store in which `Effect.actions(limit:configuration:)` runs an effect.
public enum EffectAction<Action: Sendable>: Sendable {
  /// The action that starts the effect.
  case start
  /// An action that the effect has sent.
  case sent(Action)
}
