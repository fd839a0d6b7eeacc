import Troupe

/// A gate at which tasks wait until it is opened. It ignores cancellation.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>

  package init(isOpen: Bool = false) { state = Locked(State(isOpen: isOpen)) }

  /// The number of waiting tasks.
  package var count: Int { state.withLock { $0.waiters.count } }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  package func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      return Swift.exchange(&state.waiters, with: [])
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Lets the waiting tasks pass, and closes behind them.
  package func letPass() {
    let waiters = state.withLock { Swift.exchange(&$0.waiters, with: []) }
    for waiter in waiters { waiter.resume() }
  }

  package func close() { state.withLock { $0.isOpen = false } }
}
