import Synchronization
import TroupeDiagnostics

/// A store's opening by a task. Openings are tracked to detect an opening that waits for itself.
final class Opening: Sendable {
  /// The openings that the current task is part of. Each opening waits for the next opening in the array.
  ///
  /// A task that an opening's closure has started inherits this value and may outlive the opening.
  @TaskLocal private static var inherited: [Opening] = []

  /// The openings that haven't ended and that may wait for the current task.
  static var current: ArraySlice<Opening> {
    let inherited = inherited
    // Callers that wait for a finished opening don't wait for tasks that the opening has left running.
    guard let lastOver = inherited.lastIndex(where: \.isOver) else { return inherited[...] }
    return inherited[(lastOver + 1)...]
  }

  /// The number of an opening, which is unique in the process.
  typealias Number = UInt64

  private let number: Number
  private let hasEnded = Atomic(false)

  private var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  init(number: Number) { self.number = number }

  /// Runs the closure that opens the store, inside other openings.
  nonisolated(nonsending) func run<Value>(
    within others: ArraySlice<Opening>,
    _ open: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    defer { hasEnded.store(true, ordering: .releasing) }
    return try await Self.$inherited.withValue(Array(others) + [self]) { try await open() }
  }

  // MARK: Waits

  /// The waits between openings in all directories.
  private static let waits = Locked(WaitGraph())

  private struct WaitGraph {
    var lastNumber: Number = 0
    /// The openings for which each opening waits. An opening occurs once for each wait.
    var awaited: [Number: [Number]] = [:]

    /// Returns whether an opening waits for another opening, directly or indirectly.
    func isWaiting(_ number: Number, for other: Number) -> Bool {
      var rest = [number]
      var seen: Set<Number> = []
      while let next = rest.popLast() {
        if next == other { return true }
        if seen.insert(next).inserted { rest += awaited[next] ?? [] }
      }
      return false
    }

    /// Removes one wait.
    mutating func end(_ number: Number, _ other: Number) {
      guard var others = awaited[number], let index = others.firstIndex(of: other) else { return }
      others.remove(at: index)
      awaited[number] = others.isEmpty ? nil : others
    }
  }

  /// Whether any opening waits for another opening.
  static var isAnyWaiting: Bool { waits.withLock { !$0.awaited.isEmpty } }

  static func nextNumber() -> Number {
    waits.withLock { waits in
      waits.lastNumber += 1
      return waits.lastNumber
    }
  }

  /// Runs a closure that waits for an opening. If the current task is opening a store, the wait is recorded
  /// as that opening's wait.
  ///
  /// - Throws: ``StoreDirectoryError/recursiveOpen`` if the awaited opening waits for the current task's
  ///   opening, or any error that the closure throws.
  nonisolated(nonsending) static func wait<Value>(
    for awaited: Number,
    _ wait: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    guard let waiting = current.last?.number else { return try await wait() }
    let isCycle = waits.withLock { waits in
      if waits.isWaiting(awaited, for: waiting) { return true }
      waits.awaited[waiting, default: []].append(awaited)
      return false
    }
    if isCycle { throw StoreDirectoryError.recursiveOpen }
    defer { waits.withLock { $0.end(waiting, awaited) } }
    return try await wait()
  }
}
