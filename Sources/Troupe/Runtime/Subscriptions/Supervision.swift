/// Restarts declared effects after one of them has failed. See ``FailurePolicy/restart(_:atMost:within:)``.
///
/// Scopes are independent. A failure ends all unfinished effects that are declared in the same scope. These
/// effects restart after a back-off, unless there were too many recent failures.
///
/// The supervision belongs to its store's executor, like the rest of the ``Runtime``.
final class Supervision {
  /// The subscriptions of a scope, and their recent failures.
  private struct Supervisor {
    var parts: [any RestartablePart] = []
    /// The most recent failures, oldest first.
    var failures: [AnyInstant] = []
    /// The number of the back-off that the restart waits for.
    var backoff = 0
  }

  private let rule: RestartRule
  private var supervisors: [ScopeID: Supervisor] = [:]

  init(_ rule: RestartRule) { self.rule = rule }

  /// Records that an effect that can be restarted has started in a scope.
  func add(_ part: any RestartablePart, in scope: ScopeID) {
    supervisors[scope, default: Supervisor()].parts.append(part)
  }

  func remove(_ part: any RestartablePart, from scope: ScopeID) {
    supervisors[scope]?.parts.removeAll { $0 === part }
    if let supervisor = supervisors[scope], supervisor.parts.isEmpty, supervisor.failures.isEmpty {
      supervisors[scope] = nil
    }
  }

  /// Removes a scope that has ended.
  func remove(_ scope: ScopeID) { supervisors[scope] = nil }

  /// Handles the failure of a declared effect. Returns whether the effect's scope is restarted. A scope that
  /// has failed too often isn't restarted.
  func restart(after origin: Engine.Origin, failed effect: RunningEffect, _ runtime: Runtime) -> Bool {
    let scope = origin.scope
    guard var supervisor = supervisors.removeValue(forKey: scope) else { return false }
    let clock = runtime.clock
    let now = AnyInstant.now(of: clock)
    supervisor.failures.removeAll { !$0.advanced(by: rule.duration).isAfter(now) }
    supervisor.failures = supervisor.failures.suffix(rule.limit) + [now]
    let count = supervisor.failures.count
    guard count <= rule.limit, let delay = rule.backoff.delay(beforeAttempt: count) else {
      supervisors[scope] = supervisor
      return false
    }
    supervisor.backoff += 1
    supervisors[scope] = supervisor
    for part in supervisor.parts { part.suspend(runtime) }
    if delay <= .zero {
      restart(scope, after: supervisor.backoff, runtime)
    } else {
      wait(delay, on: clock, supervisor.backoff, origin, effect, runtime)
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
    _ effect: RunningEffect,
    _ runtime: Runtime
  ) {
    var origin = failed
    origin.cascade = runtime.engine.openCascade()
    origin.onShutdown = nil
    origin.since = .now
    let (reference, isolation) = (runtime.weakReference, runtime.isolation)
    let pause = OperatorTimer(name: "restart", location: effect.location) { [scope = failed.scope] in
      try await clock.promptSleep(for: delay.bounded)
      guard let core = reference.core else { return }
      await core.runtime.restart(scope, after: backoff, of: RunningEffect.current, on: isolation)
      withExtendedLifetime(core) {}
    }
    runtime.engine.begin(.timer(pause), origin)
  }

  /// Restarts the declared effects of a scope, if no other failure has happened in the meantime.
  func restart(_ scope: ScopeID, after backoff: Int, _ runtime: Runtime) {
    guard let supervisor = supervisors[scope], supervisor.backoff == backoff else { return }
    for part in supervisor.parts { part.restart(runtime) }
    _ = runtime.takeMomentOfSubscriptions()
  }
}

/// The limits and delays of restarts.
struct RestartRule: Sendable {
  let backoff: Backoff
  let limit: Int
  let duration: Duration
}

/// A subscription whose effect can be restarted.
protocol RestartablePart: AnyObject {
  /// Cancels the effect, unless it has ended, and records that it must be restarted.
  func suspend(_ runtime: Runtime)

  /// Restarts the effect, if it is suspended and no other effect has started in the meantime.
  func restart(_ runtime: Runtime)
}

extension Runtime {
  /// Restarts the declared effects of a scope, at the end of the back-off after a failure.
  fileprivate func restart(
    _ scope: ScopeID,
    after backoff: Int,
    of pause: RunningEffect?,
    on isolation: isolated any Actor
  ) {
    enter {
      // The back-off may have been cancelled before this method was called.
      guard pause?.isRunning == true, subscriptions == .open, let supervision else { return }
      inDependencies { runTurn { supervision.restart(scope, after: backoff, self) } }
    }
  }
}
