import Synchronization
import Troupe

extension Scheduler {
  /// Runs an operation and everything that it starts on the scheduler, until the operation has ended.
  ///
  /// It resumes when the operation has returned or thrown, and the jobs that were runnable then, such as
  /// those of effects that were cancelled with their store, have run. Cancelling the calling task cancels
  /// the operation. Only one such call can be in progress at a time.
  ///
  /// If no job is runnable for ``outsideLimit`` in real time, an issue names the effects that run, and the
  /// operation is cancelled. The same happens if ``stepLimit`` jobs have run in a row and others are still
  /// runnable. If the operation hasn't ended after the same time again, it is abandoned with another issue:
  /// nothing else runs on the scheduler from then on.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  ///   - operation: The work. It starts on the scheduler.
  /// - Returns: The result of the operation.
  /// - Throws: The error that the operation throws, or ``RunAbandoned`` if it was abandoned.
  public func run<Result: Sendable>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await run(
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      operation
    )
  }

  func run<Result: Sendable>(
    at location: SourceLocation,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    // A run within a run has the turn of the outer one.
    let takesTurn = Capture.isOn && Capture.owner() == nil
    if takesTurn { await RunTurns.shared.take(at: location) }
    defer { if takesTurn { RunTurns.shared.give() } }
    precondition(beginDriving(), "Only one may run a scheduler at a time.")
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
    /// When the operation, which was cancelled, is abandoned.
    var end: ContinuousClock.Instant?
    var isAbandoned = false
    var stretch = Stretch(self, at: location)
    await withTaskCancellationHandler {
      while !isDone.load(ordering: .acquiring) {
        switch stretch.next() {
        case .ran: continue
        case .idle:
          if time == .automatic, end == nil, wakeFirstSleeper() { continue }
        case .endless:
          task.cancel()
          if end == nil { end = realNow + outsideLimit }
        }
        if let end {
          // Work that ignores its cancellation gets time, because what it uses may be gone once this returns.
          let rest = realNow.duration(to: end)
          if rest > .zero, await waitForWork(within: rest) { continue }
          TestIssueReporter.report(abandonedMessage(await runningEffects()), at: location)
          abandon()
          isAbandoned = true
          return
        }
        if await waitForWork(within: outsideLimit) { continue }
        let effects = await runningEffects()
        if isDone.load(ordering: .acquiring) { continue }
        TestIssueReporter.report(stuckMessage(effects), at: location)
        task.cancel()
        end = realNow + outsideLimit
      }
    } onCancel: {
      task.cancel()
    }
    if isAbandoned { throw RunAbandoned() }
    finishLeftovers(at: location)
    return try await task.value
  }

  /// The message when the limit in real time has passed. It can distinguish only sleeping tasks from the
  /// rest.
  private func stuckMessage(_ effects: [String]) -> String {
    var sleeping = clocks.filter { $0.sleeperCount > 0 }.map { clock in
      let first = clock.sleepers.map(\.deadline.offset).min() ?? .zero
      return """
        \(clock.sleeperCount) \(clock.sleeperCount == 1 ? "task sleeps" : "tasks sleep") on a test clock that \
        stands at \(clock.now.offset), the first until \(first): move the clock by `advance(by:)` or `run()`.
        """
    }
    let sleeps = state.withLock { $0.sleeps }
    if let deadline = sleeps.map(\.deadline).min() {
      let time = state.withLock { $0.time }
      let names = sleeps.prefix(20).map { "- \($0.name ?? "a task without a name"), until \($0.deadline)" }
      sleeping.append(
        """
        \(sleeps.count) \(sleeps.count == 1 ? "task sleeps" : "tasks sleep") on a clock of the machine, whose time in \
        this run is \(time), the first until \(deadline):

        \(names.joined(separator: "\n"))

        Move time by the `advance(by:)` of a `TestClock`, or let it pass by itself: `explore(time: .automatic)`, \
        `Scheduler(time: .automatic)`.
        """
      )
    }
    return """
      Nothing has been runnable on the scheduler for \(outsideLimit), and the operation hasn't ended. It is \
      cancelled now.

      \(Self.paragraph(of: effects))\(sleeping.isEmpty ? "No task sleeps on a clock." : sleeping.joined(separator: "\n"))

      Otherwise it waits for something outside of the scheduler (network, files, \(Self.outside), a continuation \
      that somebody else holds), or for something that never comes. If what it waits for takes longer, give the \
      scheduler an `outsideLimit`.
      """
  }

  /// An example of what a scheduler doesn't run.
  private static var outside: String { capturesAllTasks ? "a thread" : "`Task.detached`" }

  /// The message when an operation doesn't end after it was cancelled.
  private func abandonedMessage(_ effects: [String]) -> String {
    """
    The operation hasn't ended \(outsideLimit) after it was cancelled. It is abandoned now: nothing of it runs any \
    more, and what it holds is never released.

    \(Self.paragraph(of: effects))Most likely it waits, or an effect whose end it waits for does, for something that \
    doesn't end by cancelling: a continuation that nobody resumes, or \(Self.outside). Resume the continuation when the \
    task is cancelled, with `withTaskCancellationHandler`. If what it waits for takes longer, give the scheduler an \
    `outsideLimit`.
    """
  }

  /// Runs the jobs that are left after an operation, unless they never end.
  private func finishLeftovers(at location: SourceLocation) {
    var stretch = Stretch(self, at: location)
    while case .ran = stretch.next() {}
  }
}
