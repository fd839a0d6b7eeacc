extension TaskDependencies {
  /// Runs an operation with a position's dependency values; nil for none. The operation belongs to the same
  /// effect as its caller, if the caller belongs to one.
  ///
  /// It is declared in this file, separately from the other methods, so that it is compiled into its callers.
  /// Every turn calls it.
  @inline(__always)
  static func within<Result>(
    _ position: @autoclosure () -> TaskDependencies?,
    _ operation: () -> Result
  ) -> Result {
    // Only the identity of the position is read, so that no references are counted.
    if areInForce(position()?.identity) { return operation() }
    return toBind(at: position()).bind(operation)
  }
}
