import Troupe
import TroupeDiagnostics

/// What runs a store under test: the scheduler that is driven, the clock, and where failures go.
final class TestRunner: Sendable {
  let scheduler: Scheduler
  let clock: TestClock
  private let runningEffects: @Sendable () -> [EffectSnapshot]
  private let limit = Locked(Duration.seconds(1))
  private let skipped = Locked<Set<EffectID>>([])

  init(
    scheduler: Scheduler,
    clock: TestClock,
    runningEffects: @escaping @Sendable () -> [EffectSnapshot]
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.runningEffects = runningEffects
  }

  /// How long to wait, in real time, for what is outside of the scheduler.
  var outsideLimit: Duration {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  /// Reports a failure.
  func report(_ message: String, at location: SourceLocation) {
    Self.reporting { reportIssue(message, at: location) }
  }

  /// Makes the issues of an operation failures of the test, unless someone else takes them.
  static func reporting<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard IssueReporting.isDefault else { return try operation() }
    return try withIssueReporters([TestIssueReporter()], operation: operation)
  }

  /// Runs what can run.
  func drain() { Self.reporting { scheduler.drain() } }

  // MARK: What runs

  /// What runs.
  var running: [EffectSnapshot] { runningEffects() }

  /// What runs, but for what the test has said not to mind.
  var minded: [EffectSnapshot] {
    let skipped = skipped.withLock { $0 }
    return running.filter { !skipped.contains($0.id) }
  }

  /// Effects that a test has said not to mind.
  func skip(_ effects: [EffectSnapshot]) {
    skipped.withLock { $0.formUnion(effects.map(\.id)) }
  }

  /// What effects wait for.
  func waiting(_ effects: [EffectSnapshot]) -> WaitingEffects {
    let sleepers = clock.sleepers
    return WaitingEffects(
      effects: effects.map { effect in
        let deadlines = sleepers.filter { $0.effect == effect.id }.map(\.deadline)
        return WaitingEffects.Waiting(effect: effect, deadline: deadlines.min())
      },
      now: clock.now,
      limit: outsideLimit
    )
  }

  /// What runs when nothing more comes: looking at it runs what has come from outside, which may end what was seen.
  private var runningWhenQuiet: [EffectSnapshot] {
    var before: [EffectSnapshot]
    var now = running
    repeat {
      before = now
      now = running
    } while before.map(\.id) != now.map(\.id)
    return now
  }

  // MARK: Waiting

  /// Runs what can run, and waits for what is outside, as long as something is missing.
  ///
  /// It resumes when nothing is missing, when all that runs waits for the clock, or when the limit has passed.
  nonisolated(nonsending)
    func settle(while isMissing: () -> Bool) async
  {
    drain()
    guard isMissing() else { return }
    // One limit for the statement: something outside that stirs again and again doesn't keep the test for ever.
    let deadline = ContinuousClock.now + outsideLimit
    while isMissing() {
      let isAnyOutside = waiting(runningWhenQuiet).effects.contains { $0.deadline == nil }
      // Looking at what runs has run what came from outside meanwhile.
      guard isMissing() else { return }
      let rest = ContinuousClock.now.duration(to: deadline)
      guard isAnyOutside, rest > .zero, await scheduler.waitForWork(within: rest) else { return }
      drain()
    }
  }
}
