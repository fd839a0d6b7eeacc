import Troupe

// For modules that scope by functions. Two functions can't be compared, so each call creates a new view
// store, which may be gone when a value that was read from it changes: this view store sends the notification
// instead.
extension ViewStore {
  /// Returns a view store for a part of the state that a function reads.
  ///
  /// - Parameters:
  ///   - read: Reads the part. It also runs after each turn.
  ///   - embed: Makes an action of this view store from an action of the part.
  package func scope<ChildState: Sendable, ChildAction: Sendable>(
    reading read: @escaping @Sendable (State) -> ChildState,
    sending embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ViewStore<ChildState, ChildAction> {
    ViewStore<ChildState, ChildAction>(
      onMainActor: store.assumeIsolated { $0.scope(reading: read, sending: embed) },
      isMirror: isMirror,
      dismissal: dismissal,
      notifier: notifier ?? self
    )
  }

  /// Returns a view store for the payload of a case, or nil while the state is in another case. Tracked code
  /// is notified when the payload appears or disappears.
  ///
  /// - Parameters:
  ///   - payload: The case.
  ///   - embed: Makes an action of this view store from an action of the payload.
  package func scope<ChildState: Sendable, ChildAction: Sendable>(
    payload: any CaseKeyPath<State, ChildState> & Sendable,
    sending embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ViewStore<ChildState, ChildAction>? {
    let path = AnyCasePath(payload)
    let child = store.assumeIsolated { $0.scope(payload: payload, sending: embed) }
      .map { store in
        ViewStore<ChildState, ChildAction>(
          onMainActor: store,
          isMirror: isMirror,
          dismissal: dismissal,
          notifier: notifier ?? self
        )
      }
    track(child) { path.extract(from: $0) != nil }
    return child
  }

  /// A copy of the state, which is an enum. Tracked code is notified when the case changes, but not when only
  /// the payload changes. A state that isn't an enum is tracked as a whole.
  package var stateByCase: State {
    guard let layout = EnumLayout<State>() else { return state }
    let state = reads.read { $0 }
    let tag = layout.tag(of: state)
    reads.track { layout.tag(of: $0) == tag }
    return state
  }
}
