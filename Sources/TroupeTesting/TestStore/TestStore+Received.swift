import Troupe

// What came from effects and hasn't been received.
extension TestStore {
  /// Deals with what came before an action is sent. Where that is a failure, it can be received still.
  func passOverReceived(before action: Action, at location: SourceLocation) {
    guard exhaustivity.actions else { return skipReceived(at: location) }
    let received = log.received.filter { !$0.isOverdue }
    guard !received.isEmpty else { return }
    log.markOverdue(received)
    for entry in received { noteOrigin(of: entry, at: location) }
    TestIssueReporter.report(
      """
      Before \(excerpt(action)) was sent, this came from effects, and the test hasn't received it:

      \(list(received))

      Receive it before this statement, with \(receiving(received)), or skip it, with \
      `await store.skipReceivedActions()`.
      """,
      at: location
    )
  }

  /// Follows the state past what has come, without a failure.
  ///
  /// - Parameter count: How much of it; all where it is nil.
  func skipReceived(_ count: Int? = nil, at location: SourceLocation) {
    let received = log.received.prefix(count ?? .max)
    guard !received.isEmpty else { return }
    log.remove(Array(received))
    for entry in received { follow(entry, at: location) }
    guard exhaustivity.showsSkippedAssertions else { return }
    printer("\(location): Received, but not asserted:\n\n\(list(Array(received)))")
  }

  /// The statements that receive what has come, as a part of a message.
  func receiving(_ entries: [StepLog<State, Action>.Entry]) -> String {
    var statements: [String] = []
    for entry in entries {
      let statement =
        if case .dismissed(let path) = entry.step {
          path.components.isEmpty
            ? "`await store.receiveDismissal()`" : "`await store.receiveDismissal(of: \"\(path)\")`"
        } else {
          "`await store.receive(…)`"
        }
      if !statements.contains(statement) { statements.append(statement) }
    }
    return statements.joined(separator: " and ")
  }

  /// The first dozen of what has come, a line each, with the statement that led to it.
  func list(_ entries: [StepLog<State, Action>.Entry]) -> String {
    var lines = entries.prefix(12).map { entry in
      "- \(entry.step.text)\(entry.cause.map { ", caused by the `send` at \($0)" } ?? "")"
    }
    if entries.count > lines.count { lines.append("- and \(entries.count - lines.count) more") }
    return lines.joined(separator: "\n")
  }
}
