import Troupe

extension TestStore {
  /// Asserts that an action comes from an effect, and how the state changes with it.
  ///
  /// It runs what can run, and resumes when an action has come or none can come any more. Only for work that waits for
  /// something outside of the scheduler it waits in real time, for ``outsideLimit`` at most.
  ///
  /// - Parameters:
  ///   - action: The action that is expected.
  ///   - assert: Changes the state as the action is expected to; without it, the state isn't expected to change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func receive(
      _ action: Action,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async where Action: Equatable
  {
    await receive(
      Expectation(text: excerpt(action), matches: { $0 == action }) { found in
        valueDifference(from: action, to: found).map { " (- expected, + received).\n\n\($0)" }
      },
      assert,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an action of a case comes from an effect, and how the state changes with it; see
  /// ``receive(_:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - path: The case, or a case of a payload: `\.child.response`.
  ///   - assert: Changes the state as the action is expected to; without it, the state isn't expected to change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive<Payload>(
      _ path: CaseKeyPath<Action, Payload>,
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
        text: "an action of the case \(caseName(path))",
        matches: { casePath.extract(from: $0) != nil }
      ),
      assert,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an action of a case with a certain payload comes from an effect, and how the state changes with it; see
  /// ``receive(_:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - path: The case, or a case of a payload: `\.child.response`.
  ///   - payload: The payload that is expected.
  ///   - assert: Changes the state as the action is expected to; without it, the state isn't expected to change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func receive<Payload: Equatable>(
      _ path: CaseKeyPath<Action, Payload>,
      _ payload: Payload,
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
        text: "an action of the case \(caseName(path)) with \(valueText(of: payload))",
        matches: { casePath.extract(from: $0) == payload }
      ) { found in
        casePath.extract(from: found)
          .flatMap { valueDifference(from: payload, to: $0) }
          .map { " with another payload (- expected, + received).\n\n\($0)" }
      },
      assert,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that an action for which a closure holds comes from an effect, and how the state changes with it; see
  /// ``receive(_:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - matches: Tells whether an action is the expected one.
  ///   - assert: Changes the state as the action is expected to; without it, the state isn't expected to change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ matches: @escaping (Action) -> Bool,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(text: "an action that satisfies the closure", matches: matches),
      assert,
      at: location
    )
  }

  /// Asserts that a child dismisses itself that is then taken out of the state without an action: the child of a plain
  /// `ifLet` or `forEach`.
  ///
  /// - Parameters:
  ///   - path: The path of the child's scope, as in `/detail` or `/rows[3]`.
  ///   - assert: Changes the state as is expected.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
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
      Expectation(
        text: "the dismissal of \(path)",
        step: { step in
          if case .dismissed(let found) = step { found.description == path } else { false }
        }
      ),
      assert,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  // MARK: Waiting

  nonisolated(nonsending)
    private func receive(
      _ expectation: Expectation<Action>,
      _ assert: ((inout State) throws -> Void)?,
      at location: SourceLocation
    ) async
  {
    let isExhaustive = exhaustivity.actions
    let waiting = await runner.settle { [log] in
      isExhaustive ? log.received.isEmpty : !log.received.contains { expectation.matches($0.step) }
    }
    note(location)
    let received = log.received
    let found = isExhaustive ? received.indices.first : received.firstIndex { expectation.matches($0.step) }
    guard let found else {
      var message = "\(expectation.text.capitalizedFirst) was expected, but didn't come."
      if !received.isEmpty { message += " Others came: \(list(received.map(\.step)))." }
      return runner.report("\(message)\(waiting.text)\n\n\(waiting.advice)", at: location)
    }
    let entry = received[found]
    log.removeFirst(found + 1)
    if found > 0, exhaustivity.showsSkippedAssertions {
      print("\(location): Passed over: \(list(received[..<found].map(\.step))).")
    }
    if found > 0 { state = received[found - 1].state }
    guard expectation.matches(entry.step) else {
      state = entry.state
      let isLater = received.dropFirst().contains { expectation.matches($0.step) }
      let difference = expectation.difference(from: entry.step)
      return runner.report(
        """
        \(expectation.text.capitalizedFirst) was expected, but \(describe(entry.step)) came\
        \(isLater ? " before it" : "")\(difference ?? ".")
        """,
        at: location
      )
    }
    assertChange(to: entry.state, assert, at: location)
  }

  /// Deals with what came before a statement that isn't about it.
  func passOverReceived(before statement: String, at location: SourceLocation) {
    let received = log.received
    guard let last = received.last else { return }
    log.removeFirst(received.count)
    state = last.state
    if exhaustivity.actions {
      runner.report(
        """
        What came before \(statement) has to be received first: \(list(received.map(\.step))).

        Receive it, with `await store.receive(…)`, or skip it, with `await store.skipReceivedActions()`.
        """,
        at: location
      )
    } else if exhaustivity.showsSkippedAssertions {
      print("\(location): Passed over: \(list(received.map(\.step))).")
    }
  }

  func list(_ steps: [RecordedStep<Action>]) -> String {
    steps.map { describe($0) }.joined(separator: ", ")
  }

  private func describe(_ step: RecordedStep<Action>) -> String {
    switch step {
    case .sent(let action), .received(let action): excerpt(action)
    case .dismissed(let path): "the dismissal of \(path)"
    }
  }

  private func caseName(_ path: AnyKeyPath) -> String {
    "\(path)"
  }
}

/// What a test expects to come.
private struct Expectation<Action: Sendable> {
  /// What it is, in words.
  let text: String
  let matches: (RecordedStep<Action>) -> Bool
  private let describe: (Action) -> String?

  init(text: String, step matches: @escaping (RecordedStep<Action>) -> Bool) {
    self.text = text
    self.matches = matches
    describe = { _ in nil }
  }

  init(
    text: String,
    matches: @escaping (Action) -> Bool,
    difference: @escaping (Action) -> String? = { _ in nil }
  ) {
    self.text = text
    self.matches = { step in
      switch step {
      case .sent(let action), .received(let action): matches(action)
      case .dismissed: false
      }
    }
    describe = difference
  }

  /// How another action differs.
  func difference(from step: RecordedStep<Action>) -> String? {
    switch step {
    case .sent(let action), .received(let action): describe(action)
    case .dismissed: nil
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
