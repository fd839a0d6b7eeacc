import Synchronization
import Troupe

extension TestClock {
  /// Creates a clock whose time is zero, and that belongs to a scheduler.
  ///
  /// If a task of another scheduler sleeps on the clock, advancing the clock wakes the task, but doesn't run
  /// it. The first such sleep is reported as an issue.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that runs the tasks that sleep on the clock.
  ///   - fileID: The file named in issues about the clock.
  ///   - filePath: The file's path.
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

  /// Creates a clock whose time is zero, and that belongs to the first scheduler that uses it.
  ///
  /// The clock belongs to the scheduler of the first ``TestStore`` that gets the clock as a dependency, or of
  /// the first task that sleeps on the clock or advances it. If a task of another scheduler sleeps on the
  /// clock, an issue is reported; see ``init(scheduler:fileID:filePath:line:column:)``. As long as the clock
  /// has no scheduler, advancing it wakes sleeping tasks, but doesn't wait until these tasks have run.
  ///
  /// A test store already has a test clock, ``TestStore/clock``.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues about the clock.
  ///   - filePath: The file's path.
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

  /// The scheduler to which the clock belongs; nil if no test store and no task on a scheduler has used the
  /// clock yet.
  var scheduler: Scheduler? { owner.withLock { $0 } }

  /// Sets the clock's scheduler if the clock has no scheduler yet.
  func belong(to scheduler: Scheduler) {
    let isNew = owner.withLock { owner in
      guard owner == nil else { return false }
      owner = scheduler
      return true
    }
    if isNew { scheduler.state.withLock { $0.clocks.append(Scheduler.WeakClock(clock: self)) } }
  }

  /// Sets the clock's scheduler to the current task's scheduler if the clock has no scheduler yet.
  func belongToCurrentScheduler() {
    if scheduler == nil, let current = Scheduler.current { belong(to: current) }
  }

  func settle(at location: CallSite) async { await scheduler?.settle(at: location) }

  /// Sets the clock's scheduler to the current task's scheduler if the clock has no scheduler yet. If the
  /// current task's scheduler isn't the clock's scheduler, an issue is reported once.
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
      \(sleeper) is sleeping on a test clock of another scheduler. The clock was created at \(location), and its tasks run on \
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
    let owner = owner.withLock(\.self) ?? "a scheduler created at \(location)"
    return seed == 0 ? owner : "\(owner), with the seed \(seed)"
  }
}
