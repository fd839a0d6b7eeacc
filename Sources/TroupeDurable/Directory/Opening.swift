import Synchronization
import TroupeDiagnostics

/// A store that a task opens, for the detection of a wait for itself.
final class Opening: Sendable {
  /// The stores that the current task, or the task that started it, opens: each needs the next one.
  ///
  /// A task that the closure of an opening has started inherits it, and may live longer than the opening.
  @TaskLocal private static var inherited: [Opening] = []

  /// The stores that are being opened and that may wait for the current task.
  static var current: ArraySlice<Opening> {
    let inherited = inherited
    // What waits for an opening that is over doesn't wait for what that opening has left behind.
    guard let lastOver = inherited.lastIndex(where: \.isOver) else { return inherited[...] }
    return inherited[(lastOver + 1)...]
  }

  /// The number of an opening, which no other opening in the process has.
  typealias Number = UInt64

  private let number: Number
  private let hasEnded = Atomic(false)

  private var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  init(number: Number) { self.number = number }

  /// Runs the closure that opens the store, as a part of other openings.
  nonisolated(nonsending) func run<Value>(
    within others: ArraySlice<Opening>,
    _ open: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    defer { hasEnded.store(true, ordering: .releasing) }
    return try await Self.$inherited.withValue(Array(others) + [self]) { try await open() }
  }

  // MARK: Waits

  /// The openings that wait for others, of all directories.
  private static let waits = Locked(Waits())

  private struct Waits {
    var lastNumber: Number = 0
    /// For each opening those that it waits for, as often as it does.
    var awaited: [Number: [Number]] = [:]

    /// Whether an opening waits for another one, directly or not.
    func isWaiting(_ number: Number, for other: Number) -> Bool {
      var rest = [number]
      var seen: Set<Number> = []
      while let next = rest.popLast() {
        if next == other { return true }
        if seen.insert(next).inserted { rest += awaited[next] ?? [] }
      }
      return false
    }

    /// Takes one wait back.
    mutating func end(_ number: Number, _ other: Number) {
      guard var others = awaited[number], let index = others.firstIndex(of: other) else { return }
      others.remove(at: index)
      awaited[number] = others.isEmpty ? nil : others
    }
  }

  /// Whether any opening waits for another one.
  static var isAnyWaiting: Bool { waits.withLock { !$0.awaited.isEmpty } }

  static func nextNumber() -> Number {
    waits.withLock { waits in
      waits.lastNumber += 1
      return waits.lastNumber
    }
  }

  /// Runs a wait for an opening. If the current task opens a store, that store waits.
  ///
  /// - Throws: ``StoreDirectoryError/opensItself`` if the awaited opening waits for that of the current task;
  ///   what the wait throws.
  nonisolated(nonsending) static func wait<Value>(
    for awaited: Number,
    _ wait: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    guard let waiting = current.last?.number else { return try await wait() }
    let isCircle = waits.withLock { waits in
      if waits.isWaiting(awaited, for: waiting) { return true }
      waits.awaited[waiting, default: []].append(awaited)
      return false
    }
    if isCircle { throw StoreDirectoryError.opensItself }
    defer { waits.withLock { $0.end(waiting, awaited) } }
    return try await wait()
  }
}
