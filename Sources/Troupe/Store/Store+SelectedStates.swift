extension Store {
  /// Returns values made from the state, without consecutive repetitions according to a custom comparison:
  /// the current value, then always the newest.
  ///
  /// Otherwise, it behaves like ``states()``.
  ///
  /// - Parameters:
  ///   - value: Makes the value. It runs on the store's executor.
  ///   - isSame: Returns whether two values count as equal.
  public nonisolated func states<Value: Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    removeDuplicates isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> StoreStates<Value> {
    states(value, isSame: isSame)
  }
}
