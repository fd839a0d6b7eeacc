extension AnyCasePath {
  // Inlinable for the same reason as the other initializer.
  /// Creates a path to a case of a generic enum from two functions.
  ///
  /// In generic code, the compiler warns about a `@Sendable` closure that uses the type parameters around
  /// it. This initializer takes closures that aren't `@Sendable`.
  ///
  /// - Parameters:
  ///   - embed: Creates a value of the case from a payload. It must capture nothing.
  ///   - extract: Returns the payload of a value, or nil if the value is in another case. It must capture
  ///     nothing.
  ///   - name: The name of the case, for messages in tests: by default, the name of the property.
  @inlinable
  public init(
    uncheckedEmbed embed: @escaping (Value) -> Root,
    extract: @escaping (Root) -> Value?,
    name: StaticString = #function
  ) {
    // Sound because the closures capture nothing but types, which the caller guarantees: the macro's closures
    // do.
    nonisolated(unsafe) let (embed, extract) = (embed, extract)
    functions = CaseFunctions(embed: { embed($0) }, extract: { extract($0) }, name: name)
  }
}
