/// Returns an argument of a client's initializer. The code that `@DependencyClient` writes passes through it
/// what may be a function behind a type alias, for the message of the other function of this name.
@inlinable
public func _argument<Value: ~Copyable>(_ value: consuming Value) -> Value { value }

/// The mistake of a function behind a type alias, which has a message of its own.
@available(
  *,
  unavailable,
  message: """
    '@DependencyClient' can't see the function behind a type alias. Write the type out where the property is \\
    declared, or declare the alias inside of the client
    """
)
public func _argument<each Argument, Result, Value>(
  _ value: (repeat each Argument) async throws -> Result
) -> Value {
  fatalError("It is unavailable.")
}
