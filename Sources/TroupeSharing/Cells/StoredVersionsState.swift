import Troupe

/// The versions of a stored value, as the lock of ``StoredVersions`` guards them.
struct StoredVersionsState<Value: Sendable> {
  typealias Waiter = (number: UInt64, wait: Loading<Void>)
  typealias Outcome = Result<Void, LostVersion>

  var saved: Version<Value>
  /// Whether ``saved`` is known to be in the storage, or to be the default value of a key without a value.
  var isKnown = false
  /// The version with which the value continues until the storage is read.
  var base: Version<Value>
  /// The revision of the last save, or of the value that was read last.
  var revision: (any Hashable & Sendable)?
  /// The numbers of the lost versions, in ascending order.
  var lost: [(numbers: ClosedRange<UInt64>, loss: any StoredVersionLoss)] = []
  /// The owned key; nil until the storage is read.
  var opened: OpenedStorage<Value>?
  var isRunning = false
  var waiters: [Waiter] = []
  var loadError: (any Error)?
  var saveError: (any Error)?

  /// Returns the outcome of a version; nil if it isn't known yet.
  func outcome(of number: UInt64) -> Outcome? {
    if let range = lost.last(where: { $0.numbers.contains(number) }) {
      return .failure(LostVersion(loss: range.loss))
    }
    return isKnown && number <= saved.number ? .success(()) : nil
  }

  /// Records that the storage was read, and that a version is what it has.
  mutating func opened(_ opened: OpenedStorage<Value>, _ version: Version<Value>) {
    (self.opened, saved, base, isKnown, loadError) = (opened, version, version, true, nil)
    revision = opened.revision()
  }

  /// Records that all versions after the saved one are lost, except those that were lost before.
  mutating func lose(upTo number: UInt64, _ loss: any StoredVersionLoss) {
    let afterSaved = isKnown ? saved.number + 1 : 0
    let first = max(afterSaved, lost.last.map { $0.numbers.upperBound + 1 } ?? 0)
    if first <= number { lost.append((first...number, loss)) }
  }

  /// Removes the waiters whose outcome is known.
  mutating func takeWaiters() -> [(wait: Loading<Void>, outcome: Outcome)] {
    var taken: [(wait: Loading<Void>, outcome: Outcome)] = []
    var remaining: [Waiter] = []
    for waiter in waiters {
      if let outcome = outcome(of: waiter.number) {
        taken.append((waiter.wait, outcome))
      } else {
        remaining.append(waiter)
      }
    }
    waiters = remaining
    return taken
  }
}

/// A version of a stored value is lost.
struct LostVersion: Error {
  let loss: any StoredVersionLoss
}
