extension Store {
  /// Returns the stores of an optional part of the state as a sequence. When the part appears, the next
  /// element is the part's store. When the part disappears, the next element is nil. When a new child
  /// replaces the current child, the next element is the new child's store.
  ///
  /// ```swift
  /// for await player in store.children(state: \.player, action: \.player) {
  ///   print(player == nil ? "Nothing plays." : "Something plays.")
  /// }
  /// ```
  ///
  /// The first element is the current child's store, or nil. <doc:ChildrenAndTheirLifetimes> describes when a
  /// value counts as a new child.
  ///
  /// The sequence has no buffer: a consumer gets the child that is current when the consumer requests an
  /// element. A slow consumer may miss intermediate children and the nil between two children, but never the
  /// last child or its removal. No consumer gets the same child twice in a row.
  ///
  /// The sequence keeps neither this store nor the child's store alive. Keep a reference to the child's store
  /// as long as you need that store. The child's store keeps the root's state and effects alive. The
  /// iteration ends when this store is shut down or released, when this store's state is gone, or when the
  /// iterating task is cancelled.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state. The part can be a member of an optional enum:
  ///     `\.destination?.editor`.
  ///   - action: The case with the part's actions.
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .optional(state) }, by: action) { $0 }
  }

  /// Returns the stores of a presented part of the state as a sequence.
  ///
  /// ```swift
  /// for await editor in store.children(state: \.editor, action: \.editor) {
  ///   print(editor == nil ? "closed" : "open")
  /// }
  /// ```
  ///
  /// This method behaves like `children(state:action:)` for an optional part. If an action replaces the
  /// presented value with an indistinguishable value, the child stays the same. To distinguish the two
  /// presentations, pass the projection, `\.$editor`.
  ///
  /// - Parameters:
  ///   - state: The property with ``Presents``.
  ///   - action: The case with the presented feature's actions.
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .optional(state) }, by: action) { .presented($0) }
  }

  /// Returns the stores of a presented part of the state as a sequence, with a new store for each
  /// presentation.
  ///
  /// ```swift
  /// for await editor in store.children(state: \.$editor, action: \.editor) {
  ///   print(editor == nil ? "closed" : "opened")
  /// }
  /// ```
  ///
  /// This method behaves like `children(state:action:)` for an optional part. Each presentation counts as a
  /// new child, even if one action ends a presentation and starts the next.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with ``Presents``: `\.$editor`.
  ///   - action: The case with the presented feature's actions.
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .presented(state) }, by: action) { .presented($0) }
  }

  // If the enum's cases can be read like properties, the overload for a key path to such a property is
  // preferred.
  /// Returns the stores for a case of an enum state as a sequence.
  ///
  /// ```swift
  /// for await library in store.children(state: \.library, action: \.library) {
  ///   print(library == nil ? "signed out" : "signed in")
  /// }
  /// ```
  ///
  /// This method behaves like `children(state:action:)` for an optional part, with nil for all other cases.
  ///
  /// - Parameters:
  ///   - state: The case with the child's state.
  ///   - action: The case with the child's actions.
  @_disfavoredOverload
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .payload(state) }, by: action) { $0 }
  }

  private nonisolated func children<ChildState, ChildAction: Sendable, Payload>(
    _ access: @escaping @Sendable () -> OptionalLens<State, OnlyChild, ChildState>,
    by action: any CaseKeyPath<Action, Payload> & Sendable,
    _ convert: @escaping @Sendable (ChildAction) -> Payload
  ) -> StoreChildren<ChildState, ChildAction> {
    StoreChildren(isolation: isolation) { [parent = Weak(core)] in
      let access = access()
      return PartFollower(parent: parent, access: access) { core, found in
        core.scope(access, OnlyChild(), found, by: action, convert)
      }
    }
  }
}
