import Troupe

extension TestStore {
  /// Sends an action and asserts how the state changes.
  ///
  /// It resumes when the action has been reduced and everything that can run has run: effects have begun, and what they
  /// have sent waits to be received. Actions that the test should have received before are a failure.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - assert: Changes the state as the action is expected to; without it, the state isn't expected to change. It runs
  ///     with the dependencies of the feature.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  /// - Returns: The effects of the action.
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
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    runner.drain()
    passOverReceived(before: "sending \(excerpt(action))", at: location)
    guard !isDismissed else {
      runner.report(
        """
        An action was sent to a feature that has dismissed itself, and was not reduced: \(excerpt(action)).

        Remove the statement, or make the test store with `dismissible: false`, if the feature isn't presented.
        """,
        at: location
      )
      return TestStoreTask(task: .ended, runner: runner)
    }
    let task = runner.reporting { scheduler.perform(on: store) { $0.send(action) } }
    note(location)
    guard let task, let after = log.takeSent() else {
      runner.report("The action was not reduced: \(excerpt(action)).", at: location)
      return TestStoreTask(task: task ?? .ended, runner: runner)
    }
    assertChange(to: after, assert, at: location)
    return TestStoreTask(task: task, runner: runner)
  }

  /// Sends an action of a case without a payload, and asserts how the state changes; see
  /// ``send(_:assert:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - assert: Changes the state as the action is expected to.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  /// - Returns: The effects of the action.
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

  /// Sends an action of a case, and asserts how the state changes; see
  /// ``send(_:assert:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - payload: Its payload.
  ///   - assert: Changes the state as the action is expected to.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  /// - Returns: The effects of the action.
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

  /// Asserts the state as it is.
  ///
  /// - Parameters:
  ///   - expected: Changes the state to what it is expected to be. Changing nothing is no failure.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the failure.
  ///   - column: The column named in the failure.
  public func assert(
    _ expected: (inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let expected = changed(state, by: expected, at: location) else { return }
    if let difference = valueDifference(from: expected, to: state) {
      runner.report("The state isn't as expected (- expected, + found).\n\n\(difference)", at: location)
    }
  }

  // MARK: Comparing states

  /// Follows the state to what it became, and compares the way with what the test expects.
  func assertChange(to after: State, _ assert: ((inout State) throws -> Void)?, at location: SourceLocation) {
    let before = state
    state = after
    guard exhaustivity.state else { return assertPart(before, after, assert, at: location) }
    guard let assert else {
      guard let difference = valueDifference(from: before, to: after) else { return }
      return runner.report(
        """
        The state was not expected to change, but it did (- before, + after).

        \(difference)

        Assert the change in a trailing closure.
        """,
        at: location
      )
    }
    guard let expected = changed(before, by: assert, at: location) else { return }
    if let difference = valueDifference(from: expected, to: after) {
      return runner.report(
        "The state changed in another way than expected (- expected, + found).\n\n\(difference)",
        at: location
      )
    }
    if before == after {
      runner.report(
        "The state was expected to change, but it did not. Leave the trailing closure out if that is right.",
        at: location
      )
    }
  }

  /// Compares only what the test mentions.
  private func assertPart(
    _ before: State,
    _ after: State,
    _ assert: ((inout State) throws -> Void)?,
    at location: SourceLocation
  ) {
    if let assert {
      guard let expected = changed(after, by: assert, at: location) else { return }
      if let difference = valueDifference(from: expected, to: after) {
        return runner.report(
          "The state isn't as expected (- expected, + found).\n\n\(difference)",
          at: location
        )
      }
    }
    guard exhaustivity.showsSkippedAssertions else { return }
    // Without an assertion, or with one that changes nothing that wasn't so before, all changes were passed over.
    let mentioned = assert.flatMap { changed(before, by: $0, at: location) } ?? before
    if let difference = valueDifference(from: mentioned, to: after) {
      print("\(location): Changes of the state that were not asserted (- before, + after).\n\n\(difference)")
    }
  }

  /// The state after a closure of the test has changed it; nil when it threw, which is a failure.
  private func changed(
    _ state: State,
    by change: (inout State) throws -> Void,
    at location: SourceLocation
  ) -> State? {
    var state = state
    do {
      var inForce = dependencies
      // What the closure draws shouldn't be missing when the feature draws.
      inForce.stackElementID = inForce.stackElementID.copy()
      try Troupe.withDependencies {
        $0 = inForce
      } operation: {
        try change(&state)
      }
      return state
    } catch {
      runner.report("The trailing closure threw an error: \(error).", at: location)
      return nil
    }
  }

  func excerpt(_ action: Action) -> String {
    let text = valueText(of: action)
    return text.count > 500 ? "\(text.prefix(500))…" : text
  }
}
