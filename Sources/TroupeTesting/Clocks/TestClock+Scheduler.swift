import Synchronization
import Troupe

extension TestClock {
  /// Reports, once, that the current task runs on another scheduler than the clock's.
  func checkScheduler() {
    let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
    guard let executor, executor != scheduler.asUnownedTaskExecutor(),
      // A task may prefer an executor that is no scheduler.
      let other = Watchdog.shared.schedulers.first(where: { $0.asUnownedTaskExecutor() == executor }),
      !hasReportedOtherScheduler.exchange(true, ordering: .relaxed)
    else { return }
    let sleeper = CurrentEffect.label.map { "The effect \($0)" } ?? "A task"
    TestIssueReporter.report(
      """
      \(sleeper) sleeps on a test clock of another scheduler. The clock was made at \(location), and its tasks run on \
      \(scheduler.origin). The task runs on \(other.origin). Advancing the clock wakes the task, but doesn't run it, so \
      what it does then comes too late or never.

      Use the clock of the test store, `store.clock`, which every `TestStore` sets as `continuousClock` and \
      `suspendingClock`. A store without a test store needs a clock of its own scheduler: `TestClock(scheduler: \
      scheduler)` with `scheduler.configuration()`. If several stores share a clock, give all of them one scheduler: \
      `TestStore(initialState: …, scheduler: scheduler)`.
      """,
      at: IssueReporting.statement ?? CurrentEffect.location ?? location
    )
  }
}

extension Scheduler {
  /// What the scheduler is called in issues.
  var origin: String {
    let owner = owner.withLock(\.self) ?? "a scheduler made at \(location)"
    return seed == 0 ? owner : "\(owner), with the seed \(seed)"
  }
}
