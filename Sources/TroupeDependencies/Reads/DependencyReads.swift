import Synchronization

/// What a reduction reads from dependencies that can change, on its way to the reducer.
///
/// A recording keeps these values, and a replay answers with those that were kept. It is bound while an
/// action is reduced, and at no other time: what effects read doesn't pass it.
package protocol DependencyReader: AnyObject, Sendable {
  /// Returns the value that the reducer gets for a read.
  ///
  /// - Parameters:
  ///   - name: The name of the dependency, or of a part of it, as in `date` or `stations.names`.
  ///   - read: Reads the value from the dependency.
  func value<Value: Codable & Sendable>(_ name: String, _ read: () -> Value) -> Value

  /// A dependency was looked up whose reads don't pass the reader.
  func lookedUp(_ name: String)
}

/// Where the reads of the current reduction go.
package enum DependencyReads {
  /// A reduction with its reader. A task that the reducer started inherits it, also when the reduction is
  /// over.
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

  /// The reader of the current reduction; nil where nothing is recorded or replayed.
  package static var current: (any DependencyReader)? {
    guard areInUse, let bound, !bound.isOver.load(ordering: .acquiring) else { return nil }
    return bound.reader
  }

  /// Runs an operation whose reads go nowhere.
  static func suspend<Result>(_ operation: () -> Result) -> Result {
    areInUse ? $bound.withValue(nil, operation: operation) : operation()
  }

  /// Has dependencies that are looked up from now on pass their reads on. To be called before the reducer is
  /// made: it may keep what it looks up then.
  package static func use() { wereEverUsed.store(true, ordering: .relaxed) }

  /// Runs a reduction whose reads go to a reader.
  package static func pass<Result>(to reader: any DependencyReader, in reduction: () -> Result) -> Result {
    use()
    let bound = Reduction(reader)
    defer { bound.isOver.store(true, ordering: .releasing) }
    return $bound.withValue(bound, operation: reduction)
  }
}
