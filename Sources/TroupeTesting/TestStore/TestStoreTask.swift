import Troupe

/// A handle for the effects of an action that a test sent to a ``TestStore``, and for all effects that these
/// effects cause.
public struct TestStoreTask: Sendable {
  let task: StoreTask
  let runner: TestRunner

  /// Waits until the effects have ended.
  ///
  /// The method runs all runnable jobs and resumes when the effects have ended. The test fails if the effects
  /// are waiting for something that the test controls, such as the test store's clock, or if the effects
  /// exceed the limit for work outside the scheduler.
  ///
  /// With a `timeout`, the test's clocks advance from sleep to sleep while all running effects wait for them.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time to wait for work outside the scheduler, and the maximum time by which
  ///     the test's clocks then advance; nil for the test store's ``TestStore/realTimeLimit`` and clocks that
  ///     stand still.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The file's path.
  ///   - line: The line named in the failure.
  ///   - column: The column named in the failure.
  nonisolated(nonsending)
    public func finish(
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await runner.settle(within: timeout, at: location) { !task.isOver }
    guard !task.isOver else { return }
    let waiting = runner.waiting(runner.running.filter { $0.isCaused(by: task) }, within: timeout)
    TestIssueReporter.report(
      "The effects of this action have not ended. Still running:\n\n\(waiting.list)\n\n\(waiting.advice)",
      at: location
    )
  }

  /// Cancels the effects and waits until they have ended.
  ///
  /// The method runs all runnable jobs. The method resumes when the effects have ended, or when the remaining
  /// effects ignore their cancellation and can't continue.
  ///
  /// - Parameters:
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  nonisolated(nonsending)
    public func cancel(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    task.cancel()
    await runner.settle(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      !task.isOver
    }
  }

  /// Whether the handle was cancelled. The value is also true if the action started no effects. The value
  /// doesn't change when effects end by themselves.
  public var isCancelled: Bool { task.isCancelled }
}
