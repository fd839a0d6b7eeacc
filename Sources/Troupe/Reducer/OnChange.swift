extension Reducer {
  /// Runs another reducer after this reducer has run, if a value of the state has changed.
  ///
  /// ```swift
  /// Editing()
  ///   .onChange(of: { $0.text }) { old, new in
  ///     Reduce { state, _ in
  ///       state.log.append("\(old) → \(new)")
  ///       return .none
  ///     }
  ///   }
  /// ```
  ///
  /// For each action, the value before this reducer runs is compared with the value after this reducer has
  /// run. The other reducer can change the state, including the value, without running again. This reducer's
  /// effects and the other reducer's effects are merged, in this order.
  ///
  /// - Parameters:
  ///   - value: Reads the value from the state.
  ///   - reducer: Creates the reducer to run from the old value and the new value.
  @warn_unqualified_access
  public func onChange<Value: Equatable & SendableMetatype, R: Reducer<State, Action>>(
    of value: @escaping @Sendable (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer: @escaping @Sendable (_ old: Value, _ new: Value) -> R
  ) -> some Reducer<State, Action> {
    OnChangeReducer(base: self, value: value, isSame: { $0 == $1 }, reducer: reducer)
  }

  /// Runs another reducer after this reducer has run, if a value of the state has changed according to a
  /// custom comparison.
  ///
  /// ```swift
  /// Editing()
  ///   .onChange(of: { $0.text }, removeDuplicates: { $0.count == $1.count }) { _, new in
  ///     Reduce { state, _ in
  ///       state.log.append("\(new.count) characters")
  ///       return .none
  ///     }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - value: Reads the value from the state.
  ///   - isSame: Returns whether two values count as equal.
  ///   - reducer: Creates the reducer to run from the old value and the new value.
  @warn_unqualified_access
  public func onChange<Value, R: Reducer<State, Action>>(
    of value: @escaping @Sendable (State) -> Value,
    removeDuplicates isSame: @escaping @Sendable (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer: @escaping @Sendable (_ old: Value, _ new: Value) -> R
  ) -> some Reducer<State, Action> {
    OnChangeReducer(base: self, value: value, isSame: isSame, reducer: reducer)
  }
}

/// A reducer that also runs another reducer when a value has changed, created by `onChange`.
struct OnChangeReducer<Base: Reducer, Value, R: Reducer<Base.State, Base.Action>>: Reducer {
  let base: Base
  let value: @Sendable (Base.State) -> Value
  let isSame: @Sendable (Value, Value) -> Bool
  let reducer: @Sendable (Value, Value) -> R

  /// Runs the base reducer, and the other reducer if the value has changed.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    reduce(into: &state, action: action) { base.reduce(into: &$0, action: $1) }
  }

  /// Returns the resolved base reducer. The other reducer is created when the value has changed.
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
    if isSame(old, new) { return effect }
    return effect.merge(with: reducer(old, new).reduce(into: &state, action: action))
  }
}
