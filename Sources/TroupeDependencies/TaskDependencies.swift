import Synchronization

/// The dependencies that a task carries: the values that were set, and the owner of the task's work.
///
/// It is an object, so that a task-local holds one reference, and looking at it copies nothing.
package final class TaskDependencies: Sendable {
  /// The values that were set.
  package let overrides: DependencyOverrides
  /// The owner of the task, such as the running effect of a store. Only code outside of this module knows its
  /// type.
  package let carrier: (any AnyObject & Sendable)?
  /// Which values they are, to be compared without a reference being counted; nil for none.
  package let identity: ObjectIdentifier?

  /// Creates dependencies from both.
  package init(overrides: DependencyOverrides?, carrier: (any AnyObject & Sendable)? = nil) {
    self.overrides = overrides ?? DependencyOverrides.none
    self.carrier = carrier
    identity = overrides === DependencyOverrides.none ? nil : overrides.map(ObjectIdentifier.init)
  }

  /// Creates dependencies from a set of values, without an owner.
  package convenience init(_ values: DependencyValues) {
    self.init(overrides: values.overrides)
  }

  /// The values that were set; nil for none. Those are one object for all threads: counting references to it
  /// would keep one core waiting for another.
  package var setOverrides: DependencyOverrides? { identity == nil ? nil : overrides }

  /// The dependencies of the current task. One task-local holds both, because binding one is expensive.
  @TaskLocal static var bound: TaskDependencies?

  /// The dependencies that the current task carries.
  package static var current: TaskDependencies {
    if let bound { return bound }
    return nothing
  }

  /// No values, and no owner.
  package static let nothing = TaskDependencies(overrides: nil)

  private static let wereEverSet = Atomic(false)

  /// Whether no values were ever put in force anywhere in the process. Until then, the task-local needn't be
  /// read to know which.
  private static var areUnused: Bool { !wereEverSet.load(ordering: .relaxed) }

  /// The dependencies that the current task carries, when only the values matter.
  static var forReading: TaskDependencies {
    areUnused ? nothing : current
  }

  /// Calls a closure with the same. It counts no reference, which takes as long as the rest of a read.
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

  /// What a property wrapper captures of these. It takes a single reference: `overrides.forWrapper` would
  /// count another.
  static var overridesForWrapper: DependencyOverrides {
    guard !areUnused, let bound = unretained else { return DependencyOverrides.none }
    return bound._withUnsafeGuaranteedRef { $0.overrides.forWrapper }
  }

  /// The values that were set for the current task, for a position of their own, which nobody carries; nil
  /// for nothing.
  package static var newPosition: TaskDependencies? {
    setOverrides.map(newPosition)
  }

  /// A set of values, for a position of their own, which nobody carries.
  package static func newPosition(_ overrides: DependencyOverrides) -> TaskDependencies {
    TaskDependencies(overrides: overrides.forNewPosition())
  }

  /// The values that are set here, after a closure has changed them.
  package static func overrides(updatedBy update: (inout DependencyValues) -> Void) -> DependencyOverrides {
    DependencyValues.current.updated(by: update)
  }

  /// Runs an operation that carries this along.
  package func bind<Result>(_ operation: () throws -> Result) rethrows -> Result {
    noteValues()
    return try Self.$bound.withValue(self, operation: operation)
  }

  /// Runs an asynchronous operation that carries this along.
  nonisolated(nonsending)
    package func bind<Result>(
      _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    noteValues()
    return try await Self.$bound.withValue(self) { try await operation() }
  }

  func noteValues() {
    // Who reads it was started from here, or runs here; so it needs no order.
    if identity != nil, Self.areUnused { Self.wereEverSet.store(true, ordering: .relaxed) }
  }

  /// Whether the values in force are those with this identity; nil for none. Who asks keeps those values, so
  /// that no others can have it.
  package static func areInForce(_ identity: ObjectIdentifier?) -> Bool {
    (areUnused ? nil : unretained?._withUnsafeGuaranteedRef { $0.identity }) == identity
  }

  /// What has to be bound so that the values of a position, or none, are in force. What runs then belongs to
  /// whom its caller belongs.
  package static func toBind(at position: TaskDependencies?) -> TaskDependencies {
    let position = position ?? nothing
    let bound = areUnused ? nil : bound
    if bound?.carrier === position.carrier { return position }
    return TaskDependencies(overrides: position.overrides, carrier: bound?.carrier)
  }
}
