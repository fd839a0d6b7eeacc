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
    precondition(beginDriving(), "Only one may run a scheduler at a time.")
    defer { endDriving() }
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
        case .idle: break
        case .endless:
          task.cancel()
          if end == nil { end = .now + outsideLimit }
        }
        if let end {
          // Work that ignores its cancellation gets time, because what it uses may be gone once this returns.
          let rest = ContinuousClock.now.duration(to: end)
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
        end = .now + outsideLimit
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
    let sleeping = clocks.filter { $0.sleeperCount > 0 }.map { clock in
      let first = clock.sleepers.map(\.deadline.offset).min() ?? .zero
      return """
        \(clock.sleeperCount) \(clock.sleeperCount == 1 ? "task sleeps" : "tasks sleep") on a test clock that \
        stands at \(clock.now.offset), the first until \(first): move the clock by `advance(by:)` or `run()`.
        """
    }
    return """
      Nothing has been runnable on the scheduler for \(outsideLimit), and the operation hasn't ended. It is \
      cancelled now.

      \(Self.paragraph(of: effects))\(sleeping.isEmpty ? "No task sleeps on a test clock." : sleeping.joined(separator: "\n"))

      Otherwise it waits for something outside of the scheduler (network, files, `Task.detached`, a continuation \
      that somebody else holds), or for something that never comes. If what it waits for takes longer, give the \
      scheduler an `outsideLimit`.
      """
  }

  /// The message when an operation doesn't end after it was cancelled.
  private func abandonedMessage(_ effects: [String]) -> String {
    """
    The operation hasn't ended \(outsideLimit) after it was cancelled. It is abandoned now: nothing of it runs any \
    more, and what it holds is never released.

    \(Self.paragraph(of: effects))Most likely it waits, or an effect whose end it waits for does, for something that \
    doesn't end by cancelling: a continuation that nobody resumes, or a `Task.detached`. Resume the continuation when the \
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
