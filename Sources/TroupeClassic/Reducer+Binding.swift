extension Reducer where Action: BindableAction, Action.State == State {
  /// Sets the members of the state to the values that bindings send, and then runs this reducer, which sees
  /// the new values.
  public func binding() -> Self {
    Reducer(make: { place in
      .erasing(
        ReducerBuilder<State, Action>.buildPartialBlock(accumulated: BindingReducer(), next: make(place))
      )
    })
  }
}

extension Reducer {
  /// Sets the members of the state to the values that bindings send, and then runs this reducer, which sees
  /// the new values.
  ///
  /// - Parameter toBindingAction: Returns the binding action in an action; nil for any other action.
  @available(
    *,
    deprecated,
    message:
      "'Reducer.binding()' no longer takes an explicit extract function and instead the reducer's 'Action' type must conform to 'BindableAction'"
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
