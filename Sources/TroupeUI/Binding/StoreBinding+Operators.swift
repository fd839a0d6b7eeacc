extension StoreBinding {
  /// Returns a binding to a value that is converted from this one.
  ///
  /// - Parameters:
  ///   - get: Converts the value for reading.
  ///   - set: Converts a written value back.
  /// - Returns: The binding.
  public func map<Other>(
    _ get: @escaping @MainActor (Value) -> Other,
    set: @escaping @MainActor (Other) -> Value
  ) -> StoreBinding<Other> {
    StoreBinding<Other>(get: { get(self.get()) }, set: { self.set(set($0)) })
  }

  /// Returns a binding that only writes values that differ from the current value.
  ///
  /// - Parameter isSame: Returns whether two values count as equal.
  /// - Returns: The binding.
  public func removeDuplicates(by isSame: @escaping @MainActor (Value, Value) -> Bool) -> StoreBinding {
    StoreBinding(get: get, set: { if !isSame(get(), $0) { set($0) } })
  }
}

extension StoreBinding where Value: Equatable {
  /// Returns a binding that only writes values that aren't equal to the current value.
  ///
  /// - Returns: The binding.
  public func removeDuplicates() -> StoreBinding { removeDuplicates { $0 == $1 } }
}
