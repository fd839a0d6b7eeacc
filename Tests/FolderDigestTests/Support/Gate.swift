import Synchronization

/// Blocks tasks until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var visitors: [AsyncStream<Never>.Continuation] = []
  }

  private let state = Mutex(State())

  func open() {
    let visitors = state.withLock { state in
      state.isOpen = true
      defer { state.visitors = [] }
      return state.visitors
    }
    for visitor in visitors { visitor.finish() }
  }

  /// Resumes when the gate is open; throws when the task is cancelled.
  func pass() async throws {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let isOpen = state.withLock { state in
      if !state.isOpen { state.visitors.append(continuation) }
      return state.isOpen
    }
    if isOpen { return }
    for await _ in stream {}
    try Task.checkCancellation()
  }
}
