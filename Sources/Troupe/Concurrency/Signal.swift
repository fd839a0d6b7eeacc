/// A flag that one task waits for, and that any code can set.
///
/// A wait ends when the flag is set or when the waiting task is cancelled. The waiting task has to check
/// which of these two events occurred. If the flag is set before a wait, the next wait returns immediately.
package final class Signal: Sendable {
  private enum State {
    case clear
    case set
    // The continuation is unchecked, which saves an allocation. The code that takes the continuation out of
    // the state resumes the continuation, and no other code has access to the continuation. `SignalTests`
    // runs under the thread sanitizer.
    case waiting(UnsafeContinuation<Void, Never>)
  }

  private let state = Locked(State.clear)

  package init() {}

  /// Sets the flag.
  package func fire() {
    let waiter: UnsafeContinuation<Void, Never>? = state.withLock { state in
      guard case .waiting(let continuation) = state else {
        state = .set
        return nil
      }
      state = .clear
      return continuation
    }
    waiter?.resume()
  }

  /// Waits until the flag is set, and then clears the flag.
  ///
  /// The method returns immediately if the flag is already set or the task is cancelled.
  package nonisolated(nonsending) func wait() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isSet = state.withLock { state in
          if case .set = state {
            state = .clear
            return true
          }
          guard case .clear = state else { preconditionFailure("Only one task may wait for a signal.") }
          state = .waiting(continuation)
          return false
        }
        if isSet { continuation.resume() }
      }
    } onCancel: {
      fire()
    }
    state.acknowledge()
  }

  /// Waits until the flag is set or the time limit is reached, and then clears the flag.
  ///
  /// The method returns immediately if the flag is already set or the task is cancelled.
  package nonisolated(nonsending) func wait(upTo duration: Duration, on clock: any Clock<Duration>) async {
    await withTaskGroup { group in
      group.addTask {
        // If the flag was set first, the sleep is cancelled, and the flag must not be set again.
        do { try await clock.promptSleep(for: duration.bounded) } catch { return }
        self.fire()
      }
      await wait()
      group.cancelAll()
    }
  }
}
