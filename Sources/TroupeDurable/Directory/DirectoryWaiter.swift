import TroupeDiagnostics

/// A waiter for a store of a directory.
final class DirectoryWaiter<Value: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case answered(Result<Value, any Error>)
    case over
  }

  private let state = Locked(State.new)

  /// Waits for the answer.
  ///
  /// - Throws: The answer's error, or `CancellationError` if the task is cancelled before the answer is set.
  nonisolated(nonsending) func wait() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Value, any Error>? = state.withLock { state in
          guard case .answered(let answer) = state else {
            state = .waiting(continuation)
            return nil
          }
          state = .over
          return answer
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      answer(.failure(CancellationError()))
    }
  }

  /// Whether the waiter has an answer, or its task was cancelled.
  var isOver: Bool {
    state.withLock { state in
      switch state {
      case .new, .waiting: false
      case .answered, .over: true
      }
    }
  }

  /// Sets the answer. Returns false if the waiter already has an answer or its task was cancelled.
  @discardableResult
  func answer(_ answer: Result<Value, any Error>) -> Bool {
    let (counts, continuation): (Bool, CheckedContinuation<Value, any Error>?) = state.withLock { state in
      switch state {
      case .new:
        state = .answered(answer)
        return (true, nil)
      case .waiting(let continuation):
        state = .over
        return (true, continuation)
      case .answered, .over: return (false, nil)
      }
    }
    continuation?.resume(with: answer)
    return counts
  }
}
