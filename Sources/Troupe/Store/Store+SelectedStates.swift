extension Store {
  /// Values made of the state, without repeats by a comparison of one's own: the one now, then always the
  /// newest.
  ///
  /// Otherwise it is like ``states()``.
  ///
  /// - Parameters:
  ///   - value: Makes the value. It runs on the store's executor.
  ///   - isSame: Tells whether two values count as the same.
  public nonisolated func states<Value: Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    removeDuplicates isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> StoreStates<Value> {
    states(value, isSame: isSame)
  }
}
