import Troupe

/// Lets one run of a scheduler at a time capture the tasks of the process.
///
/// Two runs that share an actor can't be kept apart: whichever uses the actor also runs the jobs of the other
/// that wait for it, so that no seed would decide when they run.
final class RunTurns: Sendable {
  private struct State {
    /// Where the run was started that has its turn; nil if there is none.
    var running: CallSite?
    var waiting: [(location: CallSite, continuation: CheckedContinuation<Void, Never>)] = []
  }

  static let shared = RunTurns()

  private let state = Locked(State())
  /// The real time after which a run that waits says so.
  private let patience: Duration
  private let say: @Sendable (String) -> Void

  init(
    patience: Duration = .seconds(30),
    say: @escaping @Sendable (String) -> Void = { writeToStandardError($0) }
  ) {
    self.patience = patience
    self.say = say
  }

  /// The number of runs that wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits until no other run has its turn. Cancelling has no effect.
  func take(at location: CallSite) async {
    let isTaken = state.withLock { state in
      defer { state.running = state.running ?? location }
      return state.running != nil
    }
    guard isTaken else { return }
    let complaint = Capture.outside {
      Task.detached { [self] in
        try await Task.sleep(for: patience)
        let running = state.withLock { $0.running }
        say(
          """
          note: the run at \(location) has waited \(patience) for its turn. One run of a scheduler at a time captures \
          the tasks of a process, and the run at \(running.map { "\($0)" } ?? "another place") hasn't ended.\n
          """
        )
      }
    }
    defer { complaint.cancel() }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        // The other may have ended meanwhile.
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

  /// Ends a turn.
  func give() {
    let next = state.withLock { state in
      let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      state.running = next?.location
      return next?.continuation
    }
    next?.resume()
  }
}
