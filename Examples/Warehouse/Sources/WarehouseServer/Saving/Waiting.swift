import Synchronization

/// A wait that ends when the waiting task is cancelled, whatever the other task does.
enum Waiting {
  private enum State<Value: Sendable>: Sendable {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case over(Result<Value, any Error>)
  }

  private final class Waiter<Value: Sendable>: Sendable {
    private let state = Mutex(State<Value>.new)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
      let result = state.withLock { state -> Result<Value, any Error>? in
        if case .over(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Value, any Error>) {
      let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
        switch state {
        case .new:
          state = .over(result)
          return nil
        case .waiting(let continuation):
          state = .over(result)
          return continuation
        case .over: return nil
        }
      }
      continuation?.resume(with: result)
    }
  }

  /// Returns what a task returns.
  ///
  /// - Throws: The error of the task; `CancellationError` if the waiting task is cancelled.
  static func value<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value {
    let waiter = Waiter<Value>()
    Task { waiter.end(await task.result) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter.wait($0) }
    } onCancel: {
      waiter.end(.failure(CancellationError()))
    }
  }
}
