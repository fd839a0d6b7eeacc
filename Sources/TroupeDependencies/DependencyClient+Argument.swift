/// Returns an argument of a client's initializer. The code that `@DependencyClient` generates passes
/// arguments through it that may be functions behind a type alias, so that the overload below can report
/// them.
@inlinable
public func _argument<Value: ~Copyable>(_ value: consuming Value) -> Value { value }

/// Catches a function behind a type alias, with a specific message.
@available(
  *,
  unavailable,
  message: """
    '@DependencyClient' can't see the function behind a type alias. Write the type out where the property is \
    declared, or declare the alias inside the client
    """
)
public func _argument<each Argument, Result, Value>(
  _ value: (repeat each Argument) async throws -> Result
) -> Value {
  fatalError("It is unavailable.")
}
