import Synchronization

/// Intercepts the values that a reduction reads from dependencies that can change.
///
/// A recording stores these values, and a replay returns the stored values. The reader is bound only while an
/// action is reduced: it doesn't see the reads of effects.
package protocol DependencyReader: AnyObject, Sendable {
  /// Returns the value that the reducer gets for a read.
  ///
  /// - Parameters:
  ///   - name: The name of the dependency, or of a part of it, as in `date` or `stations.names`.
  ///   - read: Reads the value from the dependency.
  func value<Value: Codable & Sendable>(_ name: String, _ read: () -> Value) -> Value

  /// Called when a dependency is looked up whose reads aren't intercepted.
  func lookedUp(_ name: String)
}

/// The reader of the current reduction.
package enum DependencyReads {
  /// A reduction with its reader. A task that the reducer starts inherits it, even after the reduction has
  /// ended.
  private final class Reduction: Sendable {
    let reader: any DependencyReader
    let isOver = Atomic(false)

    init(_ reader: any DependencyReader) { self.reader = reader }
  }

  @TaskLocal private static var bound: Reduction?

  private static let wereEverUsed = Atomic(false)

  /// Whether any reduction in this process may have a reader. Until then, the task-local needn't be read.
  @inline(__always)
  static var areInUse: Bool { wereEverUsed.load(ordering: .relaxed) }

  /// The reader of the current reduction; nil if nothing is recorded or replayed.
  package static var current: (any DependencyReader)? {
    guard areInUse, let bound, !bound.isOver.load(ordering: .acquiring) else { return nil }
    return bound.reader
  }

  /// Runs an operation whose reads aren't intercepted.
  static func suspend<Result>(_ operation: () -> Result) -> Result {
    areInUse ? $bound.withValue(nil, operation: operation) : operation()
  }

  /// Makes dependencies that are looked up from now on pass their reads to the reader. Call it before the
  /// reducer is created, because the reducer may keep dependencies that it looks up then.
  package static func use() { wereEverUsed.store(true, ordering: .relaxed) }

  /// Runs a reduction whose reads a reader intercepts.
  package static func pass<Result>(to reader: any DependencyReader, in reduction: () -> Result) -> Result {
    use()
    let bound = Reduction(reader)
    defer { bound.isOver.store(true, ordering: .releasing) }
    return $bound.withValue(bound, operation: reduction)
  }
}
