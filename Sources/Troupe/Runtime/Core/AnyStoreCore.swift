/// The core of a store, without the types of its state and its actions: what the ``Runtime`` asks it for.
///
/// The core owns its runtime, which refers to it without keeping it. Code that uses a runtime therefore keeps
/// the core; see ``RuntimeReference``.
protocol AnyStoreCore: AnyObject, Sendable {
  var runtime: Runtime { get }

  /// Reduces an action of the store, and begins what it returns.
  func reduce(_ leaf: any AnyQueuedAction, _ cascade: CascadeID)
  /// The same for an action without an object around it. It has to be one of the store's.
  func reduce<LeafAction: Sendable>(action: LeafAction, _ cascade: CascadeID)
  /// Removes a child's state without an action.
  func dismiss(_ path: ScopePath, _ change: () -> Void)
  /// Dismisses the root; returns false if that isn't possible.
  func dismissRoot() -> Bool
  /// Starts the effects that the initial state declares, in a separate turn. Only the first call counts.
  ///
  /// Every way in which a store comes to its state ends here: a new store calls it by mail, a test after it
  /// began to record, and a restored store once the state is its own.
  func startSubscriptions()
  /// Makes what a store needs that is traced from now on.
  func makeTracer() -> Tracer
}
