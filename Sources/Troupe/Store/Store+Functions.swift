// For modules that scope by functions. Two functions can't be compared, so such scopes have no identity.
extension Store {
  /// Returns a store for a part of the state that a function reads.
  ///
  /// - Parameters:
  ///   - read: Reads the part. It runs on the store's executor, and also after each turn.
  ///   - embed: Makes an action of this store from an action of the part.
  package func scope<ChildState, ChildAction: Sendable>(
    reading read: @escaping @Sendable (State) -> ChildState,
    sending embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    func make(_ parent: some StoreCoreProtocol<State, Action>) -> Store<ChildState, ChildAction> {
      Store<ChildState, ChildAction>(view: FunctionCore(parent: parent, get: read, embed: embed))
    }
    return make(core)
  }

  /// Returns a store for the payload of a case, or nil if the state is in another case.
  ///
  /// - Parameters:
  ///   - payload: The case.
  ///   - embed: Makes an action of this store from an action of the payload.
  package func scope<ChildState, ChildAction: Sendable>(
    payload: any CaseKeyPath<State, ChildState> & Sendable,
    sending embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    scope(.payload(payload), OnlyChild(), embed)
  }
}
