public import Troupe

extension ViewStore {
  /// Returns the view store of a part of the state, with the actions of a case.
  ///
  /// It is always the same object for equal key paths. Two case paths that are written with `/` are never
  /// equal.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case with the actions of the part.
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

  /// Returns the view store of an optional part of the state, with the actions of a case, or nil if the part
  /// is nil.
  ///
  /// It is the same object as long as the child is the same. When the child is gone, the view store is no
  /// longer ``isAlive``: it shows the values that were last read, and sending an action to it is an issue.
  /// Tracked code is notified when the child appears, disappears or is replaced by another child.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state; also a member of an optional enum: `\.destination?.editor`.
  ///   - action: The case with the actions of the part.
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
  /// It behaves like `scope` for an optional part. ``dismiss(fileID:filePath:line:column:)`` sends
  /// `PresentationAction.dismiss`. If one action presents an indistinguishable value again, both values count
  /// as the same child. To distinguish them, pass the projection, `\.$editor`.
  ///
  /// - Parameters:
  ///   - state: The property with `Presents`.
  ///   - action: The case with the actions of the presented feature.
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
  /// It is also no longer ``isAlive`` when one action presents the part again.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with `Presents`: `\.$editor`.
  ///   - action: The case with the actions of the presented feature.
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

  // If the enum's cases can be read like properties, prefer a key path to such a property.
  /// Returns the view store of a case of a state that is an enum, or nil if the state is in another case.
  ///
  /// It behaves like `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The case with the state of the child.
  ///   - action: The case with the actions of the child.
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

  /// Returns the view store of a removable child; it is the same as long as the child is.
  func child<ChildState: Sendable, ChildAction: Sendable>(
    _ key: ChildKey,
    dismissal: (@MainActor (CallSite) -> Void)?,
    isThere: @escaping (State) -> Bool,
    _ make: () -> Store<ChildState, ChildAction>?
  ) -> ViewStore<ChildState, ChildAction>? {
    // An enqueued action may remove it.
    guard isAlive else { return children[key] }
    var child: ViewStore<ChildState, ChildAction>? = children[key]
    if child == nil, let store = make() {
      let new = ViewStore<ChildState, ChildAction>(
        onMainActor: store,
        isMirror: isMirror,
        dismissal: dismissal,
        notifier: notifier
      )
      // This runs on the store's executor, which is the main actor.
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
