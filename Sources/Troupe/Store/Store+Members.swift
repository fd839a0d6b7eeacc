extension Store where State: Sendable {
  /// A copy of the state.
  ///
  /// If a scoped store's state is gone, this property is a copy of the last state that was read.
  public var state: State { withState { copy $0 } }
}

extension Store {
  /// A copy of a member of the state, as in `await store.count`.
  public subscript<Value: Sendable>(dynamicMember member: any KeyPath<State, Value> & Sendable) -> Value {
    withState { $0[keyPath: member] }
  }
}
