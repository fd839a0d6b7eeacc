/// Tracks each read of a store's state individually, for code on the store's executor.
///
/// A user interface's view of a store uses this class. Use the class only on the store's executor.
package final class TrackedReads<State, Action: Sendable> {
  private let core: StateCore<State, Action>
  private let reads: Reads<State>
  private let tracking: ReadTracking
  private let tell: (ReadToken) -> Void
  private var isWatching = false

  /// Creates an object that tracks the reads of a store's state.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - keepsItself: Whether this object stays alive while any of its reads is tracked, even if the owner
  ///     releases this object.
  ///   - offer: A closure that gets a token for each value that is read. If the closure keeps the token,
  ///     `tell` is called when the value changes.
  ///   - tell: A closure that is called at the end of a turn for each token whose value has changed.
  package init(
    _ store: Store<State, Action>,
    keepsItself: Bool = false,
    offer: @escaping (ReadToken) -> Void,
    tell: @escaping (ReadToken) -> Void
  ) {
    core = store.core
    tracking = ReadTracking(offer: offer)
    reads = Reads(tracking: tracking)
    self.tell = tell
    tracking.onTracked = { [weak self] in self?.watch() }
    if keepsItself { tracking.keeper = self }
  }

  /// The current state. Reads of its members are tracked.
  package var observed: ObservedState<State> {
    read { ObservedState(state: $0, reads: reads) }
  }

  /// Whether a turn is running. An action that is sent during a turn is reduced after that turn.
  package var isInTurn: Bool { core.runtime.turn.phase != .idle }

  /// Whether the state for which the store was created still exists.
  package var isAlive: Bool {
    core.runtime.enter { core.isAlive }
  }

  /// Calls a closure in the turn in which the state is removed. The closure must not use the store.
  package func whenGone(_ body: @escaping () -> Void) { core.whenGone(body) }

  /// Reads the state in place, without tracking the read.
  package func read<Result>(_ body: (State) -> Result) -> Result {
    core.runtime.enter { core.read(body) }
  }

  /// Tracks a value that was read elsewhere.
  ///
  /// - Parameter isUnchanged: Returns whether the value has stayed the same since this call.
  package func track(_ isUnchanged: @escaping (State) -> Bool) { reads.record(nil, isUnchanged) }

  /// Whether any read is still tracked.
  package var isTracked: Bool { reads.isTracked }

  private func watch() {
    guard !isWatching, core.runtime.turn.lifecycle != .closed else { return }
    isWatching = true
    _ = core.runtime.changeObservers { $0.add(TrackedReadsWatch(self)) }
  }

  /// Notifies the trackers of values that the turn has changed. Returns true if nothing is tracked anymore.
  fileprivate func turnEnded() -> Bool {
    if core.isAlive {
      // All values are compared first, because notified code may read the state and thereby track further
      // values.
      core.read { _ = reads.isUnchanged(in: $0) }
      for token in tracking.takeChanged() { tell(token) }
    }
    isWatching = core.isAlive && reads.isTracked
    return !isWatching
  }
}

/// Checks the tracked values after each turn and keeps nothing alive.
private final class TrackedReadsWatch<State, Action: Sendable>: TurnWaiter {
  private weak var reads: TrackedReads<State, Action>?

  init(_ reads: TrackedReads<State, Action>) {
    self.reads = reads
  }

  func check(_ turn: UInt64) -> Bool { reads?.turnEnded() ?? true }

  func end() {}
}
