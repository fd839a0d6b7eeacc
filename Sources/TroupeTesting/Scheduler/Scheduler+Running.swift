import Synchronization
import Troupe

extension Scheduler {
  /// Runs an operation, and all tasks that it starts, on the scheduler until the operation has ended.
  ///
  /// The method resumes when the operation has returned or thrown an error, and all jobs that were runnable
  /// at that time have run, including jobs of effects that were cancelled with their store. Cancelling the
  /// calling task cancels the operation. Only one call to `run` can be in progress at a time.
  ///
  /// If no job is runnable for ``realTimeLimit`` in real time, an issue that lists the running effects is
  /// reported, and the operation is cancelled. The operation is also cancelled, with an issue, if
  /// ``stepLimit`` jobs have run in a row and other jobs are still runnable, or if time passes automatically
  /// and has ended a quarter as many sleeps. If the cancelled operation hasn't ended after
  /// ``realTimeLimit``, another issue is reported, and the operation is abandoned: the scheduler runs no more
  /// jobs.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  ///   - operation: The operation to run. It starts on the scheduler.
  /// - Returns: The result of the operation.
  /// - Throws: The error that the operation throws, or ``RunAbandoned`` if the operation was abandoned.
  public func run<Result: Sendable>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await run(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      operation
    )
  }

  func run<Result: Sendable>(
    at location: CallSite,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    // A run inside another run already has the outer run's turn.
    let takesTurn = isCapturing && Capture.owner() == nil
    if takesTurn { await RunTurns.shared.take(at: location) }
    defer { if takesTurn { RunTurns.shared.give() } }
    precondition(beginDriving(), "Only one call of `run` can run a scheduler at a time.")
    // Otherwise, a run that makes the first shared value of the process would differ from the next.
    SharingFrame.use()
    state.withLock { $0.isRunning = true }
    defer {
      state.withLock { $0.isRunning = false }
      endDriving()
    }
    let isDone = Atomic(false)
    let task = Task(name: "the test", executorPreference: self) {
      defer { isDone.store(true, ordering: .releasing) }
      self.nameCurrentTask { "the test" }
      return try await operation()
    }
    /// The time at which the cancelled operation is abandoned.
    var end: ContinuousClock.Instant?
    var isAbandoned = false
    /// The number of sleeps that the passing of time has ended.
    var endedSleeps = 0
    var stretch = Stretch(self, at: location)
    await withTaskCancellationHandler {
      while !isDone.load(ordering: .acquiring) {
        switch stretch.next() {
        case .ran: continue
        case .idle:
          guard time == .automatic, end == nil else { break }
          // A sleep takes longer than a job.
          if endedSleeps < stepLimit / 4 {
            endedSleeps += 1
            if wakeFirstSleeper() != nil { continue }
          } else {
            TestIssueReporter.report(endlessTimeMessage(after: endedSleeps), at: location)
            task.cancel()
            end = realNow + realTimeLimit
            continue
          }
        case .endless:
          task.cancel()
          if end == nil { end = realNow + realTimeLimit }
        }
        if let end {
          // Work that ignores its cancellation gets time to end, because the caller may release objects that
          // the work uses when this method returns.
          let rest = realNow.duration(to: end)
          if rest > .zero, await waitForWork(within: rest) { continue }
          TestIssueReporter.report(abandonedMessage(await runningEffects()), at: location)
          abandon()
          isAbandoned = true
          return
        }
        if await waitForWork(within: realTimeLimit) { continue }
        let effects = await runningEffects()
        if isDone.load(ordering: .acquiring) { continue }
        TestIssueReporter.report(stuckMessage(effects), at: location)
        task.cancel()
        end = realNow + realTimeLimit
      }
    } onCancel: {
      task.cancel()
    }
    if isAbandoned { throw RunAbandoned() }
    finishLeftovers(at: location)
    return try await task.value
  }

  /// The message for an operation that reaches the real-time limit. Of the waiting tasks, the scheduler can
  /// identify only the sleeping tasks.
  private func stuckMessage(_ effects: [String]) -> String {
    var sleeping = clocks.filter { $0.sleeperCount > 0 }.map { clock in
      let first = clock.sleepers.map(\.deadline.offset).min() ?? .zero
      return """
        \(clock.sleeperCount) \(clock.sleeperCount == 1 ? "task is sleeping" : "tasks are sleeping") on a test \
        clock whose time is \(clock.now.offset), the first until \(first): advance the clock with `advance(by:)` or `run()`.
        """
    }
    if let sleeps = listOfSleeps {
      sleeping.append(
        """
        \(sleeps)

        Advance the time with the method `advance(by:)` of a `TestClock`, or let the time pass automatically: `explore(time: .automatic)`, \
        `Scheduler(time: .automatic)`.
        """
      )
    }
    return """
      No job has been runnable on the scheduler for \(realTimeLimit), and the operation hasn't ended. The operation \
      is now cancelled.

      \(Self.paragraph(of: effects))\(sleeping.isEmpty ? "No task is sleeping on a clock." : sleeping.joined(separator: "\n"))

      Otherwise the operation is waiting for work outside the scheduler (network, files, \(Self.outside), a continuation \
      that other code holds), or for an event that never happens. If that work takes longer, give the \
      scheduler a longer `realTimeLimit`.
      """
  }

  /// The tasks that sleep on system clocks; nil if there are none.
  private var listOfSleeps: String? {
    let (sleeps, time) = state.withLock { ($0.sleeps, $0.time) }
    guard let deadline = sleeps.map(\.deadline).min() else { return nil }
    let names = sleeps.prefix(20).map { "- \($0.name ?? "a task without a name"), until \($0.deadline)" }
    return """
      \(sleeps.count) \(sleeps.count == 1 ? "task is sleeping" : "tasks are sleeping") on a system clock, whose time in this \
      run is \(time), the first until \(deadline):

      \(names.joined(separator: "\n"))
      """
  }

  /// The message for an operation that waits forever while time passes automatically.
  private func endlessTimeMessage(after count: Int) -> String {
    """
    \(count) sleeps have ended, and the operation hasn't. The operation is now cancelled.

    \(listOfSleeps.map { "\($0)\n\n" } ?? "")Most likely a loop waits for an event that never happens, such as the \
    success of a call that always fails. Give the loop a limit. If the operation does end, raise the scheduler's `stepLimit`, \
    in a simulation with `Scheduler.current?.stepLimit`.
    """
  }

  /// An example of code that a scheduler doesn't run.
  private static var outside: String { capturesAllTasks ? "a thread" : "`Task.detached`" }

  /// The message for an operation that doesn't end after it was cancelled.
  private func abandonedMessage(_ effects: [String]) -> String {
    """
    The operation hasn't ended \(realTimeLimit) after it was cancelled. The operation is now abandoned: it never \
    runs again, and the objects that it holds are never released.

    \(Self.paragraph(of: effects))Most likely the operation, or an effect that it awaits, is waiting for something \
    that ignores cancellation: a continuation that is never resumed, or \(Self.outside). Resume the continuation when the \
    task is cancelled, with `withTaskCancellationHandler`. If that work takes longer, give the scheduler a longer \
    `realTimeLimit`.
    """
  }

  /// Runs the jobs that remain after an operation, up to the step limit.
  private func finishLeftovers(at location: CallSite) {
    var stretch = Stretch(self, at: location)
    while case .ran = stretch.next() {}
  }
}
