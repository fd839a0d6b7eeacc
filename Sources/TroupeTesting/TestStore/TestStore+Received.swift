import Troupe

// Methods for the effects' steps that the test hasn't received.
extension TestStore {
  /// Skips or reports unreceived steps before an action is sent. The test can still receive reported steps.
  func passOverReceived(before action: Action, at location: CallSite) {
    guard log.hasReceived else { return }
    guard exhaustivity.actions else { return skipReceived(at: location) }
    let received = log.received.filter { !$0.isOverdue }
    guard !received.isEmpty else { return }
    log.markOverdue(received)
    for entry in received { recordOrigin(of: entry, at: location) }
    TestIssueReporter.report(
      """
      Before \(excerpt(action)) was sent, effects sent the following, but the test hasn't received it:

      \(list(received))

      Receive it before this statement, with \(receiving(received)), or skip it, with \
      `await store.skipReceivedActions()`.
      """,
      at: location
    )
  }

  /// Skips unreceived steps without a failure and advances the state past these steps.
  ///
  /// - Parameter count: The number of steps to skip; nil for all.
  func skipReceived(_ count: Int? = nil, at location: CallSite) {
    let received = log.received.prefix(count ?? .max)
    guard !received.isEmpty else { return }
    log.remove(Array(received))
    for entry in received { follow(entry, at: location) }
    guard exhaustivity.showsSkippedAssertions else { return }
    printer("\(location): Received, but not asserted:\n\n\(list(Array(received)))")
  }

  /// Returns the statements that receive the given steps, for a message.
  func receiving(_ entries: [StepLog<State, Action>.Entry]) -> String {
    var statements: [String] = []
    for entry in entries {
      let statement =
        if case .dismissed(let path) = entry.step {
          path.components.isEmpty
            ? "`await store.receiveDismissal()`" : "`await store.receiveDismissal(of: \"\(path)\")`"
        } else if case .sharedChange = entry.step {
          "`await store.receiveSharedChange { $0.$value.withLock { $0 = … } }`"
        } else {
          "`await store.receive(…)`"
        }
      if !statements.contains(statement) { statements.append(statement) }
    }
    return statements.joined(separator: " and ")
  }

  /// Returns the first dozen steps, one per line, each with the statement that caused it.
  func list(_ entries: [StepLog<State, Action>.Entry]) -> String {
    var lines = entries.prefix(12).map { entry in
      "- \(entry.step.text)\(entry.cause.map { ", caused by the `send` at \($0)" } ?? "")"
    }
    if entries.count > lines.count { lines.append("- and \(entries.count - lines.count) more") }
    return lines.joined(separator: "\n")
  }
}
