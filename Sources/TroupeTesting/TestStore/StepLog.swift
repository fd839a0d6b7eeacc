import Troupe

/// The steps of a store that a test hasn't looked at yet, in order.
final class StepLog<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    let step: RecordedStep<Action>
    /// The dependencies before it, as those who assert get them.
    let dependencies: DependencyValues
    /// The state after it.
    let state: State
    /// What the effects that it started have for ``EffectSnapshot/moment``.
    let since: Moment?

    fileprivate var isSent: Bool {
      if case .sent = step { true } else { false }
    }
  }

  private let entries = Locked<[Entry]>([])
  private let dependencies = Locked(DependencyValues(.current))

  /// Takes note of the dependencies before a step.
  func begin(_ values: DependencyValues) {
    let copy = values.forAssertions
    dependencies.withLock { $0 = copy }
  }

  /// Takes note of a step.
  func append(_ step: RecordedStep<Action>, _ state: State, _ since: Moment?) {
    let dependencies = dependencies.withLock { $0 }
    entries.withLock {
      $0.append(Entry(step: step, dependencies: dependencies, state: state, since: since))
    }
  }

  /// What the store received, or did by itself, up to the action that the test has sent last.
  var received: [Entry] {
    entries.withLock { $0[..<($0.firstIndex(where: \.isSent) ?? $0.endIndex)].map { $0 } }
  }

  func removeFirst(_ count: Int) { entries.withLock { $0.removeFirst(count) } }

  /// Takes out the first step, when it is an action that the test has sent.
  func takeSent() -> Entry? {
    entries.withLock { $0.first?.isSent == true ? $0.removeFirst() : nil }
  }
}

extension DependencyValues {
  /// The same with copies of what is used up by being used: what an assertion draws is what the feature has drawn, and
  /// isn't missing when the feature draws again.
  var forAssertions: DependencyValues {
    var values = copyingConsumables()
    // The one that counts where the test sets none.
    values.stackElementID = values.stackElementID.copy()
    return values
  }
}
