public import Troupe

extension ViewStore {
  /// The view of a part of the state, with the actions of a case.
  ///
  /// For equal key paths, it is always the same object. Two that are written with `/` are never equal.
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
      dismissal: dismissal
    )
    children[key] = child
    return child
  }

  /// The view of an optional part of the state, with the actions of a case; nil when the part isn't there.
  ///
  /// It is the same object as long as the child is the same, and no longer ``isAlive`` when that has gone: it
  /// shows what was read last, and what is sent to it is refused with an issue. Whoever is tracked is told
  /// when the child comes, goes or is replaced by another.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state; a member of an optional enum, too: `\.destination?.editor`.
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

  /// The view of a presented part of the state; nil when nothing is presented.
  ///
  /// See the `scope` for an optional part. ``dismiss(fileID:filePath:line:column:)`` sends
  /// `PresentationAction.dismiss`. A value that is presented anew within one action, and that nothing tells
  /// from the old one, is taken for it: pass the projection, `\.$editor`, for that to count.
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

  /// The view of a presented part of the state; nil when nothing is presented.
  ///
  /// It is no longer ``isAlive``, too, when the part is presented anew within one action.
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

  // Where the enum's cases can be read like properties, a key path to such a property is meant.
  /// The view of a case of a state that is an enum; nil when the state is in another case.
  ///
  /// See the `scope` for an optional part.
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

  /// The view of a child that may go away, the same as long as the child is.
  func child<ChildState: Sendable, ChildAction: Sendable>(
    _ key: ChildKey,
    dismissal: (@MainActor () -> Void)?,
    isThere: @escaping (State) -> Bool,
    _ make: () -> Store<ChildState, ChildAction>?
  ) -> ViewStore<ChildState, ChildAction>? {
    // What was enqueued may take it away.
    guard isAlive else { return children[key] }
    var child: ViewStore<ChildState, ChildAction>? = children[key]
    if child == nil, let store = make() {
      let new = ViewStore<ChildState, ChildAction>(
        onMainActor: store,
        isMirror: isMirror,
        dismissal: dismissal
      )
      // Where the store runs, which is the main actor.
      new.reads.whenGone { [weak self] in MainActor.assumeIsolated { self?.children.forget(key) } }
      children[key] = new
      child = new
    }
    if let reads = child?.reads {
      self.reads.track { _ in reads.isAlive }
    } else {
      self.reads.track { !isThere($0) }
    }
    return child
  }

  func sending(_ action: @escaping @Sendable () -> Action) -> @MainActor () -> Void {
    { [store] in store.assumeIsolated { _ = $0.send(action()) } }
  }
}
