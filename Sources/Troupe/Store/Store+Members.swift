extension Store where State: Sendable {
  /// A copy of the state.
  ///
  /// A scoped store whose state is gone shows the state that was read last.
  public var state: State { withState { copy $0 } }
}

extension Store {
  /// A copy of a member of the state, as in `await store.count`.
  public subscript<Value: Sendable>(dynamicMember member: any KeyPath<State, Value> & Sendable) -> Value {
    withState { $0[keyPath: member] }
  }
}
