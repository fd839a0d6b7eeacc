extension Reducer {
  /// Runs a closure after this reducer has run, if a value of the state has changed, and then runs the effect
  /// that the closure returns.
  ///
  /// ```swift
  /// .onChange(of: { $0.query }) { state, _, query in
  ///   state.results = []
  ///   return .run { send in await send(.found(try await search(query))) }
  ///     .cancellable(id: "search", cancelInFlight: true)
  /// }
  /// ```
  ///
  /// For each action, the value before this reducer runs is compared with the value after this reducer has
  /// run. The closure can change the state, including the value, without running again. This reducer's
  /// effects and the closure's effect are merged, in this order.
  ///
  /// - Parameters:
  ///   - value: Reads the value from the state.
  ///   - perform: Gets the state, the old value and the new value. Returns the effect to run.
  @warn_unqualified_access
  public func onChange<Value: Equatable & SendableMetatype>(
    of value: @escaping @Sendable (State) -> Value,
    _ perform: @escaping @Sendable (_ state: inout State, _ old: Value, _ new: Value) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    OnChangeEffectReducer(base: self, value: value, isSame: { $0 == $1 }, perform: perform)
  }

  /// Runs a closure after this reducer has run, if a value of the state has changed according to a custom
  /// comparison, and then runs the effect that the closure returns.
  ///
  /// ```swift
  /// .onChange(of: { $0.pages }, removeDuplicates: { $0 / 10 == $1 / 10 }) { state, _, pages in
  ///   state.log.append(pages)
  ///   return .none
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: Reads the value from the state.
  ///   - isSame: Returns whether two values count as equal.
  ///   - perform: Gets the state, the old value and the new value. Returns the effect to run.
  @warn_unqualified_access
  public func onChange<Value>(
    of value: @escaping @Sendable (State) -> Value,
    removeDuplicates isSame: @escaping @Sendable (Value, Value) -> Bool,
    _ perform: @escaping @Sendable (_ state: inout State, _ old: Value, _ new: Value) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    OnChangeEffectReducer(base: self, value: value, isSame: isSame, perform: perform)
  }
}

/// A reducer that also runs a closure when a value has changed, created by `onChange`.
struct OnChangeEffectReducer<Base: Reducer, Value>: Reducer {
  let base: Base
  let value: @Sendable (Base.State) -> Value
  let isSame: @Sendable (Value, Value) -> Bool
  let perform: @Sendable (inout Base.State, Value, Value) -> Effect<Base.Action>

  /// Runs the base reducer, and the closure if the value has changed.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    reduce(into: &state, action: action) { base.reduce(into: &$0, action: $1) }
  }

  /// Returns the resolved base reducer with the closure.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    return _ResolvedReducer(subscriptions: resolved.subscriptions) {
      let base = resolved.makeReduction()
      return { reduce(into: &$0, action: $1, base: base) }
    }
  }

  private func reduce(
    into state: inout Base.State,
    action: Base.Action,
    base: (inout Base.State, Base.Action) -> Effect<Base.Action>
  ) -> Effect<Base.Action> {
    let old = value(state)
    let effect = base(&state, action)
    let new = value(state)
    return isSame(old, new) ? effect : effect.merge(with: perform(&state, old, new))
  }
}
