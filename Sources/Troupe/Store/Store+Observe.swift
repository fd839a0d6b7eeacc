extension Store {
  /// Runs a closure with the state now, and again whenever a value that the closure read has changed.
  ///
  /// ```swift
  /// await store.observe { state in
  ///   print("\(state.title): \(state.rows.count) rows, \(state.editor?.text ?? "nothing") is edited")
  /// }
  /// ```
  ///
  /// The closure runs on the store's executor after a turn and gets the newest state. If several turns follow
  /// each other closely, the closure may run only after the last of these turns. The closure can read
  /// different members each time. Members that the closure doesn't read have no cost, because observing
  /// doesn't change how the state is stored or mutated.
  ///
  /// The call resumes when the calling task is cancelled, when the store is shut down, or when a scoped
  /// store's state is gone. A waiting call keeps the store alive. A store can have several observers at a
  /// time.
  ///
  /// - Parameter body: Reads the state. Actions that the closure sends to the store are reduced in a separate
  ///   turn, after the closure has returned.
  public func observe(_ body: @Sendable (ObservedState<State>) -> Void) async {
    let runtime = core.runtime
    let watch = StateWatch(core)
    while !Task.isCancelled {
      guard runtime.enter({ core.isAlive }) else { return }
      if let (state, turn) = watch.takeUnsaved() {
        guard await runtime.waitUntilSaved(turn, on: isolation) else { return }
        // Releasing the state can run a turn, so the state is released before the check for changes.
        watch.look(at: consume state, body)
        if !watch.isUpToDate { continue }
      } else {
        watch.look(body)
      }
      guard runtime.turn.lifecycle != .closed else { return }
      let (number, _) = runtime.changeObservers { observers in
        let own = watch.shareReads(in: observers)
        return (observers.add(watch), own)
      }
      await watch.signal.wait()
      if watch.hasChanged { continue }
      _ = runtime.changeObservers { $0.remove(waiter: number) }
      return
    }
  }
}

/// An observer that waits until one of the values that its closure has read changes.
private final class StateWatch<State, Action: Sendable>: TurnWaiter {
  let signal = Signal()
  /// Whether any value has changed since the last run.
  var hasChanged: Bool { reads == nil }
  private let core: StateCore<State, Action>
  private var reads: Reads<State>?

  init(_ core: StateCore<State, Action>) {
    self.core = core
  }

  /// Returns a copy of the state and the newest turn's number, or nil if all turns are saved.
  func takeUnsaved() -> (state: State, turn: UInt64)? {
    guard let saveQueue = core.runtime.saveQueue, !saveQueue.isEverythingSaved else { return nil }
    return (core.read { $0 }, saveQueue.newest)
  }

  /// Runs a closure on an earlier state of the store.
  func look(at state: consuming State, _ body: (ObservedState<State>) -> Void) {
    reads = nil
    let reads = Reads<State>()
    // Actions that the closure sends by bypassing isolation are reduced after the closure has returned.
    let observed = ObservedState(state: state, reads: reads)
    core.read { _ in body(observed) }
    self.reads = reads
  }

  /// Whether the state still has the values that were read.
  var isUpToDate: Bool {
    guard let reads else { return false }
    return core.isAlive && core.read { reads.isUnchanged(in: $0) }
  }

  /// Runs a closure on the store's current state.
  func look(_ body: (ObservedState<State>) -> Void) {
    // Releasing the old values can run a turn. The closure has to get the state after that turn.
    reads = nil
    let reads = Reads<State>()
    core.read { body(ObservedState(state: $0, reads: reads)) }
    self.reads = reads
  }

  /// Replaces this observer's reads with equal reads of another observer. Returns the replaced reads, which
  /// the caller must release only after the observers have changed; see ``Runtime/changeObservers(_:)``.
  func shareReads(in observers: ObserverSet) -> Reads<State>? {
    guard let own = reads else { return nil }
    reads = observers.share(own, of: core)
    return own
  }

  func check(_ turn: UInt64) -> Bool {
    if let reads, core.isAlive, reads.isUnchanged(in: core.runtime.turn.version, compare) { return false }
    // The values are released before the next turn, which would otherwise copy the values.
    reads = nil
    signal.fire()
    return true
  }

  private func compare(_ reads: Reads<State>) -> Bool { core.read { reads.isUnchanged(in: $0) } }

  func end() { signal.fire() }
}
