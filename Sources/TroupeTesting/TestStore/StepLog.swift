import Troupe
import TroupeDiagnostics

/// The steps of a store that a test hasn't handled yet, in order.
final class StepLog<State, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    /// The number of the step in the store.
    let number: Int
    let step: RecordedStep<Action>
    /// The dependencies before the step, as assertions use them.
    let dependencies: DependencyValues
    /// The state before it.
    let before: LentState<State>
    /// The state after it.
    let state: LentState<State>
    /// The ``EffectSnapshot/moment`` of the effects that it started.
    let since: MonotonicInstant?
    /// The test's statement that caused the step; nil if it isn't known.
    let cause: CallSite?
    /// Whether the test has failed because it hadn't received the step when it sent another action.
    fileprivate(set) var isOverdue = false

    fileprivate var isSent: Bool {
      if case .sent = step { true } else { false }
    }
  }

  private struct Contents {
    var entries: [Entry] = []
    var dependencies = DependencyValues(.current)
    /// The values that `dependencies` is a copy of, and the next id that it creates.
    var original: (values: DependencyValues, nextID: StackElementID)?
    /// The state after the last step.
    var state: LentState<State>
    var count = 0

    /// The index of the first action that the test sent.
    var firstSent: Int?

    /// Finds the first action that the test sent, after steps before it were removed.
    mutating func findSent() {
      // A closure, because in generic code a key path is created at each use.
      if firstSent != nil { firstSent = entries.firstIndex { $0.isSent } }
    }
  }

  private let contents: Locked<Contents>

  init(_ state: LentState<State>) { contents = Locked(Contents(state: state)) }

  /// Records the dependencies before a step. It is called on the store's executor, step by step.
  func begin(_ values: DependencyValues) {
    let nextID = values.stackElementID.next
    // Most steps neither change the dependencies nor draw from them, and a copy takes six allocations.
    if let original = contents.withLock({ $0.original }), original.nextID == nextID,
      values.areKept(in: original.values)
    {
      return
    }
    // Copying and releasing values may take other locks, so it is done outside this one.
    let new = (values.forAssertions, (values, nextID))
    _ = contents.withLock { contents in
      let old = (contents.dependencies, contents.original)
      (contents.dependencies, contents.original) = new
      return old
    }
  }

  /// Records a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - state: The state after it; nil for a step that doesn't change it.
  ///   - since: The ``EffectSnapshot/moment`` of the effects that it started.
  func append(_ step: RecordedStep<Action>, _ state: LentState<State>?, _ since: MonotonicInstant?) {
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
      if contents.firstSent == nil, entry.isSent { contents.firstSent = contents.entries.count }
      contents.entries.append(entry)
    }
  }

  /// The steps from effects and dismissals before the first action that the test sent.
  var received: [Entry] {
    contents.withLock { contents in
      contents.firstSent.map { Array(contents.entries[..<$0]) } ?? contents.entries
    }
  }

  /// Whether such steps exist.
  var hasReceived: Bool { contents.withLock { !$0.entries.isEmpty && $0.firstSent != 0 } }

  /// The state after the last step.
  var last: LentState<State> { contents.withLock { $0.state } }

  func remove(_ entry: Entry) {
    contents.withLock { contents in
      for index in contents.entries.indices where contents.entries[index].number == entry.number {
        contents.entries.remove(at: index)
        return contents.findSent()
      }
    }
  }

  func remove(_ entries: [Entry]) {
    let numbers = Set(entries.map { $0.number })
    contents.withLock { contents in
      contents.entries.removeAll { numbers.contains($0.number) }
      contents.findSent()
    }
  }

  /// Records that the test has failed because it didn't receive steps in time. It can still receive them.
  func markOverdue(_ entries: [Entry]) {
    let numbers = Set(entries.map { $0.number })
    contents.withLock { contents in
      for index in contents.entries.indices where numbers.contains(contents.entries[index].number) {
        contents.entries[index].isOverdue = true
      }
    }
  }

  /// Removes and returns the first action that the test sent.
  func takeSent() -> Entry? {
    contents.withLock { contents in
      guard let first = contents.firstSent else { return nil }
      defer { contents.findSent() }
      return contents.entries.remove(at: first)
    }
  }
}

extension DependencyValues {
  /// The same values, with copies of values that each use consumes. An assertion gets the same results as the
  /// feature, and doesn't consume the feature's next results.
  var forAssertions: DependencyValues {
    var values = copyingConsumables()
    // The generator in use if the test sets none. From here on, it is set, and copied like any other.
    values.stackElementID = values.stackElementID.copy()
    return values
  }
}
