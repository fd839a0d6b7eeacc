/// A placeholder for a member that doesn't exist.
///
/// The type is public because unavailable overloads have parameters of this type. With these overloads, the
/// compiler's message names the mistake.
@dynamicMemberLookup
public struct _NoSuchMember: Sendable {
  /// Returns the placeholder for any member.
  public subscript(dynamicMember name: String) -> _NoSuchMember { self }
}

extension Store {
  /// Makes the compiler report a `scope` whose key path names no part of the state.
  ///
  /// - Parameters:
  ///   - state: A key path to a member that doesn't exist.
  ///   - action: The case with the part's actions.
  @available(*, unavailable, message: "The state has no property of this name.")
  @_disfavoredOverload
  public func scope<ChildAction: Sendable>(
    state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<_NoSuchMember, ChildAction> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report a `scope` whose key path names no case of the action.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: A key path to a member that doesn't exist.
  @available(*, unavailable, message: "The action has no case of this name, or isn't 'CasePathable'.")
  @_disfavoredOverload
  public func scope<ChildState>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: KeyPath<_NoSuchMember, _NoSuchMember>
  ) -> Store<ChildState, _NoSuchMember> {
    fatalError("This API is unavailable.")
  }
}

extension Scope {
  /// Makes the compiler report a `Scope` whose key path names no child state.
  ///
  /// - Parameters:
  ///   - state: A key path to a member that doesn't exist.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  @available(
    *,
    unavailable,
    message:
      "The state has no property or case of this name whose type is the child's state; 'ifLet' is for an optional state."
  )
  @_disfavoredOverload
  public init<ChildAction: Sendable, Child: Reducer>(
    state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    child: () -> Child
  ) where Child.Action == ChildAction {
    fatalError("This API is unavailable.")
  }
}

// The same overloads, without the argument label `state`.
extension Store {
  /// Makes the compiler report a `scope` whose key path names no part of the state.
  ///
  /// - Parameters:
  ///   - state: A key path to a member that doesn't exist.
  ///   - action: The case with the part's actions.
  @available(*, unavailable, message: "The state has no property of this name.")
  @_disfavoredOverload
  public func scope<ChildAction: Sendable>(
    _ state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<_NoSuchMember, ChildAction> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report a `scope` whose key path names no case of the action.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: A key path to a member that doesn't exist.
  @available(*, unavailable, message: "The action has no case of this name, or isn't 'CasePathable'.")
  @_disfavoredOverload
  public func scope<ChildState>(
    _ state: any KeyPath<State, ChildState> & Sendable,
    action: KeyPath<_NoSuchMember, _NoSuchMember>
  ) -> Store<ChildState, _NoSuchMember> {
    fatalError("This API is unavailable.")
  }
}

extension Scope {
  /// Makes the compiler report a `Scope` whose key path names no child state.
  ///
  /// - Parameters:
  ///   - state: A key path to a member that doesn't exist.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  @available(
    *,
    unavailable,
    message:
      "The state has no property or case of this name whose type is the child's state; 'ifLet' is for an optional state."
  )
  @_disfavoredOverload
  public init<ChildAction: Sendable, Child: Reducer>(
    _ state: KeyPath<_NoSuchMember, _NoSuchMember>,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    child: () -> Child
  ) where Child.Action == ChildAction {
    fatalError("This API is unavailable.")
  }
}
