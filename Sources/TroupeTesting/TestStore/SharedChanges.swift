import Troupe

/// A change of a shared value.
struct SharedChange: Sendable {
  let cell: any SharedCell
  let before: any SharedVersion
  fileprivate(set) var after: any SharedVersion
}

/// The changes of shared values that a test asserts with one step, one for each value.
struct SharedChanges: Sendable {
  private(set) var all: [SharedChange] = []

  var isEmpty: Bool { all.isEmpty }
  var names: [String] { all.map(\.cell.name) }

  /// Adds a change. Returns the version that it replaces, to be released without a lock.
  mutating func add(_ change: SharedChange) -> (any SharedVersion)? {
    guard let index = all.firstIndex(where: { $0.cell === change.cell }) else {
      all.append(change)
      return nil
    }
    return Swift.exchange(&all[index].after, with: change.after)
  }

  func change(of cell: any SharedCell) -> SharedChange? { all.first { $0.cell === cell } }
}

/// Logs the writes of the shared values in the space of a test store.
///
/// A write by the store's turn belongs to the turn's step. A write by an effect, another store or a key is a
/// separate step. Other code, such as the test itself, needs no assertion.
final class SharedLog<State, Action: Sendable>: SharedTracker {
  private let log: StepLog<State, Action>
  private let isolation: ObjectIdentifier

  init(_ log: StepLog<State, Action>, isolation: ObjectIdentifier) {
    self.log = log
    self.isolation = isolation
  }

  func changed(
    _ cell: any SharedCell,
    from old: any SharedVersion,
    to new: any SharedVersion,
    by writer: SharedWriter
  ) -> (any SharedVersion)? {
    let change = SharedChange(cell: cell, before: old, after: new)
    switch writer {
    case .turn(isolation): return log.changeInTurn(change)
    case .turn, .key, .effect: return log.changeElsewhere(change)
    case .other: return nil
    }
  }
}
