// This method is disfavored, because a key path can also be passed as a function.
extension Store {
  /// Returns a store for a part of the state that a function reads.
  ///
  /// ```swift
  /// let profile = await store.scope(state: { $0.profile }, action: AppAction.profile)
  /// ```
  ///
  /// Both stores share the same state. If the part is optional, the scoped store's state is optional, too.
  /// Each call returns a new store, because functions can't be compared.
  ///
  /// - Parameters:
  ///   - toLocalState: A closure that returns the part. It runs on the store's executor, including after each
  ///     turn.
  ///   - fromLocalAction: A closure that converts an action of the part to an action of this store.
  @_disfavoredOverload
  public func scope<LocalState, LocalAction: Sendable>(
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action fromLocalAction: @escaping @Sendable (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction> {
    scope(reading: toLocalState, sending: fromLocalAction)
  }
}

extension ViewStore {
  /// Returns a view store for a part of the state that a function reads.
  ///
  /// ```swift
  /// let profile = viewStore.scope(state: { $0.profile }, action: AppAction.profile)
  /// ```
  ///
  /// If the part is optional, the scoped view store's state is optional, too, and ``IfLetStore`` unwraps it.
  /// Each call returns a new view store, because functions can't be compared. The new view store's members
  /// are tracked as usual. With key paths instead of functions, `scope` always returns the same view store.
  ///
  /// - Parameters:
  ///   - toLocalState: A closure that returns the part. It is also called after each turn.
  ///   - fromLocalAction: A closure that converts an action of the part to an action of this view store.
  @_disfavoredOverload
  public func scope<LocalState: Sendable, LocalAction: Sendable>(
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action fromLocalAction: @escaping @Sendable (LocalAction) -> Action
  ) -> ViewStore<LocalState, LocalAction> {
    scope(reading: toLocalState, sending: fromLocalAction)
  }
}
