import Troupe

/// Collects values of several tasks.
final class Noted<Value: Sendable>: Sendable {
  private let values = Locked<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func note(_ value: Value) { values.withLock { $0.append(value) } }
}
