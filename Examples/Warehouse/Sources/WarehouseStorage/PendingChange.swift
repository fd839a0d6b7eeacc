import GRDB
import Synchronization

/// A change with the caller that waits for it, until it is made or has failed, whichever is first.
final class PendingChange: Sendable {
  private struct Waiter {
    /// Makes the change, and returns a function that resumes the caller.
    let make: @Sendable (Database) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
  }

  private enum State {
    case new
    case waiting(Waiter)
    case over
  }

  private let state = Mutex(State.new)

  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// Makes a continuation wait for a change.
  func begin<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value,
    _ continuation: CheckedContinuation<Value, any Error>
  ) {
    let waiter = Waiter(
      make: { database in
        let value = try change(database)
        return { [self] in
          if end() != nil { continuation.resume(returning: value) }
        }
      },
      fail: { continuation.resume(throwing: $0) }
    )
    state.withLock { $0 = .waiting(waiter) }
  }

  func make(_ database: Database) throws -> @Sendable () -> Void {
    let waiter = state.withLock { state -> Waiter? in
      if case .waiting(let waiter) = state { return waiter }
      return nil
    }
    guard let waiter else { return {} }
    return try waiter.make(database)
  }

  func fail(_ error: any Error) { end()?.fail(error) }

  /// Returns the waiter to the first caller, which resumes it.
  private func end() -> Waiter? {
    state.withLock { state in
      guard case .waiting(let waiter) = state else { return nil }
      state = .over
      return waiter
    }
  }
}
