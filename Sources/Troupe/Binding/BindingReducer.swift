/// Sets the members of the state to the values that bindings send.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in
///     switch action {
///     case .binding(\.text):
///       state.isSaved = false
///       return .none
///     case .binding:
///       return .none
///     }
///   }
/// }
/// ```
///
/// Reducers after it see the new value. Reducers before it see the old one.
public struct BindingReducer<State, Action: BindableAction>: Reducer where Action.State == State {
  /// Creates the reducer.
  public init() {}

  /// Sets the member if the action comes from a binding.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action.binding?.set(in: &state)
    return .none
  }

  /// The reducer in resolved form, which looks up the case only once.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    let path = AnyCasePath(/Action.binding)
    return _ResolvedReducer { state, action in
      path.extract(from: action)?.set(in: &state)
      return .none
    }
  }
}

/// Returns whether a binding sets a member. A `switch` can match it: `case .binding(\.text):`.
public func ~= <Root, Value>(keyPath: WritableKeyPath<Root, Value>, action: BindingAction<Root>) -> Bool {
  let member: PartialKeyPath<Root> = action.keyPath
  return member == keyPath
}
