import Troupe

extension TestStore {
  /// Waits until all effects have ended, and asserts that nothing is left to be received.
  ///
  /// It runs what can run, and resumes when all effects have ended or can't go on; for work that waits for something
  /// outside of the scheduler, ``outsideLimit`` is the longest it waits. What is left is a failure each, and isn't looked at
  /// again when the test store is released, unless the test goes on to send or receive an action.
  ///
  /// - Parameters:
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func finish(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await runner.settle(at: location) { [runner] in !runner.minded.isEmpty }
    check(at: location)
    isFinished = true
  }

  /// Passes over what has come from effects, so that it needn't be received.
  ///
  /// It runs what can run first. The state is followed to what it is after the last of them.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure when nothing has come.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the failure.
  ///   - column: The column named in the failure.
  nonisolated(nonsending)
    public func skipReceivedActions(
      strict: Bool = true,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    runner.drain(at: location)
    if log.received.isEmpty, strict {
      TestIssueReporter.report(
        "There was nothing to skip: nothing has come from effects. Remove this statement, or pass `strict: false`.",
        at: location
      )
    }
    skipReceived(at: location)
  }

  /// Has the end of the test not mind the effects that are running now. They go on, and what they send can be received.
  ///
  /// It runs what can run first.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure when nothing is running.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the failure.
  ///   - column: The column named in the failure.
  nonisolated(nonsending)
    public func skipInFlightEffects(
      strict: Bool = true,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    runner.drain(at: location)
    let running = runner.minded
    if running.isEmpty, strict {
      TestIssueReporter.report(
        "There was nothing to skip: no effects are running. Remove this statement, or pass `strict: false`.",
        at: location
      )
    }
    runner.skip(running)
  }

  /// Reports what is left undone at the end of a test.
  func check(at location: SourceLocation) {
    let received = log.received.filter { !$0.isOverdue }
    if exhaustivity.actions, !received.isEmpty {
      TestIssueReporter.report(
        """
        This came from effects, and the test ended without receiving it:

        \(list(received))

        Receive it, with \(receiving(received)), or skip it, with `await store.skipReceivedActions()`. To have such \
        actions ignored, set `store.exhaustivity.actions = false`.
        """,
        at: location
      )
    }
    skipReceived(at: location)
    guard exhaustivity.effects, !isDismissed else { return }
    for effect in runner.minded where !effect.isCancelled {
      let waiting = runner.waiting([effect])
      TestIssueReporter.report(
        """
        This effect was still running when the test ended:

        \(waiting.list)

        \(waiting.endingAdvice)
        If it is to go on for ever, end it as the feature does, with an action that cancels it. Or skip it, with \
        `await store.skipInFlightEffects()`. To have such effects ignored, set `store.exhaustivity.effects = false`.
        """,
        at: origin(of: effect) ?? location
      )
    }
  }
}
