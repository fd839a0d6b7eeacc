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
  /// The store stands for the value that is there now. When that goes away, or is replaced by another child's, the store
  /// is no longer ``isAlive``: its state stays what was read last, what is sent to it is refused with an issue, and its
  /// streams end. It doesn't come back to life when another value takes the place. <doc:ChildrenAndTheirLifetimes> tells
  /// when a value counts as another child's.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state.
  ///   - action: Makes an action of this store from one of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    scope(.optional(state), OnlyChild(), action)
  }

  /// A store on a part of the state, with the actions of a case.
  ///
  /// It shares everything with this one: there is one state, and it keeps the root's state and effects alive. Keep it
  /// while you iterate its states: they end when it is released.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case with the actions of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction> {
    let path = AnyCasePath(action)
    return scope(state: state) { path.embed($0) }
  }

  /// A store on an optional part of the state, with the actions of a case; nil when the part isn't there.
  ///
  /// The store stands for the value that is there now. When that goes away, or is replaced by another child's, the store
  /// is no longer ``isAlive``; see the `scope` that takes a function.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state; a member of an optional enum, too: `\.destination?.editor`.
  ///   - action: The case with the actions of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    let path = AnyCasePath(action)
    return scope(state: state) { path.embed($0) }
  }

  /// A store on a presented part of the state; nil when nothing is presented.
  ///
  /// The store stands for the value that is there now. When that goes away, or is replaced by another child's, the store
  /// is no longer ``isAlive``; see the `scope` that takes a function. A value that is presented anew within one action, and
  /// that nothing tells from the old one, is taken for it: pass the projection, `\.$editor`, for that to count.
  ///
  /// - Parameters:
  ///   - state: The property with ``Presents``.
  ///   - action: The case with the actions of the presented feature.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    let path = AnyCasePath(action)
    return scope(state: state) { path.embed(.presented($0)) }
  }

  /// A store on a presented part of the state; nil when nothing is presented.
  ///
  /// It is no longer ``isAlive``, too, when the part is presented anew within one action.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with ``Presents``: `\.$editor`.
  ///   - action: The case with the actions of the presented feature.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    let path = AnyCasePath(action)
    return scope(.presented(state), OnlyChild()) { path.embed(.presented($0)) }
  }

  // Where the enum's cases can be read like properties, a key path to such a property is meant.
  /// A store on a case of a state that is an enum; nil when the state is in another case.
  ///
  /// The store stands for the value that is there now. When that goes away, or is replaced by another child's, the store
  /// is no longer ``isAlive``; see the `scope` that takes a function.
  ///
  /// - Parameters:
  ///   - state: The case with the state of the child.
  ///   - action: The case with the actions of the child.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction: Sendable>(
    state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    let action = AnyCasePath(action)
    return scope(.payload(state), OnlyChild()) { action.embed($0) }
  }

  func scope<Key: Hashable & Sendable, ChildState, ChildAction: Sendable>(
    _ access: PartAccess<State, Key, ChildState>,
    _ key: Key,
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    func make<Core: StateAccess<State, Action>>(_ parent: Core) -> Store<ChildState, ChildAction>? {
      core.runtime.takeMail()
      return OptionalCore(parent: parent, access: access, key: key, embed: embed)
        .map { Store<ChildState, ChildAction>(view: $0) }
    }
    return make(core)
  }
}
