/// A weak reference to the runtime of a store, by which effects and handles refer to it.
///
/// Look the runtime up on the store's executor, so that waiting for the executor doesn't keep the store
/// alive.
final class RuntimeReference: Sendable {
  private weak let weakCore: (any AnyStoreCore)?

  init(_ core: (any AnyStoreCore)?) { weakCore = core }

  /// The core, which keeps the runtime; nil if the store was released.
  var core: (any AnyStoreCore)? { weakCore }

  /// Calls a closure with the runtime, and keeps the store meanwhile; nil if the store was released.
  func withRuntime<Result>(_ body: (Runtime) -> Result) -> Result? {
    guard let core = weakCore else { return nil }
    return withExtendedLifetime(core) { body(core.runtime) }
  }
}
