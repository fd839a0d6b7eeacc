public import Troupe

extension ViewStore {
  /// Returns the view store of a part of the state, with a case's actions.
  ///
  /// The method always returns the same object for equal key paths. Two case paths that are written with `/`
  /// are never equal.
  ///
  /// - Parameters:
  ///   - state: The key path to the part of the state.
  ///   - action: The case that contains the part's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction> {
    let key = ChildKey(state: state, action: action)
    if let known: ViewStore<ChildState, ChildAction> = children[key] { return known }
    let child = ViewStore<ChildState, ChildAction>(
      onMainActor: store.assumeIsolated { $0.scope(state: state, action: action) },
      isMirror: isMirror,
      dismissal: dismissal,
      notifier: notifier
    )
    children[key] = child
    return child
  }

  /// Returns the view store of an optional part of the state, with a case's actions, or nil if the part is
  /// nil.
  ///
  /// The method returns the same object as long as the child is the same. When the child is removed, the view
  /// store is no longer ``isAlive``: it shows the values that were last read, and sending an action to it is
  /// an issue. Tracked code is notified when the child appears, disappears or is replaced by another child.
  ///
  /// - Parameters:
  ///   - state: The key path to the optional part, which can be a member of an optional enum, as in
  ///     `\.destination?.editor`.
  ///   - action: The case that contains the part's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    child(
      ChildKey(state: state, action: action),
      dismissal: nil,
      isThere: { $0[keyPath: state] != nil },
      { store.assumeIsolated { $0.scope(state: state, action: action) } }
    )
  }

  /// Returns the view store of a presented part of the state, or nil if nothing is presented.
  ///
  /// The method behaves like `scope` for an optional part. The view store's
  /// ``dismiss(fileID:filePath:line:column:)`` sends `PresentationAction.dismiss`. If an action replaces the
  /// presented value with an indistinguishable value, both values count as the same child. To distinguish
  /// them, pass the projection, `\.$editor`.
  ///
  /// - Parameters:
  ///   - state: The property with `Presents`.
  ///   - action: The case that contains the presented feature's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    child(
      ChildKey(state: state, action: action),
      dismissal: sending { AnyCasePath(action).embed(.dismiss) },
      isThere: { $0[keyPath: state] != nil },
      { store.assumeIsolated { $0.scope(state: state, action: action) } }
    )
  }

  /// Returns the view store of a presented part of the state, or nil if nothing is presented.
  ///
  /// When an action presents the part again, the previous view store is no longer ``isAlive``, even if the
  /// new value is indistinguishable.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with `Presents`, such as `\.$editor`.
  ///   - action: The case that contains the presented feature's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    child(
      ChildKey(state: state, action: action),
      dismissal: sending { AnyCasePath(action).embed(.dismiss) },
      isThere: { $0[keyPath: state].wrappedValue != nil },
      { store.assumeIsolated { $0.scope(state: state, action: action) } }
    )
  }

  // If the enum's cases can be read like properties, the overload with a key path to such a property is
  // preferred.
  /// Returns the view store of a case of a state that is an enum, or nil if the state is in another case.
  ///
  /// The method behaves like `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The case that contains the child's state.
  ///   - action: The case that contains the child's actions.
  @_disfavoredOverload
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    let path = AnyCasePath(state)
    return child(
      ChildKey(state: state, action: action),
      dismissal: dismissal,
      isThere: { path.extract(from: $0) != nil },
      { store.assumeIsolated { $0.scope(state: state, action: action) } }
    )
  }

  /// Returns the view store of a removable child. The view store is the same object as long as the child is
  /// the same.
  func child<ChildState: Sendable, ChildAction: Sendable>(
    _ key: ChildKey,
    dismissal: (@MainActor (CallSite) -> Void)?,
    isThere: @escaping (State) -> Bool,
    _ make: () -> Store<ChildState, ChildAction>?
  ) -> ViewStore<ChildState, ChildAction>? {
    // An enqueued action may remove the child.
    guard isAlive else { return children[key] }
    var child: ViewStore<ChildState, ChildAction>? = children[key]
    if child == nil, let store = make() {
      let new = ViewStore<ChildState, ChildAction>(
        onMainActor: store,
        isMirror: isMirror,
        dismissal: dismissal,
        notifier: notifier
      )
      // The closure runs on the store's executor, which is the main actor.
      new.reads.whenGone { [weak self] in MainActor.assumeIsolated { self?.children.forget(key) } }
      children[key] = new
      child = new
    }
    track(child, isThere: isThere)
    return child
  }

  /// Notifies tracked code when a child appears or disappears.
  func track<ChildState, ChildAction>(
    _ child: ViewStore<ChildState, ChildAction>?,
    isThere: @escaping (State) -> Bool
  ) {
    if let reads = child?.reads {
      self.reads.track { _ in reads.isAlive }
    } else {
      self.reads.track { !isThere($0) }
    }
  }

  func sending(_ action: @escaping @Sendable () -> Action) -> @MainActor (CallSite) -> Void {
    { [store] location in store.assumeIsolated { _ = $0.send(action(), at: location) } }
  }
}
