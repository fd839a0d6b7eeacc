extension Store {
  /// Returns a store for a part of the state.
  ///
  /// ```swift
  /// let profile = await store.scope(state: \.profile) { (action: Profile.Action) in .profile(action) }
  /// ```
  ///
  /// Both stores share one state. The scoped store keeps the root's state and effects alive. Keep a
  /// reference to the scoped store while you iterate over its states, because the iteration ends when the
  /// scoped store is released. Each call returns a new store, because two functions can't be compared.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: Converts an action of the part into an action of this store.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      core: MemberCore(parent: core, member: state, embed: action, place: nil)
    )
  }

  /// Returns a store for an optional part of the state, or nil if the part is nil.
  ///
  /// ```swift
  /// let player = await store.scope(state: \.player) { (action: Player.Action) in .player(action) }
  /// ```
  ///
  /// The store represents the current value. When the value is removed or replaced by another child's value,
  /// the store's ``isAlive`` becomes false. The store then keeps the last state that was read, ends its
  /// sequences, and refuses actions with an issue. A later value doesn't revive the store.
  /// <doc:ChildrenAndTheirLifetimes> describes when a value counts as another child.
  ///
  /// Each call returns a new store, because two functions can't be compared.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state.
  ///   - action: Converts an action of the part into an action of this store.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    scope(.optional(state), OnlyChild(), action)
  }

  /// Returns a store for a part of the state. The part's actions are the payload of a case.
  ///
  /// ```swift
  /// let profile = await store.scope(state: \.profile, action: \.profile)
  /// ```
  ///
  /// Both stores share one state. The scoped store keeps the root's state and effects alive. Keep a
  /// reference to the scoped store while you iterate over its states, because the iteration ends when the
  /// scoped store is released.
  ///
  /// Scoping again by equal key paths returns the same store, as long as a reference to that store or to one
  /// of its scoped stores exists. Two paths created with the operator `/` are never equal.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case with the part's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction> {
    typealias Child = MemberCore<State, Action, ChildState, ChildAction>
    let part = ScopeKey.Part.member(ScopeKeyPath(path: state))
    let key = ScopeKey(part, of: core, action: action, Child.self)
    return runtime.scopeCache.store(key) { place in
      let path = AnyCasePath(action)
      return Child(parent: core, member: state, embed: { path.embed($0) }, place: place)
    } view: {
      Store<ChildState, ChildAction>(core: $0)
    }
  }

  /// Returns a store for an optional part of the state, or nil if the part is nil. The part's actions are the
  /// payload of a case.
  ///
  /// ```swift
  /// let player = await store.scope(state: \.player, action: \.player)
  /// ```
  ///
  /// The store represents the current value. When the value is removed or replaced by another child's value,
  /// the store's ``isAlive`` becomes false, and a later value doesn't revive the store.
  ///
  /// Scoping again by equal key paths returns the same store, as long as the child is the same and a
  /// reference to that store or to one of its scoped stores exists. Two paths created with the operator `/`
  /// are never equal.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state. The part can be a member of an optional enum:
  ///     `\.destination?.editor`.
  ///   - action: The case with the part's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(.optional(state), OnlyChild(), by: action) { $0 }
  }

  /// Returns a store for a presented part of the state, or nil if nothing is presented.
  ///
  /// ```swift
  /// let editor = await store.scope(state: \.editor, action: \.editor)
  /// ```
  ///
  /// The store represents the current value. When the value is removed or replaced by another child's value,
  /// the store's ``isAlive`` becomes false, and a later value doesn't revive the store. If an action replaces
  /// the presented value with an indistinguishable value, the store continues with the new value. To
  /// distinguish the two presentations, pass the projection, `\.$editor`.
  ///
  /// Scoping the same child again by equal key paths returns the same store, as long as a reference to that
  /// store exists.
  ///
  /// - Parameters:
  ///   - state: The property with ``Presents``.
  ///   - action: The case with the presented feature's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(.optional(state), OnlyChild(), by: action) { .presented($0) }
  }

  /// Returns a store for a presented part of the state, or nil if nothing is presented.
  ///
  /// ```swift
  /// let editor = await store.scope(state: \.$editor, action: \.editor)
  /// ```
  ///
  /// When the presentation ends, the store's ``isAlive`` becomes false, even if the same action presents the
  /// part again. Scoping the same presentation again by equal key paths returns the same store, as long as a
  /// reference to that store exists.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with ``Presents``: `\.$editor`.
  ///   - action: The case with the presented feature's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(.presented(state), OnlyChild(), by: action) { .presented($0) }
  }

  // If the enum's cases can be read like properties, the overload for a key path to such a property is
  // preferred.
  /// Returns a store for a case of an enum state, or nil if the state is in another case.
  ///
  /// ```swift
  /// let library = await store.scope(state: \.library, action: \.library)
  /// ```
  ///
  /// The store represents the current value. When the value is removed or replaced by another child's value,
  /// the store's ``isAlive`` becomes false, and a later value doesn't revive the store.
  ///
  /// Scoping again by equal key paths returns the same store, as long as the child is the same and a
  /// reference to that store or to one of its scoped stores exists. Two paths created with the operator `/`
  /// are never equal.
  ///
  /// - Parameters:
  ///   - state: The case with the child's state.
  ///   - action: The case with the child's actions.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction: Sendable>(
    state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(.payload(state), OnlyChild(), by: action) { $0 }
  }

  /// Returns the store for a removable part, or nil if the part doesn't exist.
  ///
  /// - Parameters:
  ///   - access: The part, or the collection that contains it.
  ///   - key: The key of the part in the collection.
  ///   - action: The case with the part's actions.
  ///   - convert: Converts an action of the part into the case's payload.
  func scope<Key: Hashable & Sendable, ChildState, ChildAction: Sendable, Payload>(
    _ access: OptionalLens<State, Key, ChildState>,
    _ key: Key,
    by action: any CaseKeyPath<Action, Payload> & Sendable,
    _ convert: @escaping @Sendable (ChildAction) -> Payload
  ) -> Store<ChildState, ChildAction>? {
    runtime.enter { access.find(key, of: core) }.map { core.scope(access, key, $0, by: action, convert) }
  }

  /// Returns a new store for a removable part, or nil if the part doesn't exist. The store isn't shared,
  /// because functions can't be compared.
  func scope<Key: Hashable & Sendable, ChildState, ChildAction: Sendable>(
    _ access: OptionalLens<State, Key, ChildState>,
    _ key: Key,
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    guard let found = runtime.enter({ access.find(key, of: core) }) else { return nil }
    return Store<ChildState, ChildAction>(
      core: OptionalCore(parent: core, access: access, key: key, found: found, embed: embed, place: nil)
    )
  }
}

extension StateCore {
  /// Returns the store for a removable part that was found.
  func scope<Key: Hashable & Sendable, ChildState, ChildAction: Sendable, Payload>(
    _ access: OptionalLens<State, Key, ChildState>,
    _ key: Key,
    _ found: (state: ChildState, node: ScopedNode<ChildState>),
    by action: any CaseKeyPath<Action, Payload> & Sendable,
    _ convert: @escaping @Sendable (ChildAction) -> Payload
  ) -> Store<ChildState, ChildAction> {
    typealias Child = OptionalCore<State, Action, Key, ChildState, ChildAction>
    // Each new child has a new node, so no child gets an earlier child's store.
    let part = ScopeKey.Part.child(ObjectIdentifier(found.node))
    return runtime.scopeCache.store(
      ScopeKey(part, of: self, action: action, Child.self),
      update: { (child: Child) in child.lastRead = found.state },
      orMake: { place in
        Child(
          parent: self,
          access: access,
          key: key,
          found: found,
          embed: AnyCasePath(action).embedding(convert),
          place: place
        )
      },
      view: { Store<ChildState, ChildAction>(core: $0) }
    )
  }
}
