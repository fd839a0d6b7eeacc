extension AnyCasePath {
  // The initializer is inlinable for the same reason as the other initializer.
  /// Creates a path to a case of a generic enum from two functions.
  ///
  /// In generic code, the compiler warns about a `@Sendable` closure that uses the type parameters around it.
  /// The closures passed to this initializer aren't `@Sendable`.
  ///
  /// - Parameters:
  ///   - embed: A closure that creates a value of the case from a payload. It must capture nothing.
  ///   - extract: A closure that returns a value's payload, or nil if the value is in another case. It must
  ///     capture nothing.
  ///   - name: The name of the case, for messages in tests. The default is the property's name.
  @inlinable
  public init(
    uncheckedEmbed embed: @escaping (Value) -> Root,
    extract: @escaping (Root) -> Value?,
    name: StaticString = #function
  ) {
    // This assignment is sound if the closures capture only types, which the caller guarantees. The macro's
    // closures capture only types.
    nonisolated(unsafe) let (embed, extract) = (embed, extract)
    functions = CaseFunctions(embed: { embed($0) }, extract: { extract($0) }, name: name)
  }
}
