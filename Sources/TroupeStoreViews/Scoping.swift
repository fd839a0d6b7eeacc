// Disfavoured, as a key path can be passed as a function, too.
extension Store {
  /// Returns a store for a part of the state that a function reads.
  ///
  /// ```swift
  /// let profile = await store.scope(state: { $0.profile }, action: AppAction.profile)
  /// ```
  ///
  /// Both stores share one state. If the part is optional, so is the state of the scoped store. Each call
  /// returns another store, because functions can't be compared.
  ///
  /// - Parameters:
  ///   - toLocalState: Reads the part. It runs on the store's executor, also after turns.
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
  /// If the part is optional, so is the state of the scoped view store; ``IfLetStore`` unwraps it. Each call
  /// returns another view store, because functions can't be compared. What is read from it is tracked as
  /// usual. With key paths in place of the functions, `scope` always returns the same view store.
  ///
  /// - Parameters:
  ///   - toLocalState: Reads the part. It also runs after turns.
  ///   - fromLocalAction: Makes an action of this view store from an action of the part.
  @_disfavoredOverload
  public func scope<LocalState: Sendable, LocalAction: Sendable>(
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action fromLocalAction: @escaping @Sendable (LocalAction) -> Action
  ) -> ViewStore<LocalState, LocalAction> {
    scope(reading: toLocalState, sending: fromLocalAction)
  }
}
