import Synchronization

/// Waits until the task is cancelled, at the lowest possible cost.
func waitForCancellation() async {
  let wait = Wait()
  await withTaskCancellationHandler {
    await withCheckedContinuation { wait.begin($0) }
  } onCancel: {
    wait.end()
  }
}

/// Lets all tasks that have been started reach the point where they wait, and all tasks that have ended be
/// released.
func untilSuspended() async {
  for _ in 0..<100 { await Task.yield() }
}

private final class Wait: Sendable {
  private enum State {
    case idle, waiting(CheckedContinuation<Void, Never>), over
  }

  private let state = Mutex(State.idle)

  func begin(_ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .waiting(continuation)
      return false
    }
    if isOver { continuation.resume() }
  }

  func end() {
    let before = state.withLock { state in
      defer { state = .over }
      return state
    }
    if case .waiting(let continuation) = before { continuation.resume() }
  }
}
