/// The parts of a ``StoreCore`` that only some stores have.
///
/// The object is created for the first of its parts. As properties of the core, the parts would make each
/// idle store 32 bytes larger. The parts belong to the store's executor, like the core's state.
///
/// Overlapping access isn't checked at run time. It can't occur: each access only reads or replaces a
/// reference, or adds or takes actions.
final class StoreCoreParts<State, Action: Sendable> {
  /// The root of the feature tree; nil until something runs below the root.
  @exclusivity(unchecked) private(set) var node: RootFeatureNode<State, Action>?
  @exclusivity(unchecked) private var declaring: AnyDeclaringFeature<State>?
  /// The scoped stores on parts of the state; nil until the first scoped store whose state can be removed.
  @exclusivity(unchecked) private(set) var scopedParts: ScopedParts<State>?
  /// The actions that a reducer sent with `assumeIsolated`. These actions are queued after the reducer
  /// returns.
  @exclusivity(unchecked) var reentrantActions: [any AnyQueuedAction] = []
  /// The recording of the store's steps by a test; nil for none.
  @exclusivity(unchecked) var recording: StoreRecording<State, Action>?

  /// Returns the root of the feature tree, and creates it if necessary.
  func madeNode(of core: StoreCore<State, Action>) -> RootFeatureNode<State, Action> {
    if let node { return node }
    let new = RootFeatureNode(core: core)
    node = new
    return new
  }

  /// Returns the scoped stores on parts of the state, and creates their object if necessary.
  func madeScopedParts() -> ScopedParts<State> {
    if let scopedParts { return scopedParts }
    let new = ScopedParts<State>()
    scopedParts = new
    return new
  }

  /// Returns the root feature's part that performs its subscriptions.
  func declaring(
    _ subscriptions: [AnySubscription],
    of core: StoreCore<State, Action>
  ) -> AnyDeclaringFeature<State> {
    if let declaring { return declaring }
    let node = madeNode(of: core)
    let new = node.declaring(by: nil) {
      DeclaringFeature<State, Action>(subscriptions, owner: nil, node: node, route: nil, positions: [])
    }
    declaring = new
    return new
  }
}
