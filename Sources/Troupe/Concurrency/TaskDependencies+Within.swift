extension TaskDependencies {
  /// Runs an operation with a position's dependency values; nil for none. If the caller belongs to an effect,
  /// the operation belongs to the same effect.
  ///
  /// This method is declared in this file, separately from the other methods, so that the method is compiled
  /// into its callers. Every turn calls the method.
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
