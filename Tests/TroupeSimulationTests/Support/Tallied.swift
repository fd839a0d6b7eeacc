import Troupe

/// A value that several runs of a simulation change, such as counts of what occurred.
final class Tallied<Value: Sendable>: Sendable {
  private let locked: Locked<Value>

  init(_ value: Value) { locked = Locked(value) }

  var value: Value { locked.withLock { $0 } }

  func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { locked.withLock { body(&$0) } }
}

extension Tallied<Int> {
  /// Increments the number and returns it.
  func next() -> Int {
    change { number in
      number += 1
      return number
    }
  }
}
