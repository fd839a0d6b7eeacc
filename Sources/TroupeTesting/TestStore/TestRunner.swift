import Troupe
import TroupeDiagnostics

/// What runs a store under test: the scheduler that is driven, the clock, and where failures go.
final class TestRunner: Sendable {
  let scheduler: Scheduler
  let clock: TestClock
  /// What tells the store under test from others.
  private let home: ObjectIdentifier
  /// Where it was made.
  private let location: SourceLocation
  private let runningEffects: @Sendable () -> [EffectSnapshot]
  private let limit = Locked(Duration.seconds(1))
  private let skipped = Locked<Set<EffectID>>([])

  init(
    scheduler: Scheduler,
    clock: TestClock,
    home: ObjectIdentifier,
    location: SourceLocation,
    runningEffects: @escaping @Sendable () -> [EffectSnapshot]
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.home = home
    self.location = location
    self.runningEffects = runningEffects
  }

  /// How long to wait, in real time, for what is outside of the scheduler.
  var outsideLimit: Duration {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  /// Runs what can run.
  ///
  /// - Parameter statement: The statement of the test for which it is run; nil where none is known.
  func drain(at statement: SourceLocation? = nil) {
    scheduler.drain(at: statement ?? location)
  }

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

  /// What effects wait for: each that sleeps, on whatever clock of the scheduler, for what wakes it first.
  func waiting(_ effects: [EffectSnapshot]) -> WaitingEffects {
    let clocks = [clock] + scheduler.clocks.filter { $0 !== clock }
    let sleeps = clocks.flatMap { other in
      other.sleepers.filter { $0.home == home }.map { sleeper in
        let now = other.now
        return (
          effect: sleeper.effect,
          sleep: WaitingEffects.Sleep(deadline: sleeper.deadline, now: now, isOnOtherClock: other !== clock)
        )
      }
    }
    return WaitingEffects(
      effects: effects.map { effect in
        let sleep = sleeps.filter { $0.effect == effect.id }.map(\.sleep).min { $0.rest < $1.rest }
        return WaitingEffects.Waiting(effect: effect, sleep: sleep)
      },
      limit: outsideLimit
    )
  }

  /// What runs when nothing more comes: looking at it runs what has come from outside, which may end what was
  /// seen.
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
  /// It resumes when nothing is missing, when all that runs waits for the clock, or when the limit has
  /// passed.
  nonisolated(nonsending)
    func settle(at statement: SourceLocation, while isMissing: () -> Bool) async
  {
    drain(at: statement)
    guard isMissing() else { return }
    // One limit for the statement: something outside that stirs again and again doesn't keep the test for
    // ever.
    let deadline = ContinuousClock.now + outsideLimit
    while isMissing() {
      let isAnyOutside = waiting(runningWhenQuiet).effects.contains { $0.sleep == nil }
      // Looking at what runs has run what came from outside meanwhile.
      guard isMissing() else { return }
      let rest = ContinuousClock.now.duration(to: deadline)
      guard isAnyOutside, rest > .zero, await scheduler.waitForWork(within: rest) else { return }
      drain(at: statement)
    }
  }
}
