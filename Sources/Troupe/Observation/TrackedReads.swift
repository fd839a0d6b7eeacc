/// What is read of a store's state from code on the store's executor, where each read is tracked by itself.
///
/// It is what a user interface's view of a store is made from. All of it is to be used on the store's
/// executor.
package final class TrackedReads<State, Action: Sendable> {
  private let core: any StateAccess<State, Action>
  private let reads: Reads<State>
  private let tracking: ReadTracking
  private let tell: (ReadToken) -> Void
  private var isWatching = false

  /// - Parameters:
  ///   - store: The store.
  ///   - offer: Gets a token for all that is read. Who wants to be told of its change keeps the token.
  ///   - tell: Called at the end of a turn for each token whose value has changed.
  package init(
    _ store: Store<State, Action>,
    offer: @escaping (ReadToken) -> Void,
    tell: @escaping (ReadToken) -> Void
  ) {
    core = store.core
    tracking = ReadTracking(offer: offer)
    reads = Reads(tracking: tracking)
    self.tell = tell
    tracking.onTracked = { [weak self] in self?.watch() }
  }

  /// The state now, which has what is read of it tracked.
  package var observed: ObservedState<State> {
    read { ObservedState(state: $0, reads: reads) }
  }

  /// Whether a turn is going on, so that what is sent now is reduced when it is over.
  package var isInTurn: Bool { core.runtime.turn.phase != .idle }

  /// Whether there is still the state that the store was made for.
  package var isAlive: Bool {
    core.runtime.takeMail()
    return core.isAlive
  }

  /// Has something called in the turn in which the state goes away; it must not use the store.
  package func whenGone(_ body: @escaping () -> Void) { core.whenGone(body) }

  /// Reads the state in place, without tracking that.
  package func read<Result>(_ body: (State) -> Result) -> Result {
    core.runtime.takeMail()
    return core.read(body)
  }

  /// Has something tracked that was read elsewhere.
  ///
  /// - Parameter isUnchanged: Tells whether it has still the value that it has now.
  package func track(_ isUnchanged: @escaping (State) -> Bool) { reads.note(nil, isUnchanged) }

  /// Whether anything is kept for those who track something.
  package var isTracked: Bool { reads.isTracked }

  private func watch() {
    guard !isWatching, core.runtime.turn.lifecycle != .closed else { return }
    isWatching = true
    _ = core.runtime.changeListeners { $0.add(TrackedReadsWatch(self)) }
  }

  /// Tells of what the turn has changed; true when nothing is tracked any more.
  fileprivate func turnEnded() -> Bool {
    if core.isAlive {
      // First all is compared: who is told may read, and have other things tracked.
      core.read { _ = reads.isUnchanged(in: $0) }
      for token in tracking.takeChanged() { tell(token) }
    }
    isWatching = core.isAlive && reads.isTracked
    return !isWatching
  }
}

/// Looks after each turn at what is tracked, and keeps nothing alive.
private final class TrackedReadsWatch<State, Action: Sendable>: TurnWaiter {
  private weak var reads: TrackedReads<State, Action>?

  init(_ reads: TrackedReads<State, Action>) {
    self.reads = reads
  }

  func check() -> Bool { reads?.turnEnded() ?? true }

  func end() {}
}
