import Troupe

/// The steps of a store that a test hasn't looked at yet, in order.
final class StepLog<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    let step: RecordedStep<Action>
    /// The state after it.
    let state: State
  }

  private let entries = Locked<[Entry]>([])

  func append(_ step: RecordedStep<Action>, _ state: State) {
    entries.withLock { $0.append(Entry(step: step, state: state)) }
  }

  /// Takes out the step that sent an action, which is the last such one.
  func takeSent() -> State? {
    entries.withLock { entries in
      let index = entries.firstIndex { if case .sent = $0.step { true } else { false } }
      return index.map { entries.remove(at: $0).state }
    }
  }

  /// What the store received, or did by itself.
  var received: [Entry] { entries.withLock { $0 } }

  func removeFirst(_ count: Int) { entries.withLock { $0.removeFirst(count) } }
}
