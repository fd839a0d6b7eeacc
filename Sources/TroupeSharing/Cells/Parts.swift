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

  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try whole.withLock { value throws(Failure) in try body(&value[keyPath: path]) }
  }

  func change<Result, Failure: Error>(
    _ writes: CellWrites,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try whole.change(writes) { value throws(Failure) in try body(&value[keyPath: path]) }
  }
}

/// What a function makes of a value.
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

/// The value of an optional, which stays the last one while the optional is nil.
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

  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // What is replaced is released after the lock.
    var replaced: [Value] = []
    defer { withExtendedLifetime(replaced) {} }
    return try optional.withLock { value throws(Failure) in try change(&value, &replaced, body) }
  }

  func change<Result, Failure: Error>(
    _ writes: CellWrites,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var replaced: [Value] = []
    defer { writes.dropped.append(replaced) }
    return try optional.change(writes) { value throws(Failure) in try change(&value, &replaced, body) }
  }

  private func change<Result, Failure: Error>(
    _ value: inout Value?,
    _ replaced: inout [Value],
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A write while the optional is nil doesn't bring it back.
    let isPresent = value != nil
    let before = last.note(value)
    if let old = before.replaced { replaced.append(old) }
    var new = before.value
    do throws(Failure) {
      let result = try body(&new)
      if isPresent { value = new }
      if let old = last.note(new).replaced { replaced.append(old) }
      return result
    } catch {
      replaced.append(new)
      throw error
    }
  }
}

/// The same for a value that is only read.
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

  /// Returns a value, or the last one if it is nil. Returns also what the value has replaced, to be released
  /// without a lock.
  func note(_ new: Value?) -> (value: Value, replaced: Value?) {
    guard let new else { return (value.withLock { $0 }, nil) }
    return (new, value.withLock { Swift.exchange(&$0, with: new) })
  }
}
