import Troupe

extension TestStore {
  /// Waits until all effects have ended, and asserts that nothing is left to be received.
  ///
  /// It runs what can run, and resumes when all effects have ended or can't go on; for work that waits for something
  /// outside of the scheduler, ``outsideLimit`` is the longest it waits. What is left is a failure each. Afterwards the
  /// test store is done.
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
    _ = await runner.settle { [runner] in !runner.running.isEmpty }
    check(exhaustivity, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
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
    runner.drain()
    let received = log.received
    guard let last = received.last else {
      if strict { runner.report("There was nothing received to be skipped.", at: location) }
      return
    }
    log.removeFirst(received.count)
    state = last.state
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
    runner.drain()
    let running = runner.running
    if running.isEmpty, strict { runner.report("There were no running effects to be skipped.", at: location) }
    runner.skip(running)
  }

  /// Reports what is left undone at the end of a test.
  func check(_ exhaustivity: Exhaustivity, at location: SourceLocation) {
    let received = log.received
    if exhaustivity.actions, let last = received.last {
      log.removeFirst(received.count)
      state = last.state
      runner.report(
        """
        The test ended before it received \(received.count == 1 ? "this" : "these \(received.count)"): \
        \(list(received.map(\.step))).

        Receive it, with `await store.receive(…)`; skip it, with `await store.skipReceivedActions()`; or set \
        `store.exhaustivity = .off`.
        """,
        at: location
      )
    }
    guard exhaustivity.effects, !isDismissed else { return }
    let waiting = runner.waiting
    for effect in waiting.effects where !effect.effect.isCancelled {
      runner.report(
        """
        An effect was still running when the test ended.\
        \(WaitingEffects(effects: [effect], limit: waiting.limit, now: waiting.now).text)

        If it ends by itself, make it: move the clock, with `await store.clock.advance(by:)`, or override the dependency \
        it waits for. If it goes on for ever, end it as a user would, with an action that cancels it. Else skip it, with \
        `await store.skipInFlightEffects()`, or set `store.exhaustivity = .off`.
        """,
        at: origin(of: effect.effect)
      )
    }
  }
}
