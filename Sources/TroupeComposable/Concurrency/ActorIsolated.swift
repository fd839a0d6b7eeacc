/// A value in an actor.
///
/// Prefer ``LockIsolated``, which needs no `await`.
public actor ActorIsolated<Value> {
  /// The value.
  public var value: Value

  /// Creates a value in an actor.
  ///
  /// - Parameter value: The value. It is created here.
  /// - Throws: The error that the expression throws.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows { self.value = try value() }

  /// Calls a closure with the value.
  ///
  /// - Parameter operation: Reads or changes the value. If it throws, its changes stay.
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
