import Troupe
import TroupeDiagnostics

/// What runs a store under test: the scheduler that is driven, the clock, and where failures go.
final class TestRunner: Sendable {
  let scheduler: Scheduler
  let clock: TestClock
  private let runningEffects: @Sendable () -> [EffectSnapshot]
  private let limit = Locked(Duration.seconds(1))
  private let skipped = Locked<Set<EffectID>>([])
  private let reporters: [any IssueReporter]

  init(
    scheduler: Scheduler,
    clock: TestClock,
    runningEffects: @escaping @Sendable () -> [EffectSnapshot]
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.runningEffects = runningEffects
    reporters = IssueReporting.isDefault ? [TestIssueReporter()] : []
  }

  /// How long to wait, in real time, for what is outside of the scheduler.
  var outsideLimit: Duration {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  /// Reports a failure.
  func report(_ message: String, at location: SourceLocation) {
    reporting { reportIssue(message, at: location) }
  }

  /// Makes the issues of an operation failures of the test, unless someone else takes them.
  func reporting<Result>(_ operation: () -> Result) -> Result {
    reporters.isEmpty ? operation() : withIssueReporters(reporters, operation: operation)
  }

  /// Runs what can run.
  func drain() { reporting { scheduler.drain() } }

  /// Effects that a test has said not to wait for.
  func skip(_ effects: [EffectSnapshot]) {
    skipped.withLock { $0.formUnion(effects.map(\.id)) }
  }

  /// What runs, but for what is not to be waited for.
  var running: [EffectSnapshot] {
    let skipped = skipped.withLock { $0 }
    return runningEffects().filter { !skipped.contains($0.id) }
  }

  /// Runs what can run, and waits for what is outside, as long as something is missing.
  ///
  /// It resumes when nothing is missing, when all that runs waits for the clock, or when the limit has passed.
  nonisolated(nonsending)
    func settle(while isMissing: () -> Bool) async -> WaitingEffects
  {
    drain()
    while isMissing() {
      let waiting = waiting
      guard waiting.effects.contains(where: { $0.deadline == nil }) else { return waiting }
      let limit = outsideLimit
      guard await scheduler.waitForWork(within: limit) else {
        var waiting = self.waiting
        waiting.limit = limit
        return waiting
      }
      drain()
    }
    return waiting
  }

  /// What runs and waits.
  var waiting: WaitingEffects {
    let sleepers = clock.sleepers
    return WaitingEffects(
      effects: running.map { effect in
        let deadlines = sleepers.filter { $0.effect == effect.id }.map(\.deadline)
        return WaitingEffects.Waiting(effect: effect, deadline: deadlines.min())
      },
      now: clock.now
    )
  }
}
