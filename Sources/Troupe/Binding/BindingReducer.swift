/// Sets the members of the state that bindings send.
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
/// Reducers after it see the new value, those before it the old one.
public struct BindingReducer<State, Action: BindableAction>: Reducer where Action.State == State {
  /// Makes the reducer.
  public init() {}

  /// Sets the member, where the action comes from a binding.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action.binding?.set(in: &state)
    return .none
  }

  /// The same, with the case found once.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    let path = AnyCasePath(/Action.binding)
    return _ResolvedReducer { state, action in
      path.extract(from: action)?.set(in: &state)
      return .none
    }
  }
}

/// Whether a binding sets a member, so that `switch` can match it: `case .binding(\.text):`.
public func ~= <Root, Value>(keyPath: WritableKeyPath<Root, Value>, action: BindingAction<Root>) -> Bool {
  let member: PartialKeyPath<Root> = action.keyPath
  return member == keyPath
}
