import Synchronization

/// Counts arrivals, and lets a task wait for a number of them.
final class Arrivals: Sendable {
  private struct State {
    var count = 0
    var expected = 0
    var waiting: CheckedContinuation<Void, Never>?

    mutating func takeIfComplete() -> CheckedContinuation<Void, Never>? {
      guard waiting != nil, count >= expected else { return nil }
      count -= expected
      return waiting.take()
    }
  }

  private let state = Mutex(State())

  func arrive() {
    let waiting = state.withLock { state in
      state.count += 1
      return state.takeIfComplete()
    }
    waiting?.resume()
  }

  /// Waits until so many have arrived since the last wait.
  func wait(for expected: Int) async {
    await withCheckedContinuation { continuation in
      let complete = state.withLock { state in
        state.expected = expected
        state.waiting = continuation
        return state.takeIfComplete()
      }
      complete?.resume()
    }
  }
}
