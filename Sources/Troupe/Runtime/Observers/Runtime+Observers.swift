extension Runtime {
  /// Changes the observers, and updates the duties of a turn.
  ///
  /// Let go of the user's values after the change: their `deinit` may send by force, which runs a turn and
  /// tells the observers. What could hold such values is therefore returned when it is removed.
  func changeObservers<Result>(_ change: (ObserverSet) -> Result) -> Result {
    assertBetweenChanges()
    defer { updateDuties() }
    return change(madeObservers)
  }

  /// Whether somebody waits until nothing runs.
  var awaitsIdleness: Bool { observers?.awaitsIdleness ?? false }

  /// Whether events have consumers. Instruments are notified of actions where the actions are reduced.
  var hasSinks: Bool { observers?.hasSinks == true }

  /// Notifies the listeners of events.
  func tell(_ event: StoreEvent.Kind) {
    // A store with listeners is traced.
    guard let tracer else { return }
    tracer.tell(event)
    if hasSinks {
      observers?.tell(tracer.event(event, showsPayloads: showsPayloads), isHeld: saveQueue != nil)
    }
  }

  /// Tells the listeners of an action of an effect that was dropped.
  ///
  /// - Parameters:
  ///   - action: What they may keep of the action.
  ///   - traced: What the action follows from, in a store that is traced.
  func tellDropped(_ action: any Sendable, _ traced: TracedCause?) {
    tell(.actionDropped(ActionValue(action, showsPayloads: showsPayloads, of: traced)))
  }

  /// Tells the feeds of a store that isn't saved that a turn is over. Not inlined, as most stores have none.
  @inline(never)
  func tellFeeds() {
    observers?.feeds.forEach { $0.turnEnded(0, saved: 0) }
  }

  /// Tells the waiters that a turn has reduced an action.
  func publish() {
    turn.publish()
    // The waiters are removed while they are notified, because their predicates are the user's code.
    guard let observers else { return }
    var (signals, waiters) = observers.takeThoseWhoWait()
    signals.forEach { fireWhenSaved($0) }
    let turn = newestTurn
    waiters.removeAll { $0.check(turn) }
    observers.putBack(waiters)
    updateDuties()
  }

  /// Notifies the waiters for an idle store, if it is idle. They check for themselves whether it still is.
  func tellIdleness() {
    if hasOnlyDeclared { observers?.tellIdle(hasDeclared: !isIdle) }
  }

  /// The work that runs or is about to run, oldest first.
  var snapshots: [EffectSnapshot] {
    assertBetweenChanges()
    return effectState?.pointee.tree.engine.snapshots ?? []
  }

  var statistics: StoreStatistics {
    assertBetweenChanges()
    return StoreStatistics(
      droppedActionCount: droppedActions,
      inboxOverflowCount: mailbox.overflowCount,
      runningEffectCount: effectState?.pointee.tree.engine.workCount ?? 0,
      turnCount: turn.version,
      saving: saveQueue?.statistics
    )
  }
}
