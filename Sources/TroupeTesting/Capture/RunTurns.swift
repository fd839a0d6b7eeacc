import Troupe

/// Lets only one scheduler's run at a time capture the process's tasks.
///
/// Two runs that share an actor would affect each other. The run that uses the actor would also run the other
/// run's jobs that are waiting for the actor, and the other run's seed wouldn't determine when these jobs
/// run.
final class RunTurns: Sendable {
  private struct State {
    /// The location at which the current run was started; nil if no run has the turn.
    var running: CallSite?
    var waiting: [(location: CallSite, continuation: CheckedContinuation<Void, Never>)] = []
  }

  static let shared = RunTurns()

  private let state = Locked(State())
  /// The real time after which a waiting run reports that it is waiting.
  private let patience: Duration
  private let say: @Sendable (String) -> Void

  init(
    patience: Duration = .seconds(30),
    say: @escaping @Sendable (String) -> Void = { writeToStandardError($0) }
  ) {
    self.patience = patience
    self.say = say
  }

  /// The number of waiting runs.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits until no other run has the turn, and then takes the turn. Cancellation has no effect.
  func take(at location: CallSite) async {
    let isTaken = state.withLock { state in
      defer { state.running = state.running ?? location }
      return state.running != nil
    }
    if isTaken { await wait(at: location) }
  }

  // This is a separate method, because a run that needn't wait shouldn't allocate memory for the wait's local
  // variables.
  private func wait(at location: CallSite) async {
    let complaint = Capture.outside {
      Task.detached { [self] in
        try await Task.sleep(for: patience)
        let running = state.withLock { $0.running }
        say(
          """
          note: the run at \(location) has been waiting \(patience) for its turn. Only one scheduler run at a \
          time captures a process's tasks, and the run at \(running.map { "\($0)" } ?? "another place") hasn't ended.\n
          """
        )
      }
    }
    defer { complaint.cancel() }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        // The other run may have ended in the meantime.
        guard state.running == nil else {
          state.waiting.append((location, continuation))
          return false
        }
        state.running = location
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the turn to the next waiting run, if any run is waiting.
  func give() {
    let next = state.withLock { state in
      let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      state.running = next?.location
      return next?.continuation
    }
    next?.resume()
  }
}
