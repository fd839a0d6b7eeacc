import Troupe

// These methods are for modules that scope by functions. Functions can't be compared, so each call creates a
// new view store. The new view store may be released before a value that was read from it changes. Therefore,
// this view store sends the notification.
extension ViewStore {
  /// Returns a view store for a part of the state that a function reads.
  ///
  /// - Parameters:
  ///   - read: A closure that returns the part. It is also called after each turn.
  ///   - embed: A closure that converts an action of the part to an action of this view store.
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
  ///   - payload: The path to the case.
  ///   - embed: A closure that converts an action of the payload to an action of this view store.
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

  /// A copy of a state that is an enum. Tracked code is notified when the case changes, but not when only the
  /// payload changes. A state that isn't an enum is tracked as a whole.
  package var stateByCase: State {
    guard let layout = EnumLayout<State>() else { return state }
    let state = reads.read { $0 }
    let tag = layout.tag(of: state)
    reads.track { layout.tag(of: $0) == tag }
    return state
  }
}
