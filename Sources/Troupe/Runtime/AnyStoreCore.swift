/// The part of a store's core that the ``Runtime`` uses, without the types of the state and the actions.
///
/// The core owns its runtime. The runtime refers to the core without retaining it, so code that uses a
/// runtime must retain the core; see ``RuntimeReference``.
protocol AnyStoreCore: AnyObject, Sendable {
  var runtime: Runtime { get }

  /// Reduces one of the store's actions and begins the effect that the reducer returns.
  func reduce(_ leaf: any AnyQueuedAction, _ cascade: CascadeID)
  /// Reduces an action that isn't wrapped in an object, and begins the effect that the reducer returns. The
  /// action must have the store's action type.
  func reduce<LeafAction: Sendable>(action: LeafAction, _ cascade: CascadeID)
  /// Removes a child's state without an action.
  func dismiss(_ path: ScopePath, _ change: () -> Void)
  /// Dismisses the root; returns false if the root can't be dismissed.
  func dismissRoot() -> Bool
  /// Starts the effects that the initial state declares, in a separate turn. Later calls do nothing.
  ///
  /// Every store calls this method once the store's initial state is final: a new store through its mailbox,
  /// a test store after its recording has started, and a restored store after it has taken over the saved
  /// state.
  func startSubscriptions()
  /// Ends the scopes and scoped stores whose state was removed, and evaluates the declarations of the state.
  /// Call this method in a turn.
  func reconcile()
  /// Creates the tracer of a store that is traced from now on.
  func makeTracer() -> Tracer
}
