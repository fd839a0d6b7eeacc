import Troupe
import TroupeDiagnostics

extension TestStore {
  /// Sends an action and asserts that it changes the state as expected.
  ///
  /// The method resumes when the action has been reduced and no job is runnable. When the method resumes,
  /// effects have started, and the actions that they have sent are waiting to be received. If the test hasn't
  /// received all actions that effects sent before this call, the test fails.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - assert: Applies the expected change to the state. If the closure is nil, the state must not change.
  ///     The closure runs with the feature's dependencies.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  /// - Returns: A handle for the action's effects.
  @discardableResult
  nonisolated(nonsending)
    public func send(
      _ action: Action,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> TestStoreTask
  {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    isFinished = false
    runner.drain(at: location)
    guard !isDismissed else {
      TestIssueReporter.report(
        """
        \(excerpt(action)) was sent after the feature had dismissed itself, and was not reduced.

        Remove this statement. If the feature isn't presented, create the test store with `dismissible: false`.
        """,
        at: location
      )
      return TestStoreTask(task: .ended, runner: runner)
    }
    passOverReceived(before: action, at: location)
    let task = IssueReporting.$statement.withValue(location) {
      scheduler.perform(on: store, at: location) { $0.send(action, at: location) }
    }
    // Work outside the scheduler may have sent an action in the meantime.
    passOverReceived(before: action, at: location)
    guard let sent = log.takeSent() else {
      preconditionFailure("A test store didn't reduce an action that was sent to it.")
    }
    assertChange(to: sent, assert, at: location)
    return TestStoreTask(task: task, runner: runner)
  }

  /// Sends an action of a case without a payload and asserts that the action changes the state as expected;
  /// see `send(_:assert:)`.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - assert: Applies the expected change to the state.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  /// - Returns: A handle for the action's effects.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func send(
      _ path: CaseKeyPath<Action, Void>,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> TestStoreTask
  {
    await send(path(), assert: assert, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends an action of a case with a payload, and asserts that the action changes the state as expected; see
  /// `send(_:assert:)`.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - payload: The payload of the case.
  ///   - assert: Applies the expected change to the state.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  /// - Returns: A handle for the action's effects.
  @discardableResult
  nonisolated(nonsending)
    public func send<Payload>(
      _ path: CaseKeyPath<Action, Payload>,
      _ payload: Payload,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> TestStoreTask
  {
    await send(path(payload), assert: assert, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Asserts the current state.
  ///
  /// - Parameters:
  ///   - expected: Changes the state to the expected state. The closure may leave the state unchanged. If
  ///     `exhaustivity.actions` is false, the closure gets the state after all actions so far.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The file's path.
  ///   - line: The line named in the failure.
  ///   - column: The column named in the failure.
  public func assert(
    _ expected: (inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if !exhaustivity.actions {
      runner.drain(at: location)
      skipReceived(at: location)
    }
    let changes = log.takeSharedChanges()
    let shared =
      SharedCells.haveEverHadAny
      ? SharedExpectation { [log] cell in
        changes.change(of: cell)?.before ?? log.version(of: cell, after: nil)
      } : nil
    let dependencies = dependencies.forAssertions
    guard let expected = changed(state, dependencies, shared, by: expected, at: location) else { return }
    defer { assertShared(changes, after: nil, shared, at: location) }
    if let difference = valueDifference(from: expected, to: state) {
      TestIssueReporter.report(
        "The state isn't as expected (- expected, + found):\n\n\(difference)",
        at: location
      )
    }
  }

  // MARK: Comparing states

  /// Compares a step's change of the state with the expected change, and then advances the state.
  func assertChange(
    to entry: StepLog<State, Action>.Entry,
    _ assert: ((inout State) throws -> Void)?,
    at location: CallSite
  ) {
    let (before, after) = (entry.before.value, entry.state.value)
    let shared = expectation(of: entry)
    defer {
      assertShared(entry.shared, after: entry.number, shared, at: location)
      follow(entry, at: location)
    }
    guard exhaustivity.state else { return assertPart(from: before, entry, shared, assert, at: location) }
    guard let assert else {
      guard let difference = valueDifference(from: before, to: after) else { return }
      return TestIssueReporter.report(
        """
        The state was not expected to change, but it did (- before, + after):

        \(difference)

        If the change is correct, make the same change in the trailing closure of this statement.
        """,
        at: location
      )
    }
    guard let expected = changed(before, entry.dependencies, shared, by: assert, at: location) else { return }
    if let difference = valueDifference(from: expected, to: after) {
      return TestIssueReporter.report(
        """
        The state didn't change as expected (- expected, + found):

        \(difference)

        If the found state is correct, correct the trailing closure of this statement.
        """,
        at: location
      )
    }
    if before == after, entry.shared.isEmpty, shared?.touched.isEmpty ?? true {
      TestIssueReporter.report(
        """
        The state was expected to change, but it did not: the trailing closure sets the previous values. If that is correct, \
        remove the closure.
        """,
        at: location
      )
    }
  }

  /// The shared values that a closure starts with: the values before the step, or the values after it if the
  /// test only checks what it mentions. It is nil if the process has had no shared values.
  private func expectation(of entry: StepLog<State, Action>.Entry) -> SharedExpectation? {
    guard SharedCells.haveEverHadAny else { return nil }
    return SharedExpectation { [log, isExhaustive = exhaustivity.state] cell in
      entry.shared.change(of: cell).map { isExhaustive ? $0.before : $0.after }
        ?? log.version(of: cell, after: entry.number)
    }
  }

  /// Compares the new state only with the values that the test's closure sets.
  private func assertPart(
    from before: State,
    _ entry: StepLog<State, Action>.Entry,
    _ shared: SharedExpectation?,
    _ assert: ((inout State) throws -> Void)?,
    at location: CallSite
  ) {
    let after = entry.state.value
    if let assert {
      guard let expected = changed(after, entry.dependencies, shared, by: assert, at: location) else {
        return
      }
      if let difference = valueDifference(from: expected, to: after) {
        return TestIssueReporter.report(
          "The state isn't as expected (- expected, + found):\n\n\(difference)",
          at: location
        )
      }
    }
    guard exhaustivity.showsSkippedAssertions else { return }
    // If there is no closure, or if the closure throws an error for the previous state, all changes count as
    // skipped.
    let mentioned =
      assert.flatMap { assert in
        try? changed(before, entry.dependencies, expectation(of: entry), at: location, by: assert)
      }
      ?? before
    if let difference = valueDifference(from: mentioned, to: after) {
      printer(
        "\(location): Changes of the state that were not asserted (- before, + after):\n\n\(difference)"
      )
    }
    for change in entry.shared.all where shared?.touched[ObjectIdentifier(change.cell)] == nil {
      guard let difference = change.after.difference(from: change.before) else { continue }
      printer(
        "\(location): A change of the shared value \(change.cell.name) that was not asserted (- before, + after):\n\n\(difference)"
      )
    }
  }

  /// Returns the state after a test's closure has changed it. If the closure throws an error, the test fails
  /// and the result is nil.
  private func changed(
    _ state: State,
    _ dependencies: DependencyValues,
    _ shared: SharedExpectation?,
    by change: (inout State) throws -> Void,
    at location: CallSite
  ) -> State? {
    do {
      return try changed(state, dependencies, shared, at: location, by: change)
    } catch {
      TestIssueReporter.report(
        "The trailing closure threw an error, and nothing was compared: \(IssueText.error(error, showsPayloads: true))",
        at: location
      )
      return nil
    }
  }

  private func changed(
    _ state: State,
    _ dependencies: DependencyValues,
    _ shared: SharedExpectation?,
    at location: CallSite,
    by change: (inout State) throws -> Void
  ) throws -> State {
    var state = state
    try IssueReporting.$statement.withValue(location) {
      try Troupe.withDependencies {
        $0 = dependencies.copyingConsumables()
      } operation: {
        guard let shared else { return try change(&state) }
        try SharingFrame.expecting(shared) { try change(&state) }
      }
    }
    return state
  }
}
