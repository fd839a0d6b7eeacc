import Synchronization
import Troupe

extension TestClock {
  /// Creates a clock whose time is zero.
  ///
  /// Moving the clock wakes a task that runs on another scheduler, and doesn't run it. The first such sleep
  /// on the clock is an issue.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that sleeping tasks run on.
  ///   - fileID: The file named in issues about the clock.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues about the clock.
  ///   - column: The column of that line.
  public convenience init(
    scheduler: Scheduler,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    belong(to: scheduler)
  }

  /// Creates a clock whose time is zero, for the store that uses it.
  ///
  /// The clock belongs to the scheduler of the first ``TestStore`` that gets it as a dependency, or of the
  /// first task that sleeps on it or moves it. Tasks of other schedulers can't sleep on it; see
  /// ``init(scheduler:fileID:filePath:line:column:)``. As long as it has no scheduler, advancing it moves the
  /// time, wakes the tasks that sleep on it, and doesn't wait for what they do then.
  ///
  /// A test store has such a clock already, ``TestStore/clock``.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues about the clock.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues about the clock.
  ///   - column: The column of that line.
  public convenience init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The scheduler that the clock belongs to; nil if no store and no task of a scheduler has used it yet.
  var scheduler: Scheduler? { owner.withLock { $0 } }

  /// Gives the clock to a scheduler, unless it has one.
  func belong(to scheduler: Scheduler) {
    let isNew = owner.withLock { owner in
      guard owner == nil else { return false }
      owner = scheduler
      return true
    }
    if isNew { scheduler.state.withLock { $0.clocks.append(Scheduler.WeakClock(clock: self)) } }
  }

  /// Gives the clock to the scheduler that runs the current task, unless it has one.
  func belongToCurrentScheduler() {
    if scheduler == nil, let current = Scheduler.current { belong(to: current) }
  }

  func settle(at location: CallSite) async { await scheduler?.settle(at: location) }

  /// Gives the clock to the scheduler of the current task if it has none. Reports, once, that the current
  /// task runs on another scheduler than the clock's.
  func checkScheduler() {
    let scheduler = scheduler
    let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
    if let executor, executor == scheduler?.asUnownedTaskExecutor() { return }
    guard let other = Scheduler.current, other !== scheduler else { return }
    belong(to: other)
    guard let scheduler, scheduler !== other,
      !hasReportedOtherScheduler.exchange(true, ordering: .relaxed)
    else { return }
    let sleeper = CurrentEffect.label.map { "The effect \($0)" } ?? "A task"
    TestIssueReporter.report(
      """
      \(sleeper) sleeps on a test clock of another scheduler. The clock was made at \(location), and its tasks run on \
      \(scheduler.origin). The task runs on \(other.origin). Advancing the clock wakes the task, but doesn't run it, so \
      its next steps run too late or never.

      Use the test store's clock, `store.clock`, which every `TestStore` sets as `continuousClock` and \
      `suspendingClock`. A store without a test store needs a clock of its scheduler: `TestClock(scheduler: \
      scheduler)` with `scheduler.configuration()`. If several stores share a clock, give all of them one scheduler: \
      `TestStore(initialState: …, scheduler: scheduler)`.
      """,
      at: IssueReporting.statement ?? CurrentEffect.location ?? location
    )
  }
}

extension Scheduler {
  /// The scheduler's name in issues.
  var origin: String {
    let owner = owner.withLock(\.self) ?? "a scheduler made at \(location)"
    return seed == 0 ? owner : "\(owner), with the seed \(seed)"
  }
}
