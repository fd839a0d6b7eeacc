import Troupe
import TroupeDiagnostics

/// Runs a store under test, with its scheduler and its clock.
final class TestRunner: Sendable {
  let scheduler: Scheduler
  let clock: TestClock
  /// The identity of the store under test.
  private let isolation: ObjectIdentifier
  /// The location at which the store was created.
  private let location: CallSite
  private let runningEffects: @Sendable () -> [EffectSnapshot]
  private let limit = Locked(Duration.seconds(1))
  private let skipped = Locked<Set<EffectID>>([])

  init(
    scheduler: Scheduler,
    clock: TestClock,
    isolation: ObjectIdentifier,
    location: CallSite,
    runningEffects: @escaping @Sendable () -> [EffectSnapshot]
  ) {
    self.scheduler = scheduler
    self.clock = clock
    self.isolation = isolation
    self.location = location
    self.runningEffects = runningEffects
  }

  /// The maximum real time to wait for work outside the scheduler.
  var realTimeLimit: Duration {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  /// Runs everything that can run.
  ///
  /// - Parameter statement: The test's statement that needs it; nil if it is unknown.
  func drain(at statement: CallSite? = nil) {
    scheduler.drain(at: statement ?? location)
  }

  // MARK: What runs

  /// The running effects.
  var running: [EffectSnapshot] { runningEffects() }

  /// The running effects, without effects that the test has skipped, and without effects that the state
  /// declares.
  var minded: [EffectSnapshot] {
    let skipped = skipped.withLock { $0 }
    return running.filter { !skipped.contains($0.id) && (!$0.isDeclared || $0.isCancelled) }
  }

  /// Skips effects that the test doesn't assert.
  func skip(_ effects: [EffectSnapshot]) {
    skipped.withLock { $0.formUnion(effects.map(\.id)) }
  }

  /// Returns what effects wait for. A sleeping effect waits for its earliest deadline on any clock of the
  /// scheduler.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - timeout: The maximum real time that was waited for them; nil for ``realTimeLimit``.
  func waiting(_ effects: [EffectSnapshot], within timeout: Duration? = nil) -> WaitingEffects {
    let clocks = [clock] + scheduler.clocks.filter { $0 !== clock }
    var sleeps = clocks.flatMap { other in
      other.sleepers.filter { $0.isolation == isolation }.map { sleeper in
        let now = other.now
        return (
          effect: sleeper.effect,
          sleep: WaitingEffects.Sleep(deadline: sleeper.deadline, now: now, isOnOtherClock: other !== clock)
        )
      }
    }
    let machineSleeps = scheduler.sleeps.filter { $0.isolation == isolation }
    let machineTime = scheduler.state.withLock { $0.time }
    for sleep in machineSleeps {
      // The clock of the test store also moves the clocks of the machine.
      let deadline = clock.now.advanced(by: sleep.deadline - machineTime)
      sleeps.append(
        (sleep.effect, WaitingEffects.Sleep(deadline: deadline, now: clock.now, isOnOtherClock: false))
      )
    }
    return WaitingEffects(
      effects: effects.map { effect in
        let sleep = sleeps.filter { $0.effect == effect.id }.map(\.sleep).min { $0.rest < $1.rest }
        return WaitingEffects.Waiting(effect: effect, sleep: sleep)
      },
      limit: timeout ?? realTimeLimit
    )
  }

  /// The running effects when no more work arrives. Listing them runs jobs that came from outside, which may
  /// end effects, so it repeats until the list is stable.
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

  /// Runs everything that can run, and waits for work outside the scheduler, as long as an expected step is
  /// missing.
  ///
  /// It resumes when nothing is missing, when all running effects wait for a clock, or when the limit has
  /// passed.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time to wait; nil for ``realTimeLimit``.
  ///   - statement: The statement of the test that needs it.
  ///   - isMissing: Returns whether something is missing.
  nonisolated(nonsending)
    func settle(
      within timeout: Duration? = nil,
      at statement: CallSite,
      while isMissing: () -> Bool
    ) async
  {
    drain(at: statement)
    guard isMissing() else { return }
    // The limit applies to the whole statement, so that repeated activity outside can't keep the test waiting
    // forever.
    let deadline = realNow + (timeout ?? realTimeLimit)
    while isMissing() {
      if scheduler.time == .automatic, scheduler.wakeFirstSleeper() {
        drain(at: statement)
        continue
      }
      let isAnyOutside = waiting(runningWhenQuiet).effects.contains { $0.sleep == nil }
      // Finding the running effects has also run the jobs that came from outside in the meantime.
      guard isMissing() else { return }
      let rest = realNow.duration(to: deadline)
      guard isAnyOutside, rest > .zero, await scheduler.waitForWork(within: rest) else { return }
      drain(at: statement)
    }
  }
}
