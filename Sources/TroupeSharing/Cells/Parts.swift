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

  func read() -> Value { last.note(optional.read()) }

  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try optional.withLock { value throws(Failure) in try change(&value, body) }
  }

  func change<Result, Failure: Error>(
    _ writes: CellWrites,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try optional.change(writes) { value throws(Failure) in try change(&value, body) }
  }

  private func change<Result, Failure: Error>(
    _ value: inout Value?,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A write while the optional is nil doesn't bring it back.
    let isPresent = value != nil
    var new = last.note(value)
    let result = try body(&new)
    if isPresent { value = new }
    _ = last.note(new)
    return result
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

  func read() -> Value { last.note(optional.read()) }
}

/// The last value of an optional.
private final class LastValue<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  init(_ value: Value) { self.value = Locked(value) }

  /// Returns a value, or the last one if it is nil.
  func note(_ new: Value?) -> Value {
    guard let new else { return value.withLock { $0 } }
    let old = value.withLock { Swift.exchange(&$0, with: new) }
    _ = old
    return new
  }
}
