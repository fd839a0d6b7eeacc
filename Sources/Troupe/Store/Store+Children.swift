extension Store {
  /// Returns the stores of an optional part of the state as a sequence: a store when the part appears, nil
  /// when it disappears, and another store when another child replaces it.
  ///
  /// ```swift
  /// for await player in store.children(state: \.player, action: \.player) {
  ///   print(player == nil ? "Nothing plays." : "Something plays.")
  /// }
  /// ```
  ///
  /// The first element is the current child's store, or nil. <doc:ChildrenAndTheirLifetimes> describes when a
  /// value counts as another child.
  ///
  /// The sequence has no buffer: a consumer gets the current child when it asks. A slow consumer misses
  /// intermediate children, and also the nil between two children, but never the last child or its removal.
  /// It never gets the same child twice in a row.
  ///
  /// The sequence keeps neither this store nor the child's store alive. Keep the child's store as long as you
  /// need it; it keeps the root's state and effects alive. The iteration ends when this store is shut down or
  /// released, when this store's state is gone, or when the task is cancelled.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state. It can be a member of an optional enum:
  ///     `\.destination?.editor`.
  ///   - action: The case with the actions of the part.
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .optional(state) }, by: action) { path, action in path.embed(action) }
  }

  /// Returns the stores of a presented part of the state as a sequence.
  ///
  /// ```swift
  /// for await editor in store.children(state: \.editor, action: \.editor) {
  ///   print(editor == nil ? "closed" : "open")
  /// }
  /// ```
  ///
  /// It behaves like `children(state:action:)` for an optional part. If an action presents an
  /// indistinguishable value again, the child stays the same. To tell two such presentations apart, pass the
  /// projection, `\.$editor`.
  ///
  /// - Parameters:
  ///   - state: The property with ``Presents``.
  ///   - action: The case with the actions of the presented feature.
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .optional(state) }, by: action) { path, action in path.embed(.presented(action)) }
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
  /// It behaves like `children(state:action:)` for an optional part. Each presentation is another child, even
  /// if one action ends a presentation and begins the next.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with ``Presents``: `\.$editor`.
  ///   - action: The case with the actions of the presented feature.
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .presented(state) }, by: action) { path, action in path.embed(.presented(action)) }
  }

  // If the enum's cases can be read like properties, a key path to such a property is preferred.
  /// Returns the stores of an enum state's case as a sequence.
  ///
  /// ```swift
  /// for await library in store.children(state: \.library, action: \.library) {
  ///   print(library == nil ? "signed out" : "signed in")
  /// }
  /// ```
  ///
  /// It behaves like `children(state:action:)` for an optional part, with nil for all other cases.
  ///
  /// - Parameters:
  ///   - state: The case with the state of the child.
  ///   - action: The case with the actions of the child.
  @_disfavoredOverload
  public nonisolated func children<ChildState, ChildAction: Sendable>(
    state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> StoreChildren<ChildState, ChildAction> {
    children({ .payload(state) }, by: action) { path, action in path.embed(action) }
  }

  private nonisolated func children<ChildState, ChildAction: Sendable, Payload>(
    _ access: @escaping @Sendable () -> OptionalLens<State, OnlyChild, ChildState>,
    by action: any CaseKeyPath<Action, Payload> & Sendable,
    _ embed: @escaping @Sendable (AnyCasePath<Action, Payload>, ChildAction) -> Action
  ) -> StoreChildren<ChildState, ChildAction> {
    func make<Core: StoreCoreProtocol<State, Action>>(_ core: Core) -> StoreChildren<ChildState, ChildAction>
    {
      StoreChildren(isolation: isolation) { [parent = Weak(core)] in
        let access = access()
        return PartFollower(parent: parent, access: access) { core, found in
          core.scope(access, OnlyChild(), found, by: action, embed)
        }
      }
    }
    return make(core)
  }
}
