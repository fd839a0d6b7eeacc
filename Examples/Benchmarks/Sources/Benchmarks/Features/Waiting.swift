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

/// The tasks that ``waitForCancellation()`` suspends from now on. On a busy machine, tasks may take long to
/// start.
struct NewWaits {
  private let others = Wait.count.load(ordering: .relaxed)

  /// Waits until a number of new tasks wait.
  func untilSuspended(_ count: Int) async {
    // The limit is for a task of an earlier row that ends only now.
    var attempts = 10_000_000
    while Wait.count.load(ordering: .relaxed) != others + count, attempts > 0 {
      await Task.yield()
      attempts -= 1
    }
    for _ in 0..<100 { await Task.yield() }
  }
}

private final class Wait: Sendable {
  private enum State {
    case idle, waiting(CheckedContinuation<Void, Never>), over
  }

  /// The number of tasks that wait.
  static let count = Atomic(0)

  private let state = Mutex(State.idle)

  func begin(_ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .waiting(continuation)
      Self.count.add(1, ordering: .relaxed)
      return false
    }
    if isOver { continuation.resume() }
  }

  func end() {
    let before = state.withLock { state in
      defer { state = .over }
      return state
    }
    if case .waiting(let continuation) = before {
      Self.count.subtract(1, ordering: .relaxed)
      continuation.resume()
    }
  }
}
