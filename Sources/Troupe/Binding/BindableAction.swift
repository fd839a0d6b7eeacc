/// The action type of a feature whose state can be set by bindings.
///
/// A single case covers all members of the state: `case binding(BindingAction<State>)`. A ``BindingReducer``
/// sets the members.
public protocol BindableAction: Sendable {
  /// The type of the feature's state.
  associatedtype State

  /// Creates the action for a value that a binding sends. A case named `binding` satisfies the requirement.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The value that a binding sent; nil for any other action. The default implementation returns the payload
  /// of the case `binding`.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The payload of the case `binding`; nil for any other action.
  public var binding: BindingAction<State>? { AnyCasePath(/Self.binding).extract(from: self) }

  /// Creates the action that sets a member of the state.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the member.
  ///   - value: The new value.
  /// - Returns: The action.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
