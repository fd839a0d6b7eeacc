import NIOCore
import Synchronization
import Troupe

/// Cancels operations that take longer than a time, which is the same for all of them.
///
/// They therefore end in the order in which they begin, and one task sleeps for all. A timer for each request
/// would cost more than many requests.
final class Deadlines: Sendable {
  /// An operation was cancelled, because its time was over.
  struct Exceeded: Error {
    /// The error that the operation has thrown after that.
    let underlying: any Error
  }

  /// An operation in progress.
  private final class Operation: Sendable {
    /// - Note: `@unchecked Sendable`, because only `cancel` is called, within the lock, until the task has
    ///   ended.
    private struct Handle: @unchecked Sendable { let task: UnsafeCurrentTask? }

    let end: AnyClock.Instant
    private let state = Mutex((handle: Handle?.none, isExceeded: false))

    init(end: AnyClock.Instant) { self.end = end }

    var isExceeded: Bool { state.withLock { $0.isExceeded } }
    var isOver: Bool { state.withLock { $0.handle == nil } }

    func begin(_ task: UnsafeCurrentTask?) {
      let handle = Handle(task: task)
      state.withLock { $0.handle = handle }
    }

    func finish() { state.withLock { $0.handle = nil } }

    func exceed() {
      state.withLock { state in
        guard let handle = state.handle else { return }
        state = (nil, true)
        handle.task?.cancel()
      }
    }
  }

  private struct State {
    var operations = CircularBuffer<Operation>()
    var sleeper: Task<Void, Never>?
    /// When all of them have to end; nil as long as the server runs.
    var lastEnd: AnyClock.Instant?

    /// The end of the first operation in progress.
    mutating func nextEnd() -> AnyClock.Instant? {
      while let first = operations.first, first.isOver { operations.removeFirst() }
      return operations.first.map { first in lastEnd.map { min($0, first.end) } ?? first.end }
    }
  }

  private let duration: Duration
  private let clock: AnyClock
  private let state = Mutex(State())

  init(_ duration: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    self.duration = duration
    self.clock = AnyClock(clock)
  }

  /// Runs an operation, in a child task that is cancelled when its time is over.
  ///
  /// - Throws: The error of the operation; ``Exceeded`` if it has thrown one after it was cancelled.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let limited = Operation(end: clock.now.advanced(by: duration))
    do {
      return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask {
          withUnsafeCurrentTask { limited.begin($0) }
          defer { limited.finish() }
          self.add(limited)
          return try await operation()
        }
        for try await value in group { return value }
        preconditionFailure("An operation returns or throws.")
      }
    } catch  where limited.isExceeded {
      throw Exceeded(underlying: error)
    }
  }

  /// Shortens the time of all operations, because the server shuts down.
  func end(within duration: Duration) {
    let end = clock.now.advanced(by: duration)
    let sleeper = state.withLock { state in
      state.lastEnd = end
      return state.sleeper
    }
    // It sleeps for too long.
    sleeper?.cancel()
  }

  private func add(_ operation: Operation) {
    state.withLock { state in
      _ = state.nextEnd()
      state.operations.append(operation)
      if state.sleeper == nil { state.sleeper = sleeper() }
    }
  }

  private func sleeper() -> Task<Void, Never> {
    // Detached, because it serves all operations.
    Task.detached { [self] in
      while let end = next() {
        do { try await clock.sleep(until: end) } catch { return restart() }
        exceed()
      }
    }
  }

  /// When it has to check again; nil if there is nothing to wait for.
  private func next() -> AnyClock.Instant? {
    state.withLock { state in
      let end = state.nextEnd()
      if end == nil { state.sleeper = nil }
      return end
    }
  }

  private func restart() { state.withLock { $0.sleeper = sleeper() } }

  private func exceed() {
    let now = clock.now
    let late = state.withLock { state -> [Operation] in
      var late: [Operation] = []
      while let end = state.nextEnd(), end <= now { late.append(state.operations.removeFirst()) }
      return late
    }
    for operation in late { operation.exceed() }
  }
}
