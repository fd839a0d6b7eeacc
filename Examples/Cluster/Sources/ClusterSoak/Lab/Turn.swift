import Locks

/// Lets one task at a time continue.
final class Turn: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func take() async {
    await withCheckedContinuation { continuation in
      let isMine = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isMine { continuation.resume() }
    }
  }

  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty { state.isTaken = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// Lines that have arrived, and the task that waits for the next one.
final class Answers: Sendable {
  private struct State {
    var lines: [String] = []
    var waiting: [CheckedContinuation<String, Never>] = []
  }

  private let state = Locked(State())

  func add(_ line: String) {
    let waiting = state.withLock { state -> CheckedContinuation<String, Never>? in
      if state.waiting.isEmpty { state.lines.append(line) }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    waiting?.resume(returning: line)
  }

  func next() async -> String {
    await withCheckedContinuation { continuation in
      let line = state.withLock { state -> String? in
        if state.lines.isEmpty { state.waiting.append(continuation) }
        return state.lines.isEmpty ? nil : state.lines.removeFirst()
      }
      if let line { continuation.resume(returning: line) }
    }
  }
}
