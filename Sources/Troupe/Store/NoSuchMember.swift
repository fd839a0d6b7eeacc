/// A placeholder for a member that doesn't exist.
///
/// It is public because unavailable overloads take it, so that the compiler's message names the mistake.
@dynamicMemberLookup
public struct _NoSuchMember: Sendable {
  /// Returns the placeholder for any member.
  public subscript(dynamicMember name: String) -> _NoSuchMember { self }
}

extension Store {
  /// Catches a `scope` whose key path names no part of the state.
  ///
  /// - Parameters:
  ///   - state: Any name.
  ///   - action: The case with the actions of the part.
  @available(*, unavailable, message: "The state has no property of this name.")
  @_disfavoredOverload
  public func scope<ChildAction: Sendable>(
    state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<_NoSuchMember, ChildAction> {
    fatalError("It can't be called.")
  }

  /// Catches a `scope` whose key path names no case of the action.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: Any name.
  @available(*, unavailable, message: "The action has no case of this name, or isn't 'CasePathable'.")
  @_disfavoredOverload
  public func scope<ChildState>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: KeyPath<_NoSuchMember, _NoSuchMember>
  ) -> Store<ChildState, _NoSuchMember> {
    fatalError("It can't be called.")
  }
}

extension Scope {
  /// Catches a `Scope` whose key path names no child state.
  ///
  /// - Parameters:
  ///   - state: Any name.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  @available(
    *,
    unavailable,
    message:
      "The state has no property or case of this name whose type is the child's state; 'ifLet' is for an optional one."
  )
  @_disfavoredOverload
  public init<ChildAction: Sendable, Child: Reducer>(
    state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    child: () -> Child
  ) where Child.Action == ChildAction {
    fatalError("It can't be called.")
  }
}

// The same without a label.
extension Store {
  /// Catches a `scope` whose key path names no part of the state.
  ///
  /// - Parameters:
  ///   - state: Any name.
  ///   - action: The case with the actions of the part.
  @available(*, unavailable, message: "The state has no property of this name.")
  @_disfavoredOverload
  public func scope<ChildAction: Sendable>(
    _ state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<_NoSuchMember, ChildAction> {
    fatalError("It can't be called.")
  }

  /// Catches a `scope` whose key path names no case of the action.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: Any name.
  @available(*, unavailable, message: "The action has no case of this name, or isn't 'CasePathable'.")
  @_disfavoredOverload
  public func scope<ChildState>(
    _ state: any KeyPath<State, ChildState> & Sendable,
    action: KeyPath<_NoSuchMember, _NoSuchMember>
  ) -> Store<ChildState, _NoSuchMember> {
    fatalError("It can't be called.")
  }
}

extension Scope {
  /// Catches a `Scope` whose key path names no child state.
  ///
  /// - Parameters:
  ///   - state: Any name.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  @available(
    *,
    unavailable,
    message:
      "The state has no property or case of this name whose type is the child's state; 'ifLet' is for an optional one."
  )
  @_disfavoredOverload
  public init<ChildAction: Sendable, Child: Reducer>(
    _ state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    child: () -> Child
  ) where Child.Action == ChildAction {
    fatalError("It can't be called.")
  }
}
