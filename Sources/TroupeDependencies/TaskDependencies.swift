import Synchronization

/// What a task carries along: the values that were set for dependencies, and who does the task's work.
///
/// It is an object, so that looking at it takes one reference count.
package final class TaskDependencies: Sendable {
  /// The values that were set.
  package let overrides: DependencyOverrides
  /// What the task belongs to, such as the running effect of a store; code outside of this module knows what it is.
  package let carrier: (any AnyObject & Sendable)?

  /// Makes a set of both.
  package init(overrides: DependencyOverrides, carrier: (any AnyObject & Sendable)? = nil) {
    self.overrides = overrides
    self.carrier = carrier
  }

  /// That of the current task. One task-local serves both, because binding one is dear.
  @TaskLocal package static var current = nothing

  /// Nothing was set, and nobody is known.
  private static let nothing = TaskDependencies(overrides: .none)

  /// Whether values were ever set anywhere in the process. Until then, the task-local needn't be read to know which.
  private static let wereEverSet = Atomic(false)

  /// What the current task carries along, when only the values count.
  static var forReading: TaskDependencies {
    wereEverSet.load(ordering: .relaxed) ? current : nothing
  }

  /// The values that were set for the current task.
  package static var overrides: DependencyOverrides { forReading.overrides }

  /// The values that were set for the current task, for a place of their own, which nobody carries. Nothing needs no
  /// place.
  package static var newPlace: TaskDependencies {
    let overrides = overrides
    return overrides === DependencyOverrides.none ? nothing : newPlace(overrides)
  }

  /// A set of values, for a place of their own, which nobody carries.
  package static func newPlace(_ overrides: DependencyOverrides) -> TaskDependencies {
    TaskDependencies(overrides: overrides.forNewPlace())
  }

  /// The values that are set here, after a closure has changed them.
  package static func overrides(updatedBy update: (inout DependencyValues) -> Void) -> DependencyOverrides {
    DependencyValues.current.updated(by: update)
  }

  /// The values of a set.
  package static func overrides(of values: DependencyValues) -> DependencyOverrides { values.overrides }

  /// Runs an operation that carries this along.
  package func bind<Result>(_ operation: () throws -> Result) rethrows -> Result {
    noteValues()
    return try Self.$current.withValue(self, operation: operation)
  }

  /// Runs an asynchronous operation that carries this along.
  nonisolated(nonsending)
    package func bind<Result>(
      _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    noteValues()
    return try await Self.$current.withValue(self) { try await operation() }
  }

  /// Runs an operation with these values in force. The operation belongs to whom its caller belongs.
  package func inForce<Result>(_ operation: () throws -> Result) rethrows -> Result {
    // Noted first, so that one look tells the caller's values and its carrier.
    noteValues()
    let current = Self.forReading
    if current.overrides === overrides { return try operation() }
    if current.carrier === carrier { return try bind(operation) }
    return try TaskDependencies(overrides: overrides, carrier: current.carrier).bind(operation)
  }

  private func noteValues() {
    // Who reads it was started from here, or runs here; so it needs no order.
    guard overrides !== DependencyOverrides.none, !Self.wereEverSet.load(ordering: .relaxed) else { return }
    Self.wereEverSet.store(true, ordering: .relaxed)
  }
}
