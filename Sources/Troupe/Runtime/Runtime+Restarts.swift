/// The restarts of declared effects after failures. All members belong to the store's executor.
extension Runtime {
  /// Handles the failure of a declared effect. Returns whether the effect's scope is restarted. A scope that
  /// has failed too often isn't restarted.
  func restart(_ supervision: Supervision, after origin: Engine.Origin, failed effect: RunningEffect) -> Bool
  {
    let clock = clock
    guard let (delay, backoff) = supervision.suspend(after: origin, on: clock, self) else { return false }
    if delay <= .zero {
      restart(supervision, origin.scope, after: backoff)
    } else {
      wait(delay, on: clock, backoff, origin, effect)
    }
    return true
  }

  /// Begins the back-off. The back-off is a declared effect of the scope, so it ends with the scope, and
  /// nothing waits for it.
  private func wait(
    _ delay: Duration,
    on clock: any Clock<Duration>,
    _ backoff: Int,
    _ failed: Engine.Origin,
    _ effect: RunningEffect
  ) {
    var origin = failed
    origin.cascade = engine.openCascade()
    origin.onShutdown = nil
    origin.since = .now
    let pause = OperatorTimer(name: "restart", location: effect.location) {
      [reference = weakReference, isolation, scope = failed.scope] in
      try await clock.promptSleep(for: delay.bounded)
      guard let core = reference.core else { return }
      await core.runtime.restart(scope, after: backoff, of: RunningEffect.current, on: isolation)
      withExtendedLifetime(core) {}
    }
    engine.begin(.timer(pause), origin)
  }

  /// Restarts the declared effects of a scope, at the end of the back-off after a failure.
  private func restart(
    _ scope: ScopeID,
    after backoff: Int,
    of pause: RunningEffect?,
    on isolation: isolated any Actor
  ) {
    enter {
      // The back-off may have been cancelled before this method was called.
      guard pause?.isRunning == true, subscriptions == .open, let supervision else { return }
      inDependencies { runTurn { restart(supervision, scope, after: backoff) } }
    }
  }

  private func restart(_ supervision: Supervision, _ scope: ScopeID, after backoff: Int) {
    supervision.restart(scope, after: backoff, self)
    _ = takeMomentOfSubscriptions()
  }
}
