extension StoreBinding {
  /// A binding to what is made of the value.
  ///
  /// - Parameters:
  ///   - get: Makes what is read from the value.
  ///   - set: Makes the value from what is written.
  /// - Returns: The binding.
  public func map<Other>(
    _ get: @escaping @MainActor (Value) -> Other,
    set: @escaping @MainActor (Other) -> Value
  ) -> StoreBinding<Other> {
    StoreBinding<Other>(get: { get(self.get()) }, set: { self.set(set($0)) })
  }

  /// A binding that writes only what differs from the value that there is.
  ///
  /// - Parameter isSame: Tells whether two values count as the same.
  /// - Returns: The binding.
  public func removeDuplicates(by isSame: @escaping @MainActor (Value, Value) -> Bool) -> StoreBinding {
    StoreBinding(get: get, set: { if !isSame(get(), $0) { set($0) } })
  }
}

extension StoreBinding where Value: Equatable {
  /// A binding that writes only what isn't equal to the value that there is.
  ///
  /// - Returns: The binding.
  public func removeDuplicates() -> StoreBinding { removeDuplicates { $0 == $1 } }
}
