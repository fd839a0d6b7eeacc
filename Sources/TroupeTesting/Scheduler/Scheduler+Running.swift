import Synchronization
import Troupe

extension Scheduler {
  /// Runs an operation, and all that it starts on the scheduler, until the operation has ended.
  ///
  /// It resumes when the operation has returned or thrown, and what was still runnable then, such as effects that
  /// were cancelled with their store, has run. Cancelling the calling task cancels the operation. Only one such
  /// call may be going on at a time.
  ///
  /// When nothing is runnable for as long as ``outsideLimit``, in real time, that is an issue, and the operation is
  /// cancelled. So it is when ``stepLimit`` jobs have run in a row and still others are runnable.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  ///   - operation: The work; it starts on the scheduler.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
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
      if self.isTraced { self.nameCurrentTask("the test") }
      return try await operation()
    }
    var isStuck = false
    var stretch = Stretch(self, at: location)
    await withTaskCancellationHandler {
      while !isDone.load(ordering: .acquiring) {
        switch stretch.next() {
        case .ran: continue
        case .idle: break
        case .endless:
          task.cancel()
          continue
        }
        // Whoever ignores being cancelled is waited for: what it uses may be gone once this returns.
        if await waitForWork(within: isStuck ? .seconds(3_600) : outsideLimit) || isStuck { continue }
        isStuck = true
        TestIssueReporter.report(stuckMessage, at: location)
        task.cancel()
      }
    } onCancel: {
      task.cancel()
    }
    finishLeftovers(at: location)
    return try await task.value
  }

  /// What the limit in real time means; the two that can be told apart are what sleeps, and the rest.
  private var stuckMessage: String {
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

      \(sleeping.isEmpty ? "Nobody sleeps on a test clock." : sleeping.joined(separator: "\n"))

      Otherwise it waits for something outside of the scheduler (network, files, `Task.detached`, a continuation \
      that somebody else holds), or for something that never comes. If what it waits for takes longer, give the \
      scheduler an `outsideLimit`.
      """
  }

  /// Runs what is left after an operation, unless that goes on and on.
  private func finishLeftovers(at location: SourceLocation) {
    var stretch = Stretch(self, at: location)
    while case .ran = stretch.next() {}
  }
}
