import Troupe
import TroupeDiagnostics

/// A writable part of a value.
final class PartReference<Whole: Sendable, Value: Sendable>: MutableReference {
  private let whole: any MutableReference<Whole>
  private let path: any WritableKeyPath<Whole, Value> & Sendable

  init(_ whole: any MutableReference<Whole>, _ path: any WritableKeyPath<Whole, Value> & Sendable) {
    self.whole = whole
    self.path = path
  }

  var cell: any AnyCell { whole.cell }
  var name: String { "\(whole.name), a part of it" }

  func read() -> Value { whole.read()[keyPath: path] }

  func modify(_ body: (inout Value) -> Bool) -> Bool { whole.modify { body(&$0[keyPath: path]) } }

  func modify(_ writes: CellWrites, _ body: (inout Value) -> Bool) -> Bool {
    whole.modify(writes) { body(&$0[keyPath: path]) }
  }
}

/// The result of a function of a value.
final class MappedReference<Whole: Sendable, Value: Sendable>: Reference {
  private let whole: any Reference<Whole>
  private let map: @Sendable (Whole) -> Value

  init(_ whole: any Reference<Whole>, _ map: @escaping @Sendable (Whole) -> Value) {
    self.whole = whole
    self.map = map
  }

  var cell: any AnyCell { whole.cell }
  var name: String { "\(whole.name), a part of it" }

  func read() -> Value { map(whole.read()) }
}

/// The value of an optional. While the optional is nil, it is the last value.
final class UnwrappedReference<Value: Sendable>: MutableReference {
  private let optional: any MutableReference<Value?>
  private let last: LastValue<Value>

  init(_ optional: any MutableReference<Value?>, _ value: Value) {
    self.optional = optional
    last = LastValue(value)
  }

  var cell: any AnyCell { optional.cell }
  var name: String { optional.name }

  func read() -> Value { last.note(optional.read()).value }

  func modify(_ body: (inout Value) -> Bool) -> Bool {
    // Replaced values are released after the lock.
    var replaced: [Value] = []
    defer { withExtendedLifetime(replaced) {} }
    return optional.modify { change(&$0, &replaced, body) }
  }

  func modify(_ writes: CellWrites, _ body: (inout Value) -> Bool) -> Bool {
    var replaced: [Value] = []
    defer { writes.dropped.append(replaced) }
    return optional.modify(writes) { change(&$0, &replaced, body) }
  }

  private func change(
    _ value: inout Value?,
    _ replaced: inout [Value],
    _ body: (inout Value) -> Bool
  ) -> Bool {
    // If the optional is nil, a write doesn't change it.
    let isPresent = value != nil
    let before = last.note(value)
    if let old = before.replaced { replaced.append(old) }
    var new = before.value
    guard body(&new) else {
      replaced.append(new)
      return false
    }
    if isPresent { value = new }
    if let old = last.note(new).replaced { replaced.append(old) }
    return true
  }
}

/// The value of an optional that is only read.
final class UnwrappedReader<Value: Sendable>: Reference {
  private let optional: any Reference<Value?>
  private let last: LastValue<Value>

  init(_ optional: any Reference<Value?>, _ value: Value) {
    self.optional = optional
    last = LastValue(value)
  }

  var cell: any AnyCell { optional.cell }
  var name: String { optional.name }

  func read() -> Value { last.note(optional.read()).value }
}

/// The last value of an optional.
private final class LastValue<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  init(_ value: Value) { self.value = Locked(value) }

  /// Returns a value, or the last value if the new one is nil. Also returns the replaced value, which the
  /// caller releases without a lock.
  func note(_ new: Value?) -> (value: Value, replaced: Value?) {
    guard let new else { return (value.withLock { $0 }, nil) }
    return (new, value.withLock { Swift.exchange(&$0, with: new) })
  }
}
