import Troupe

extension TestStore {
  /// Asserts that an effect sends an action, and that the action changes the state as expected.
  ///
  /// The method runs all runnable jobs and resumes when an action has arrived or when no action can arrive
  /// any more. The method waits in real time only for work outside the scheduler, and no longer than
  /// ``realTimeLimit``.
  ///
  /// With a `timeout`, the test's clocks advance from sleep to sleep while the action is missing and all
  /// running effects wait for them.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - timeout: The maximum real time to wait for work outside the scheduler, and the maximum time by which
  ///     the test's clocks then advance; nil for ``realTimeLimit`` and clocks that stand still.
  ///   - assert: Applies the expected change to the state. If the closure is nil, the state must not change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func receive(
      _ action: Action,
      timeout: Duration? = nil,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async where Action: Equatable
  {
    await receive(
      Expectation(excerpt(action), matches: { $0 == action }) { found in
        valueDifference(from: action, to: found)
      },
      assert,
      within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an effect sends an action of a case, and that the action changes the state as expected; see
  /// ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - path: The case, or a case of a payload, such as `\.child.response`.
  ///   - timeout: The maximum real time to wait for work outside the scheduler, and the maximum time by which
  ///     the test's clocks then advance; nil for ``realTimeLimit`` and clocks that stand still.
  ///   - assert: Applies the expected change to the state. If the closure is nil, the state must not change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive<Payload>(
      _ path: CaseKeyPath<Action, Payload>,
      timeout: Duration? = nil,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let casePath = AnyCasePath(path)
    await receive(
      Expectation("an action of the case \(caseName(of: path))") { casePath.extract(from: $0) != nil },
      assert,
      within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an effect sends an action of a case with a payload, and that the action changes the state
  /// as expected; see ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - path: The case, or a case of a payload, such as `\.child.response`.
  ///   - payload: The expected payload.
  ///   - timeout: The maximum real time to wait for work outside the scheduler, and the maximum time by which
  ///     the test's clocks then advance; nil for ``realTimeLimit`` and clocks that stand still.
  ///   - assert: Applies the expected change to the state. If the closure is nil, the state must not change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func receive<Payload: Equatable>(
      _ path: CaseKeyPath<Action, Payload>,
      _ payload: Payload,
      timeout: Duration? = nil,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let casePath = AnyCasePath(path)
    await receive(
      Expectation(
        "an action of the case \(caseName(of: path)) with \(excerpt(payload))",
        matches: { casePath.extract(from: $0) == payload }
      ) { found in
        casePath.extract(from: found).flatMap { valueDifference(from: payload, to: $0) }
      },
      assert,
      within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an effect sends an action that satisfies a predicate, and that the action changes the state
  /// as expected; see ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - matches: Returns whether an action is the expected action.
  ///   - timeout: The maximum real time to wait for work outside the scheduler, and the maximum time by which
  ///     the test's clocks then advance; nil for ``realTimeLimit`` and clocks that stand still.
  ///   - assert: Applies the expected change to the state. If the closure is nil, the state must not change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ matches: @escaping (Action) -> Bool,
      timeout: Duration? = nil,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    await receive(
      Expectation("an action for which the closure holds", matches: matches),
      assert,
      within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that a child dismisses itself and is removed from the state without an action, like a child of a
  /// plain `ifLet` or `forEach`.
  ///
  /// - Parameters:
  ///   - path: The path of the child's scope, such as `/detail` or `/rows[3]`.
  ///   - assert: Applies the expected change to the state.
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func receiveDismissal(
      of path: String,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    await receive(
      Expectation("the dismissal of \(path)") { step in
        if case .dismissed(let found) = step { found.description == path } else { false }
      },
      assert,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that the feature under test dismisses itself; see `dismissible` in the initializer.
  ///
  /// The method runs all runnable jobs, and waits like
  /// ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - fileID: The file named in failures.
  ///   - filePath: The file's path.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func receiveDismissal(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    await receive(
      Expectation("the dismissal of the feature") { $0.isDismissalOfTheFeature },
      nil,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  // MARK: Received steps

  nonisolated(nonsending)
    func receive(
      _ expectation: Expectation<Action>,
      _ assert: ((inout State) throws -> Void)?,
      within timeout: Duration? = nil,
      at location: CallSite
    ) async
  {
    isFinished = false
    let isExhaustive = exhaustivity.actions
    func index(in received: [StepLog<State, Action>.Entry]) -> Int? {
      var first: Int?
      for (index, entry) in received.enumerated() {
        // Overdue steps have already failed the test, so they don't block later steps. The feature's
        // dismissal needs no assertion.
        if !isExhaustive || entry.isOverdue || entry.step.isDismissalOfTheFeature {
          if expectation.matches(entry.step) { return index }
        } else if first == nil {
          first = index
        }
      }
      return first
    }
    await runner.settle(within: timeout, at: location) { [log] in index(in: log.received) == nil }
    let received = log.received
    guard let found = index(in: received) else {
      return reportMissing(expectation, among: received, within: timeout, at: location)
    }
    if !isExhaustive { skipReceived(found, at: location) }
    let entry = received[found]
    log.remove(entry)
    guard expectation.matches(entry.step) else {
      follow(entry, at: location)
      let isLater = received.contains { expectation.matches($0.step) }
      return reportOther(expectation, entry.step, isLater: isLater, at: location)
    }
    assertChange(to: entry, assert, at: location)
  }

  private func reportMissing(
    _ expectation: Expectation<Action>,
    among received: [StepLog<State, Action>.Entry],
    within timeout: Duration?,
    at location: CallSite
  ) {
    var message = "Expected to receive \(expectation.text), but "
    message += received.isEmpty ? "received nothing." : "received only this:\n\n\(list(received))"
    let waiting = runner.waiting(runner.running, within: timeout)
    if waiting.effects.isEmpty {
      message += """
        \(received.isEmpty ? " " : "\n\n")No running effect could send it. Check whether the reducer \
        returned the effect that should send it, and whether that effect was cancelled.
        """
    } else {
      message += "\(received.isEmpty ? " " : "\n\n")Still running:\n\n\(waiting.list)\n\n\(waiting.advice)"
    }
    TestIssueReporter.report(message, at: location)
  }

  private func reportOther(
    _ expectation: Expectation<Action>,
    _ step: RecordedStep<Action>,
    isLater: Bool,
    at location: CallSite
  ) {
    var message = "Expected to receive \(expectation.text), but received \(step.text)"
    if isLater { message += " before it" }
    // A difference of at most two lines would only repeat the sentence.
    if let difference = step.action.flatMap(expectation.difference),
      difference.split(separator: "\n").count > 2
    {
      message += " (- expected, + received):\n\n\(difference)"
    } else {
      message += "."
    }
    if isLater {
      message +=
        "\n\nActions are received in the order in which they were sent: if this action is correct, receive it first."
    }
    TestIssueReporter.report(message, at: location)
  }
}
