import Synchronization

/// A reader that intercepts a reduction's reads of dependencies whose values can change.
///
/// A recording stores the values, and a replay returns the stored values. The reader is bound only while an
/// action is reduced, so it doesn't intercept the values that effects read.
package protocol DependencyReader: AnyObject, Sendable {
  /// Returns the value that the reducer gets for a read.
  ///
  /// - Parameters:
  ///   - name: The name of a dependency or of its part, as in `date` or `stations.names`.
  ///   - read: Reads the value from the dependency.
  func value<Value: Codable & Sendable>(_ name: String, _ read: () -> Value) -> Value

  /// Called when code looks up a dependency whose reads aren't intercepted.
  func lookedUp(_ name: String)
}

/// The reader that intercepts the current reduction's reads.
package enum DependencyReads {
  /// A reduction with its reader. A task that the reducer starts inherits this value, even after the
  /// reduction has ended.
  private final class Reduction: Sendable {
    let reader: any DependencyReader
    let isOver = Atomic(false)

    init(_ reader: any DependencyReader) { self.reader = reader }
  }

  @TaskLocal private static var bound: Reduction?

  private static let wereEverUsed = Atomic(false)

  /// Whether any reduction in this process may have a reader. Until then, code doesn't need to read the
  /// task-local.
  @inline(__always)
  static var areInUse: Bool { wereEverUsed.load(ordering: .relaxed) }

  /// The reader of the current reduction; nil if nothing is recorded or replayed.
  package static var current: (any DependencyReader)? {
    guard areInUse, let bound, !bound.isOver.load(ordering: .acquiring) else { return nil }
    return bound.reader
  }

  /// Runs an operation whose reads aren't intercepted.
  package static func suspend<Result>(_ operation: () -> Result) -> Result {
    areInUse ? $bound.withValue(nil, operation: operation) : operation()
  }

  /// Makes all dependencies that are looked up after this call pass their reads to the reader. Call this
  /// method before the reducer is created, because its initializer may look up and store dependencies.
  package static func use() { wereEverUsed.store(true, ordering: .relaxed) }

  /// Runs a reduction whose reads a reader intercepts.
  package static func pass<Result>(to reader: any DependencyReader, in reduction: () -> Result) -> Result {
    use()
    let bound = Reduction(reader)
    defer { bound.isOver.store(true, ordering: .releasing) }
    return $bound.withValue(bound, operation: reduction)
  }
}
