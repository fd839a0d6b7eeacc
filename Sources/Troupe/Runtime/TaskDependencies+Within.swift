extension TaskDependencies {
  /// Runs an operation with the values of a place in force; nil for nothing. The operation belongs to whom its caller
  /// belongs.
  ///
  /// It is here, and not where the rest is, to be compiled into its callers, of which one is each turn.
  @inline(__always)
  static func within<Result>(_ place: TaskDependencies?, _ operation: () -> Result) -> Result {
    guard let other = toBind(within: place) else { return operation() }
    return other.bind(operation)
  }
}
