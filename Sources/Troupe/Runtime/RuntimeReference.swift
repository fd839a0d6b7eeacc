/// A weak reference to a store's runtime, for effects and handles.
///
/// Load the runtime on the store's executor, so that a task that is waiting for the executor doesn't keep the
/// store alive.
final class RuntimeReference: Sendable {
  private weak let weakCore: (any AnyStoreCore)?

  init(_ core: (any AnyStoreCore)?) { weakCore = core }

  /// The core, which retains the runtime; nil if the store was released.
  var core: (any AnyStoreCore)? { weakCore }

  /// Calls a closure with the runtime, and retains the store during the call. Returns nil if the store was
  /// released.
  func withRuntime<Result>(_ body: (Runtime) -> Result) -> Result? {
    guard let core = weakCore else { return nil }
    return withExtendedLifetime(core) { body(core.runtime) }
  }
}
