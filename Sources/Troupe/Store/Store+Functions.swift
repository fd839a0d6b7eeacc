// These methods are for modules that scope by functions. Functions can't be compared, so each call returns a
// new store.
extension Store {
  /// Returns a store for a part of the state that a function reads.
  ///
  /// - Parameters:
  ///   - read: Reads the part. The function runs on the store's executor and is also called after each turn.
  ///   - embed: Converts an action of the part into an action of this store.
  package func scope<ChildState, ChildAction: Sendable>(
    reading read: @escaping @Sendable (State) -> ChildState,
    sending embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(core: FunctionCore(parent: core, get: read, embed: embed))
  }

  /// Returns a store for the payload of a case, or nil if the state is in another case.
  ///
  /// - Parameters:
  ///   - payload: The case.
  ///   - embed: Converts an action of the payload into an action of this store.
  package func scope<ChildState, ChildAction: Sendable>(
    payload: any CaseKeyPath<State, ChildState> & Sendable,
    sending embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    scope(.payload(payload), OnlyChild(), embed)
  }
}
