extension TaskDependencies {
  /// Runs an operation with the values of a position in force; nil for nothing. The operation belongs to whom
  /// its caller belongs.
  ///
  /// It is here, and not where the rest is, to be compiled into its callers, of which one is each turn.
  @inline(__always)
  static func within<Result>(
    _ position: @autoclosure () -> TaskDependencies?,
    _ operation: () -> Result
  ) -> Result {
    // Got out of where it is to look at its identity alone, so that nothing is counted.
    if areInForce(position()?.identity) { return operation() }
    return toBind(at: position()).bind(operation)
  }
}
