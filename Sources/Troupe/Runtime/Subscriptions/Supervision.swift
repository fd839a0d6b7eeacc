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

  /// Handles the failure of a declared effect: suspends the subscriptions of its scope. Returns the back-off
  /// and its number; nil if the scope has failed too often, or isn't supervised.
  func suspend(
    after failed: Engine.Origin,
    on clock: any Clock<Duration>,
    _ host: any SubscriptionHost
  ) -> (delay: Duration, backoff: Int)? {
    let scope = failed.scope
    guard var supervisor = supervisors.removeValue(forKey: scope) else { return nil }
    let now = AnyInstant.now(of: clock)
    supervisor.failures.removeAll { !$0.advanced(by: rule.duration).isAfter(now) }
    supervisor.failures = supervisor.failures.suffix(rule.limit) + [now]
    let count = supervisor.failures.count
    guard count <= rule.limit, let delay = rule.backoff.delay(beforeAttempt: count) else {
      supervisors[scope] = supervisor
      return nil
    }
    supervisor.backoff += 1
    supervisors[scope] = supervisor
    for part in supervisor.parts { part.suspend(host) }
    return (delay, supervisor.backoff)
  }

  /// Restarts the declared effects of a scope, if no other failure has happened in the meantime.
  func restart(_ scope: ScopeID, after backoff: Int, _ host: any SubscriptionHost) {
    guard let supervisor = supervisors[scope], supervisor.backoff == backoff else { return }
    for part in supervisor.parts { part.restart(host) }
  }
}
