import Troupe

extension TestStore {
  /// Waits until all effects have ended, and asserts that the test has received all actions.
  ///
  /// The method runs all runnable jobs and resumes when all effects have ended or can't continue. The method
  /// waits for work outside the scheduler no longer than ``realTimeLimit``. Actions that the test hasn't
  /// received and effects that are still running are failures. These failures aren't reported again when the
  /// test store is released, unless the test sends or receives another action.
  ///
  /// With a `timeout`, the test's clocks advance from sleep to sleep while all running effects wait for them.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time to wait for work outside the scheduler, and the maximum time by which
  ///     the test's clocks then advance; nil for ``realTimeLimit`` and clocks that stand still.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
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
    await runner.settle(within: timeout, at: location) { [runner] in !runner.minded.isEmpty }
    check(at: location)
    isFinished = true
  }

  /// Skips the actions that effects have sent and the test hasn't received.
  ///
  /// The method runs all runnable jobs first. The test store's state becomes the state after the last skipped
  /// action.
  ///
  /// - Parameters:
  ///   - strict: Whether the test fails if no actions can be skipped.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The file's path.
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
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    runner.drain(at: location)
    if log.received.isEmpty, strict {
      TestIssueReporter.report(
        "There was nothing to skip: effects have sent no actions that the test hasn't received. Remove this statement, or pass `strict: false`.",
        at: location
      )
    }
    skipReceived(at: location)
  }

  /// Skips the running effects, so that they needn't end before the test ends. The effects continue, and the
  /// test can receive the actions that they send.
  ///
  /// The method runs all runnable jobs first.
  ///
  /// - Parameters:
  ///   - strict: Whether the test fails if no effects can be skipped.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The file's path.
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
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
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

  /// Reports unfinished actions and effects at the end of a test.
  func check(at location: CallSite) {
    // The feature's dismissal needs no assertion, because no step can follow it.
    let received = log.received.filter { !$0.isOverdue && !$0.step.isDismissalOfTheFeature }
    if exhaustivity.actions, !received.isEmpty {
      TestIssueReporter.report(
        """
        Effects sent the following, but the test ended without receiving it:

        \(list(received))

        Receive it, with \(receiving(received)), or skip it, with `await store.skipReceivedActions()`. To ignore \
        such actions, set `store.exhaustivity.actions = false`.
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
        If the effect never ends by itself, end it as the feature does, with an action that cancels it. Or skip it, with \
        `await store.skipInFlightEffects()`. To ignore such effects, set `store.exhaustivity.effects = false`.
        """,
        at: origin(of: effect) ?? location
      )
    }
  }
}
