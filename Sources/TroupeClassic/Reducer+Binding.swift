extension Reducer where Action: BindableAction, Action.State == State {
  /// Sets members of the state to the values that bindings send, and then runs this reducer with the changed
  /// state.
  public func binding() -> Self {
    Reducer(make: { place in
      .erasing(
        ReducerBuilder<State, Action>.buildPartialBlock(accumulated: BindingReducer(), next: make(place))
      )
    })
  }
}

extension Reducer {
  /// Sets members of the state to the values that bindings send, and then runs this reducer with the changed
  /// state.
  ///
  /// - Parameter toBindingAction: A closure that returns the binding action that an action contains; nil for
  ///   any other action.
  @available(
    *,
    deprecated,
    message:
      "'Reducer.binding()' no longer takes an explicit extract function; the reducer's 'Action' type must conform to 'BindableAction' instead"
  )
  public func binding(
    action toBindingAction: @escaping @Sendable (Action) -> BindingAction<State>?
  ) -> Self {
    Reducer(make: { place in
      .erasing(
        AroundReducer(make(place)) { state, action, reduce in
          toBindingAction(action)?.set(in: &state)
          return reduce(&state)
        }
      )
    })
  }
}
