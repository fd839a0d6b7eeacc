import Synchronization

/// The dependencies that a task carries: the set values, and the owner of the task's work.
///
/// The dependencies are an object, so that the task-local stores one reference, and reading it copies
/// nothing.
package final class TaskDependencies: Sendable {
  /// The values that were set.
  package let overrides: DependencyOverrides
  /// The task's owner, such as a store's running effect. Its type is known only outside this module.
  package let carrier: (any AnyObject & Sendable)?
  /// The identity of the values, for comparisons without counting a reference; nil for none.
  package let identity: ObjectIdentifier?

  /// Creates dependencies from a set of values and an owner.
  package init(overrides: DependencyOverrides?, carrier: (any AnyObject & Sendable)? = nil) {
    self.overrides = overrides ?? DependencyOverrides.none
    self.carrier = carrier
    identity = overrides === DependencyOverrides.none ? nil : overrides.map(ObjectIdentifier.init)
  }

  /// Creates dependencies from a set of values, without an owner.
  package convenience init(_ values: DependencyValues) {
    self.init(overrides: values.overrides)
  }

  /// The set values; nil for none. The empty set is one object for all threads, and counting references to it
  /// would cause contention between cores.
  package var setOverrides: DependencyOverrides? { identity == nil ? nil : overrides }

  /// The dependencies of the current task. One task-local contains both the values and the owner, because
  /// binding a task-local is expensive.
  @TaskLocal static var bound: TaskDependencies?

  /// The dependencies that the current task carries.
  package static var current: TaskDependencies {
    if let bound { return bound }
    return nothing
  }

  /// Dependencies without values and without an owner.
  package static let nothing = TaskDependencies(overrides: nil)

  private static let wereEverSet = Atomic(false)

  /// Whether no values have ever been set in the process. Until then, code doesn't need to read the
  /// task-local.
  private static var areUnused: Bool { !wereEverSet.load(ordering: .relaxed) }

  /// The current task's dependencies, for code that needs only the values.
  static var forReading: TaskDependencies {
    areUnused ? nothing : current
  }

  /// Calls a closure with the dependencies for reading. The method counts no reference, because counting
  /// takes as long as the rest of a read.
  @inline(__always)
  static func read<Result>(_ body: (TaskDependencies) -> Result) -> Result {
    guard !areUnused, let bound = unretained else { return body(nothing) }
    return bound._withUnsafeGuaranteedRef(body)
  }

  /// The values that were set for the current task; nil for none.
  package static var setOverrides: DependencyOverrides? {
    areUnused ? nil : unretained?._withUnsafeGuaranteedRef { $0.setOverrides }
  }

  /// The values that were set for the current task.
  package static var overrides: DependencyOverrides { setOverrides ?? DependencyOverrides.none }

  /// The values that a property wrapper captures. Reading this property counts one reference;
  /// `overrides.forWrapper` would count another.
  static var overridesForWrapper: DependencyOverrides {
    guard !areUnused, let bound = unretained else { return DependencyOverrides.none }
    return bound._withUnsafeGuaranteedRef { $0.overrides.forWrapper }
  }

  /// The values that were set for the current task, bound to a new position that no other task has; nil for
  /// none.
  package static var newPosition: TaskDependencies? {
    setOverrides.map(newPosition)
  }

  /// Returns a set of values, bound to a new position that no other task has.
  package static func newPosition(_ overrides: DependencyOverrides) -> TaskDependencies {
    TaskDependencies(overrides: overrides.forNewPosition())
  }

  /// Returns the current values after a closure has changed them.
  package static func overrides(updatedBy update: (inout DependencyValues) -> Void) -> DependencyOverrides {
    DependencyValues.current.updated(by: update)
  }

  /// Runs an operation that carries these dependencies.
  package func bind<Result>(_ operation: () throws -> Result) rethrows -> Result {
    recordValues()
    return try Self.$bound.withValue(self, operation: operation)
  }

  /// Runs an asynchronous operation that carries these dependencies.
  nonisolated(nonsending)
    package func bind<Result>(
      _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    recordValues()
    return try await Self.$bound.withValue(self) { try await operation() }
  }

  func recordValues() {
    // Code that reads the values was started from here or runs here, so no memory ordering is needed.
    if identity != nil, Self.areUnused { Self.wereEverSet.store(true, ordering: .relaxed) }
  }

  /// Returns whether the current values have an identity; nil means no values. The caller keeps these values
  /// alive, so no other values can have the same identity.
  package static func areInForce(_ identity: ObjectIdentifier?) -> Bool {
    (areUnused ? nil : unretained?._withUnsafeGuaranteedRef { $0.identity }) == identity
  }

  /// Returns the dependencies to bind so that a position's values, or none, are current. The result keeps the
  /// caller's owner.
  package static func toBind(at position: TaskDependencies?) -> TaskDependencies {
    let position = position ?? nothing
    let carrier = areUnused ? nil : unretained?._withUnsafeGuaranteedRef { $0.carrier }
    if carrier === position.carrier { return position }
    return TaskDependencies(overrides: position.overrides, carrier: carrier)
  }
}
