import Synchronization

/// Something that happens once, and that any number of tasks wait for.
final class Completion: Sendable {
  private enum State {
    case pending([CheckedContinuation<Void, Never>])
    case done
  }

  private let state = Mutex(State.pending([]))

  /// Says that it has happened. Only the first call counts.
  func complete() {
    let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
      guard case .pending(let waiters) = state else { return [] }
      state = .done
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until it has happened. Cancelling the waiting task doesn't end the wait.
  nonisolated(nonsending) func wait() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        guard case .pending(var waiters) = state else { return true }
        waiters.append(continuation)
        state = .pending(waiters)
        return false
      }
      if isDone { continuation.resume() }
    }
  }
}
