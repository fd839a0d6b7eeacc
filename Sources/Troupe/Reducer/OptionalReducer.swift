/// An optional reducer, which does nothing if the optional is nil.
extension Optional: Reducer where Wrapped: Reducer {
  /// The state of the wrapped reducer.
  public typealias State = Wrapped.State
  /// The action of the wrapped reducer.
  public typealias Action = Wrapped.Action
  /// `Never`, because an optional reducer has no body.
  public typealias Body = Never

  /// Evolves the state with the wrapped reducer, if there is one.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  /// Returns the resolved wrapped reducer, or a reducer that does nothing.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    self?._resolve() ?? _ResolvedReducer { _, _ in .none }
  }
}
