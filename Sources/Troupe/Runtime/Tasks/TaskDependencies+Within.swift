extension TaskDependencies {
  /// Runs an operation with the values of a position in force; nil for none. The operation belongs to the
  /// same effect as its caller, if any.
  ///
  /// It is declared here, apart from the rest, so that it is compiled into its callers. Every turn calls it.
  @inline(__always)
  static func within<Result>(
    _ position: @autoclosure () -> TaskDependencies?,
    _ operation: () -> Result
  ) -> Result {
    // Only the identity is read from the position, so that no references are counted.
    if areInForce(position()?.identity) { return operation() }
    return toBind(at: position()).bind(operation)
  }
}
