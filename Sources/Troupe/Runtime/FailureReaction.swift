/// A store's reaction to an uncaught error: its ``FailurePolicy``, without the type of the actions.
///
indirect enum FailureReaction: Sendable {
  case report
  case send(@Sendable (any Error) -> any AnyQueuedAction)
  case cancelScope
  case restart(RestartRule)

  static func of<Action>(_ policy: FailurePolicy<Action>) -> FailureReaction {
    switch policy.reaction {
    case .report: .report
    case .send(let action): .send { QueuedAction(action($0)) }
    case .cancelScope: .cancelScope
    case .restart(let rule): .restart(rule)
    }
  }
}

extension Runtime {
  /// Handles an uncaught error that an effect's work threw.
  func fail(_ effect: RunningEffect, _ origin: Engine.Origin, _ error: any Error) {
    handles[origin.cascade]?.fail(error)
    failRequests(of: origin.cascade, error)
    if engine.hasListeners, let snapshot = engine.snapshot(of: effect.id) {
      tell(.effectFailed(snapshot, error))
    }
    switch failureReaction {
    case .report:
      report(effect, origin, error, advice: "or set the store's `failurePolicy`.")
    case .restart(let rule):
      let isSupervised = origin.declared == .standing && subscriptions == .open
      if isSupervised, let supervision, !(error is UnimplementedError) {
        if restart(supervision, after: origin, failed: effect) { return }
        report(
          effect,
          origin,
          error,
          advice: """
            or allow more restarts in the store's `failurePolicy`. The effect isn't restarted, because its scope has \
            failed more than \(rule.limit) times within \(rule.duration), or the back-off has no attempts left.
            """
        )
      } else {
        report(effect, origin, error, advice: "or set the store's `failurePolicy`.")
      }
    case .send(let action):
      var origin = origin
      origin.route = nil
      engine.begin(.send(action(error)), origin)
    case .cancelScope:
      engine.cancelAll(in: origin.scope)
    }
  }

  private func report(
    _ effect: RunningEffect,
    _ origin: Engine.Origin,
    _ error: any Error,
    advice: String
  ) {
    // An unimplemented dependency has already reported an issue when it was called.
    guard !(error is UnimplementedError) else { return }
    reportIssue(
      """
      The effect \(effect.label) threw an error that wasn't caught: \
      \(IssueText.error(error, showsPayloads: showsPayloads)). The effect was started by \(text(of: origin.causingAction)).

      Catch the error in the operation, give `.run` a `catch:`, \(advice)
      """,
      at: effect.location
    )
  }
}
