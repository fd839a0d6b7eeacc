/// A value that an actor isolates.
///
/// Prefer ``LockIsolated``, which needs no `await`.
public actor ActorIsolated<Value> {
  /// The isolated value.
  public var value: Value

  /// Creates an actor with a value.
  ///
  /// - Parameter value: The initial value, which is evaluated in this initializer.
  /// - Throws: The error that the expression throws.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows { self.value = try value() }

  /// Calls a closure with the value.
  ///
  /// - Parameter operation: A closure that reads or changes the value. If it throws an error, its earlier
  ///   changes are kept.
  /// - Returns: The result of the closure.
  /// - Throws: The error that the closure throws.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try operation(&value)
  }

  /// Replaces the value.
  ///
  /// - Parameter newValue: The new value.
  /// - Throws: The error that the expression throws.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
