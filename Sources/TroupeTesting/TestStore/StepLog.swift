import Troupe
import TroupeDiagnostics

/// A store's steps that the test hasn't handled yet, in order.
final class StepLog<State, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    /// The number of the step in the store.
    let number: Int
    fileprivate(set) var step: RecordedStep<Action>
    /// The dependencies before the step, for the assertion's closure.
    let dependencies: DependencyValues
    /// The state before the step.
    let before: LentState<State>
    /// The state after the step.
    let state: LentState<State>
    /// The ``EffectSnapshot/moment`` of the effects that the step started.
    let since: MonotonicInstant?
    /// The test's statement that caused the step; nil if the statement is unknown.
    let cause: CallSite?
    /// The shared values that the step changed.
    fileprivate(set) var shared = SharedChanges()
    /// Whether the test has failed because the test sent another action before it received the step.
    fileprivate(set) var isOverdue = false

    fileprivate var isSent: Bool {
      if case .sent = step { true } else { false }
    }
  }

  private struct Contents {
    var entries: [Entry] = []
    var dependencies = DependencyValues(.current)
    /// The values from which `dependencies` was copied, and the next id that their generator would create.
    var original: (values: DependencyValues, nextID: StackElementID)?
    /// The state after the last step.
    var state: LentState<State>
    var count = 0
    /// The shared values that the turn under way has changed.
    var sharedInTurn = SharedChanges()

    /// The index of the first action that the test sent.
    var firstSent: Int?

    /// Updates `firstSent` after entries were removed.
    mutating func findSent() {
      // A closure is used because, in generic code, a key path would be created at each use.
      if firstSent != nil { firstSent = entries.firstIndex { $0.isSent } }
    }
  }

  private let contents: Locked<Contents>

  init(_ state: LentState<State>) { contents = Locked(Contents(state: state)) }

  /// Records the dependencies before a step. The store calls this method on its executor before each step.
  func begin(_ values: DependencyValues) {
    let nextID = values.stackElementID.nextID
    // A copy takes six allocations. Most steps neither change the dependencies nor consume their values, so
    // most steps don't need a new copy.
    if let original = contents.withLock({ $0.original }), original.nextID == nextID,
      values.areKept(in: original.values)
    {
      return
    }
    // Copying and releasing values may take other locks, so both are done outside this lock.
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
  ///   - state: The state after the step; nil if the step doesn't change the state.
  ///   - since: The ``EffectSnapshot/moment`` of the effects that the step started.
  func append(_ step: RecordedStep<Action>, _ state: LentState<State>?, _ since: MonotonicInstant?) {
    // The statement is a task-local value, which the task that performs the step has inherited.
    let cause = IssueReporting.statement
    contents.withLock { contents in
      contents.count += 1
      var entry = Entry(
        number: contents.count,
        step: step,
        dependencies: contents.dependencies,
        before: contents.state,
        state: state ?? contents.state,
        since: since,
        cause: cause
      )
      entry.shared = Swift.exchange(&contents.sharedInTurn, with: SharedChanges())
      contents.state = entry.state
      if contents.firstSent == nil, entry.isSent { contents.firstSent = contents.entries.count }
      contents.entries.append(entry)
    }
  }

  // MARK: Shared values

  /// Records that the turn under way has changed a shared value. Returns the version that the log no longer
  /// has.
  func changeInTurn(_ change: SharedChange) -> (any SharedVersion)? {
    contents.withLock { $0.sharedInTurn.add(change) }
  }

  /// Records that a shared value was changed elsewhere. Changes that follow each other are one step. Returns
  /// the version that the log no longer has.
  func changeElsewhere(_ change: SharedChange) -> (any SharedVersion)? {
    contents.withLock { contents in
      var changes = SharedChanges()
      if let last = contents.entries.last, case .sharedChange = last.step, !last.isOverdue {
        changes = last.shared
        contents.entries.removeLast()
      } else {
        contents.count += 1
      }
      let replaced = changes.add(change)
      var entry = Entry(
        number: contents.count,
        step: .sharedChange(changes.names),
        dependencies: contents.dependencies,
        before: contents.state,
        state: contents.state,
        since: nil,
        cause: nil
      )
      entry.shared = changes
      contents.entries.append(entry)
      return replaced
    }
  }

  /// Returns the version that a shared value had after a step.
  ///
  /// - Parameters:
  ///   - cell: The value.
  ///   - number: The number of the step; nil for the last step.
  func version(of cell: any SharedCell, after number: Int?) -> any SharedVersion {
    let before = contents.withLock { contents -> (any SharedVersion)? in
      guard let number else { return nil }
      for entry in contents.entries where entry.number > number {
        if let change = entry.shared.change(of: cell) { return change.before }
      }
      return contents.sharedInTurn.change(of: cell)?.before
    }
    return before ?? cell.newest
  }

  /// Removes the changes of shared values that come before any other step, and returns them together.
  func takeSharedChanges() -> SharedChanges {
    // The steps may hold the last references to states and versions, so they are released after the lock.
    let taken = contents.withLock { contents -> [Entry] in
      var taken: [Entry] = []
      while let first = contents.entries.first, case .sharedChange = first.step {
        taken.append(first)
        contents.entries.removeFirst()
      }
      contents.findSent()
      return taken
    }
    var changes = SharedChanges()
    for change in taken.flatMap(\.shared.all) { _ = changes.add(change) }
    return changes
  }

  /// The effects' actions and the dismissals that precede the first action that the test sent.
  var received: [Entry] {
    contents.withLock { contents in
      contents.firstSent.map { Array(contents.entries[..<$0]) } ?? contents.entries
    }
  }

  /// Whether `received` contains any steps.
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

  /// Records that the test has failed because it didn't receive steps in time. The test can still receive
  /// these steps.
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
  /// A copy of the values that also includes copies of the values that each use consumes, such as generators.
  /// With this copy, an assertion gets the same results as the feature and doesn't consume the feature's next
  /// results.
  var forAssertions: DependencyValues {
    var values = copyingConsumables()
    // If the test sets no id generator, this statement copies the default generator and sets the copy. From
    // then on, the set generator is copied like other consumable values.
    values.stackElementID = values.stackElementID.copy()
    return values
  }
}
