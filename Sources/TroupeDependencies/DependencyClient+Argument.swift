/// Returns an argument of a client's initializer unchanged. The code that `@DependencyClient` generates
/// passes an argument through this function if a type alias may hide a function type, so that the overload
/// below can report it.
@inlinable
public func _argument<Value: ~Copyable>(_ value: consuming Value) -> Value { value }

/// Reports a function behind a type alias with a specific error message.
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
  fatalError("This API is unavailable.")
}
