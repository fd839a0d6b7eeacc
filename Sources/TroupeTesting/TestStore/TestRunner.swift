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

  /// Runs all runnable jobs.
  ///
  /// - Parameter statement: The test's statement that runs the jobs; nil if the statement is unknown.
  func drain(at statement: CallSite? = nil) {
    scheduler.drain(at: statement ?? location)
  }

  // MARK: What runs

  /// The running effects.
  var running: [EffectSnapshot] { runningEffects() }

  /// The running effects that must end before the test ends: all except skipped effects, and except declared
  /// effects that aren't cancelled.
  var minded: [EffectSnapshot] {
    let skipped = skipped.withLock { $0 }
    return running.filter { !skipped.contains($0.id) && (!$0.isDeclared || $0.isCancelled) }
  }

  /// Excludes effects from the effects that must end before the test ends.
  func skip(_ effects: [EffectSnapshot]) {
    skipped.withLock { $0.formUnion(effects.map(\.id)) }
  }

  /// Returns a description of the sleep or other work for which each effect is waiting. A sleeping effect
  /// waits for its earliest deadline on any clock of the scheduler.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - timeout: The maximum real time for which the test has waited for the effects; nil for
  ///     ``realTimeLimit``.
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
      // Advancing the test store's clock also advances the system clocks.
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

  /// The effects that are running when no more work arrives. Listing the effects runs jobs that arrived from
  /// outside, and these jobs may end effects. The listing is therefore repeated until the list is stable.
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

  /// Runs all runnable jobs and waits for work outside the scheduler as long as `isMissing` returns true.
  ///
  /// The method resumes when `isMissing` returns false, when all running effects are waiting for a clock, or
  /// when the time limit has passed. If all running effects are waiting for a clock and there is a `timeout`,
  /// the clocks first advance from sleep to sleep, by at most the `timeout`. Many short sleeps may take as
  /// much real time as the `timeout` or ``realTimeLimit``, whichever is longer: the `timeout` may be short.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time to wait, and the maximum time by which the clocks advance; nil for
  ///     ``realTimeLimit`` and clocks that stand still.
  ///   - statement: The test's statement that waits.
  ///   - isMissing: Returns whether the statement has to keep waiting, for example for an expected step.
  nonisolated(nonsending)
    func settle(
      within timeout: Duration? = nil,
      at statement: CallSite,
      while isMissing: () -> Bool
    ) async
  {
    drain(at: statement)
    guard isMissing() else { return }
    // The limit applies to the whole statement, so that repeated activity outside the scheduler can't keep
    // the test waiting forever.
    let start = realNow
    let deadline = start + (timeout ?? realTimeLimit)
    var virtualTime = timeout ?? .zero
    while isMissing() {
      if scheduler.time == .automatic, scheduler.wakeFirstSleeper() != nil {
        drain(at: statement)
        continue
      }
      let effects = waiting(runningWhenQuiet).effects
      let isAnyOutside = effects.contains { $0.sleep == nil }
      // Listing the running effects has also run the jobs that arrived from outside in the meantime.
      guard isMissing() else { return }
      if !effects.isEmpty, !isAnyOutside, virtualTime > .zero,
        realNow < start + max(timeout ?? .zero, realTimeLimit),
        let passed = scheduler.wakeFirstSleeper(within: virtualTime)
      {
        virtualTime -= passed
        drain(at: statement)
        continue
      }
      let rest = realNow.duration(to: deadline)
      guard isAnyOutside, rest > .zero, await scheduler.waitForWork(within: rest) else { return }
      drain(at: statement)
    }
  }
}
