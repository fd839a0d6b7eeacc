import Troupe
import TroupeDiagnostics

/// The steps of a store that a test hasn't looked at yet, in order.
final class StepLog<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    /// Counts the steps of the store.
    let number: Int
    let step: RecordedStep<Action>
    /// The dependencies before it, as those who assert get them.
    let dependencies: DependencyValues
    /// The state before it.
    let before: State
    /// The state after it.
    let state: State
    /// What the effects that it started have for ``EffectSnapshot/moment``.
    let since: Moment?
    /// The statement of the test that led to it, where that is known.
    let cause: SourceLocation?
    /// Whether the test has failed because it hadn't received it when it sent another action.
    fileprivate(set) var isOverdue = false

    fileprivate var isSent: Bool {
      if case .sent = step { true } else { false }
    }
  }

  private struct Contents {
    var entries: [Entry] = []
    var dependencies = DependencyValues(.current)
    /// The state after the last step.
    var state: State
    var count = 0
  }

  private let contents: Locked<Contents>

  init(_ state: State) { contents = Locked(Contents(state: state)) }

  /// Takes note of the dependencies before a step.
  func begin(_ values: DependencyValues) {
    let copy = values.forAssertions
    contents.withLock { $0.dependencies = copy }
  }

  /// Takes note of a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - state: The state after it; nil for a step that leaves it as it is.
  ///   - since: What the effects that it started have for ``EffectSnapshot/moment``.
  func append(_ step: RecordedStep<Action>, _ state: State?, _ since: Moment?) {
    // Who takes the step does so in a task that was started from there.
    let cause = IssueReporting.statement
    contents.withLock { contents in
      contents.count += 1
      let entry = Entry(
        number: contents.count,
        step: step,
        dependencies: contents.dependencies,
        before: contents.state,
        state: state ?? contents.state,
        since: since,
        cause: cause
      )
      contents.state = entry.state
      contents.entries.append(entry)
    }
  }

  /// What the store received, or did by itself, up to the action that the test has sent last.
  var received: [Entry] {
    contents.withLock { contents in
      Array(contents.entries[..<(contents.entries.firstIndex(where: \.isSent) ?? contents.entries.endIndex)])
    }
  }

  /// The state after the last step.
  var last: State { contents.withLock { $0.state } }

  func remove(_ entries: [Entry]) {
    let numbers = Set(entries.map(\.number))
    contents.withLock { $0.entries.removeAll { numbers.contains($0.number) } }
  }

  /// Notes that the test has failed because of steps that it hasn't received in time. They can be received
  /// still.
  func markOverdue(_ entries: [Entry]) {
    let numbers = Set(entries.map(\.number))
    contents.withLock { contents in
      for index in contents.entries.indices where numbers.contains(contents.entries[index].number) {
        contents.entries[index].isOverdue = true
      }
    }
  }

  /// Takes out the first action that the test has sent.
  func takeSent() -> Entry? {
    contents.withLock { contents in
      contents.entries.firstIndex(where: \.isSent).map { contents.entries.remove(at: $0) }
    }
  }
}

extension DependencyValues {
  /// The same with copies of what is used up by being used: what an assertion draws is what the feature has
  /// drawn, and isn't missing when the feature draws again.
  var forAssertions: DependencyValues {
    var values = copyingConsumables()
    // The one that counts where the test sets none.
    values.stackElementID = values.stackElementID.copy()
    return values
  }
}
