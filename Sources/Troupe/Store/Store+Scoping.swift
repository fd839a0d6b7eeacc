extension Store {
  /// A store on a part of the state.
  ///
  /// It shares everything with this one: there is one state, and it keeps the root's state and effects alive. Keep it
  /// while you iterate its states: they end when it is released.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: Makes an action of this store from one of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    func make(_ parent: some StateAccess<State, Action>) -> Store<ChildState, ChildAction> {
      Store<ChildState, ChildAction>(view: MemberCore(parent: parent, member: state, embed: action))
    }
    return make(core)
  }

  /// A store on an optional part of the state; nil when the part isn't there.
  ///
  /// The store stands for the value that is there now. When that goes away, or is replaced by one with another
  /// `id`, the store is no longer ``isAlive``: its state stays what was read last, what is sent to it is refused with
  /// an issue, and its streams end. It doesn't come back to life when another value takes the place.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state.
  ///   - action: Makes an action of this store from one of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    func make(_ parent: some StateAccess<State, Action>) -> Store<ChildState, ChildAction>? {
      core.runtime.takeMail()
      return OptionalCore(parent: parent, member: state, embed: action)
        .map { Store<ChildState, ChildAction>(view: $0) }
    }
    return make(core)
  }
}
