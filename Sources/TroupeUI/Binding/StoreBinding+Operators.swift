extension StoreBinding {
  /// Returns a binding that converts this binding's value.
  ///
  /// - Parameters:
  ///   - get: A closure that converts the value for reading.
  ///   - set: A closure that converts a written value back.
  /// - Returns: A binding to the converted value.
  public func map<Other>(
    _ get: @escaping @MainActor (Value) -> Other,
    set: @escaping @MainActor (Other) -> Value
  ) -> StoreBinding<Other> {
    StoreBinding<Other>(get: { get(self.get()) }, set: { self.set(set($0)) })
  }

  /// Returns a binding that only writes values that differ from the current value according to a closure.
  ///
  /// - Parameter isSame: A closure that returns whether two values count as equal.
  /// - Returns: A binding that ignores a written value that counts as equal to the current value.
  public func removeDuplicates(by isSame: @escaping @MainActor (Value, Value) -> Bool) -> StoreBinding {
    StoreBinding(get: get, set: { if !isSame(get(), $0) { set($0) } })
  }
}

extension StoreBinding where Value: Equatable {
  /// Returns a binding that only writes values that aren't equal to the current value.
  ///
  /// - Returns: A binding that ignores a written value that equals the current value.
  public func removeDuplicates() -> StoreBinding { removeDuplicates { $0 == $1 } }
}
