extension Store {
  /// Returns a store for a part of the state.
  ///
  /// ```swift
  /// let profile = await store.scope(state: \.profile) { (action: Profile.Action) in .profile(action) }
  /// ```
  ///
  /// Both stores share one state. The scoped store keeps the root's state and effects alive. Keep it while
  /// you iterate over its states, which end when it is released.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: Makes an action of this store from an action of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    func make(_ parent: some StateAccess<State, Action>) -> Store<ChildState, ChildAction> {
      Store<ChildState, ChildAction>(view: MemberCore(parent: parent, member: state, embed: action))
    }
    return make(core)
  }

  /// Returns a store for an optional part of the state, or nil if the part is nil.
  ///
  /// ```swift
  /// let player = await store.scope(state: \.player) { (action: Player.Action) in .player(action) }
  /// ```
  ///
  /// The store stands for the current value. When the value is removed or replaced by another child's, the
  /// store is no longer ``isAlive``: it keeps the state that was read last, it refuses actions with an
  /// issue, and its streams end. A later value doesn't revive it. <doc:ChildrenAndTheirLifetimes> describes
  /// when a value counts as another child's.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state.
  ///   - action: Makes an action of this store from an action of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    scope(.optional(state), OnlyChild(), action)
  }

  /// Returns a store for a part of the state, with the actions of a case.
  ///
  /// ```swift
  /// let profile = await store.scope(state: \.profile, action: \.profile)
  /// ```
  ///
  /// Both stores share one state. The scoped store keeps the root's state and effects alive. Keep it while
  /// you iterate over its states, which end when it is released.
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

  /// Returns a store for an optional part of the state, with the actions of a case, or nil if the part is
  /// nil.
  ///
  /// ```swift
  /// let player = await store.scope(state: \.player, action: \.player)
  /// ```
  ///
  /// The store stands for the current value. When the value is removed or replaced by another child's, the
  /// store is no longer ``isAlive``, and a later value doesn't revive it.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state. It can be a member of an optional enum:
  ///     `\.destination?.editor`.
  ///   - action: The case with the actions of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    let path = AnyCasePath(action)
    return scope(state: state) { path.embed($0) }
  }

  /// Returns a store for a presented part of the state, or nil if nothing is presented.
  ///
  /// ```swift
  /// let editor = await store.scope(state: \.editor, action: \.editor)
  /// ```
  ///
  /// The store stands for the current value. When the value is removed or replaced by another child's, the
  /// store is no longer ``isAlive``, and a later value doesn't revive it. If an action presents the value
  /// anew and nothing distinguishes it from the old value, the store continues with it. To tell these apart,
  /// pass the projection, `\.$editor`.
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

  /// Returns a store for a presented part of the state, or nil if nothing is presented.
  ///
  /// ```swift
  /// let editor = await store.scope(state: \.$editor, action: \.editor)
  /// ```
  ///
  /// The store is no longer ``isAlive`` when the presentation ends, even if the same action presents the
  /// part anew.
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

  // If the enum's cases can be read like properties, a key path to such a property is preferred.
  /// Returns a store for a case of a state that is an enum, or nil if the state is in another case.
  ///
  /// ```swift
  /// let library = await store.scope(state: \.library, action: \.library)
  /// ```
  ///
  /// The store stands for the current value. When the value is removed or replaced by another child's, the
  /// store is no longer ``isAlive``, and a later value doesn't revive it.
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
