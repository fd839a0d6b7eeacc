// Disfavored, because a key path can also be passed as a function.
extension Store {
  /// Returns a store for a part of the state that a function reads.
  ///
  /// ```swift
  /// let profile = await store.scope(state: { $0.profile }, action: AppAction.profile)
  /// ```
  ///
  /// Both stores share one state. If the part is optional, so is the scoped store's state. Each call returns
  /// a new store, because functions can't be compared.
  ///
  /// - Parameters:
  ///   - toLocalState: Reads the part. It runs on the store's executor, and also after each turn.
  ///   - fromLocalAction: Makes an action of this store from an action of the part.
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
  /// If the part is optional, so is the scoped view store's state; ``IfLetStore`` unwraps it. Each call
  /// returns a new view store, because functions can't be compared. Its members are tracked as usual. With
  /// key paths instead of functions, `scope` always returns the same view store.
  ///
  /// - Parameters:
  ///   - toLocalState: Reads the part. It also runs after each turn.
  ///   - fromLocalAction: Makes an action of this view store from an action of the part.
  @_disfavoredOverload
  public func scope<LocalState: Sendable, LocalAction: Sendable>(
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action fromLocalAction: @escaping @Sendable (LocalAction) -> Action
  ) -> ViewStore<LocalState, LocalAction> {
    scope(reading: toLocalState, sending: fromLocalAction)
  }
}
