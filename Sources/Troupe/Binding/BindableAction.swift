/// The actions of a feature whose state can be set by bindings.
///
/// One case is for all members: `case binding(BindingAction<State>)`. A ``BindingReducer`` sets them.
public protocol BindableAction: Sendable {
  /// The state of the feature.
  associatedtype State

  /// Makes an action of what a binding sends; a case of that name will do.
  static func binding(_ action: BindingAction<State>) -> Self

  /// What a binding has sent; nil for any other action. By default it is the payload of the case.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The payload of the case `binding`; nil for any other action.
  public var binding: BindingAction<State>? { AnyCasePath(/Self.binding).extract(from: self) }

  /// Makes the action that sets a member.
  ///
  /// - Parameters:
  ///   - keyPath: The member.
  ///   - value: The value that it is to have.
  /// - Returns: The action.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
