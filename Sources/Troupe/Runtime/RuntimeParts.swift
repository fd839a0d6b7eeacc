/// The parts of a ``Runtime`` that most stores don't have.
///
/// The object is created for the first of its parts. As properties of the runtime, the parts would make each
/// idle store 48 bytes larger. The parts belong to the store's executor, like the rest of the runtime.
///
/// Overlapping access to the unchecked properties can't occur: each access only reads or replaces a value.
final class RuntimeParts {
  /// The reaction to uncaught errors.
  @exclusivity(unchecked) var failureReaction = FailureReaction.report
  /// The scoped stores that were created by key paths.
  private(set) lazy var scopeCache = ScopeCache()
  /// The object that restarts declared effects after failures; nil if no effect is restarted.
  @exclusivity(unchecked) var supervision: Supervision?
  /// The turns that have to be saved; nil if the store isn't saved.
  @exclusivity(unchecked) var saveQueue: SaveQueue?
  /// The record of the shutdown; nil until the store's effects are cancelled for the shutdown.
  @exclusivity(unchecked) var shutdownRecord: ShutdownRecord?
  /// The cascade of all actions without effects, in a store that is saved; nil until its first use.
  @exclusivity(unchecked) var savedCascadeOfNothing: Cascade?
}
