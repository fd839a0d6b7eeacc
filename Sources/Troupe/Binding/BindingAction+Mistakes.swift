// These overloads accept key paths that no other overload accepts. Without these overloads, the compiler
// would report that it can't infer the type of a key path.

extension BindingAction {
  /// Catches a `set` whose key path names no member.
  ///
  /// - Parameters:
  ///   - keyPath: A key path with any name.
  ///   - value: The new value.
  @available(*, unavailable, message: "The state has no property of this name and this type that can be set.")
  @_disfavoredOverload
  public static func set<Value>(
    _ keyPath: KeyPath<_NoSuchMember, _NoSuchMember>,
    _ value: Value
  ) -> BindingAction {
    fatalError("This API is unavailable.")
  }
}

extension BindableAction {
  /// Catches a `set` whose key path names no member.
  ///
  /// - Parameters:
  ///   - keyPath: A key path with any name.
  ///   - value: The new value.
  @available(*, unavailable, message: "The state has no property of this name and this type that can be set.")
  @_disfavoredOverload
  public static func set<Value>(
    _ keyPath: KeyPath<_NoSuchMember, _NoSuchMember>,
    _ value: Value
  ) -> Self {
    fatalError("This API is unavailable.")
  }
}

/// Catches a pattern whose key path names no member.
///
/// - Parameters:
///   - keyPath: A key path with any name.
///   - action: The action.
@available(*, unavailable, message: "The state has no property of this name that can be set.")
@_disfavoredOverload
public func ~= <Root>(keyPath: KeyPath<_NoSuchMember, _NoSuchMember>, action: BindingAction<Root>) -> Bool {
  fatalError("This API is unavailable.")
}
