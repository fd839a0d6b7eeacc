extension Store {
  /// Returns values computed from the state as a sequence. Consecutive values that a custom comparison
  /// considers equal are omitted. The first element is the current value, and each later element is the
  /// newest value.
  ///
  /// Otherwise, the sequence behaves like ``states()``.
  ///
  /// - Parameters:
  ///   - value: Computes the value on the store's executor.
  ///   - isSame: Returns whether two values count as equal.
  public nonisolated func states<Value: Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    removeDuplicates isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> StoreStates<Value> {
    states(value, isSame: isSame)
  }
}
