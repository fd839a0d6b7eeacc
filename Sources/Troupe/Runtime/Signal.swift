/// A flag that one task waits for and anyone sets.
///
/// Waiting ends when the flag is set, and when the waiting task is cancelled; the waiter looks for itself
/// which of the two it was. Setting it before anyone waits lets the next wait end at once.
final class Signal: Sendable {
  private enum State {
    case clear
    case set
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Locked(State.clear)

  /// Sets the flag.
  func fire() {
    let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard case .waiting(let continuation) = state else {
        state = .set
        return nil
      }
      state = .clear
      return continuation
    }
    waiter?.resume()
  }

  /// Waits until the flag is set, and clears it.
  ///
  /// It resumes at once when the flag is set already, and when the task is cancelled.
  nonisolated(nonsending) func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSet = state.withLock { state in
          if case .set = state {
            state = .clear
            return true
          }
          guard case .clear = state else { preconditionFailure("Two tasks wait for one signal.") }
          state = .waiting(continuation)
          return false
        }
        if isSet { continuation.resume() }
      }
    } onCancel: {
      fire()
    }
  }
}
