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
    children.child(ChildKey(state: state, action: action)) {
      ViewStore<ChildState, ChildAction>(
        onMainActor: store.assumeIsolated { $0.scope(state: state, action: action) }
      )
    }
  }
}
