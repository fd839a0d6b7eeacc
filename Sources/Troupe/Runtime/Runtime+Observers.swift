import Synchronization

extension Runtime {
  /// Changes who waits or watches, and what a turn has to do for them.
  final func observe<Result>(_ change: (inout Observers) -> Result) -> Result {
    assertBetweenChanges()
    defer { updateDuties() }
    return change(&observers)
  }

  final func updateDuties() {
    turn.duties = observers.duties
    if liveBranches > 0 { turn.duties.insert(.scopes) }
    if isRecorded { turn.duties.insert(.recording) }
    engine.isObserved = turn.duties.contains(.events)
  }

  /// Tells those who wait that a turn has reduced an action.
  final func publish() {
    turn.phase = .publishing
    // They are taken out while they are told: their predicates are code of the user's.
    let (signals, waiters) = observers.takeThoseWhoWait()
    for signal in signals { signal.fire() }
    for waiter in waiters where !waiter.check() { observers.add(waiter) }
    updateDuties()
  }

  /// Has scoped stores notice whether their state has gone.
  final func reconcileScopedStores() {
    for check in observers.liveChecks() { check.checkLiveness() }
    updateDuties()
  }

  /// The work that runs or is about to, oldest first.
  final var snapshots: [EffectSnapshot] {
    assertBetweenChanges()
    return engine.snapshots
  }

  final var statistics: StoreStatistics {
    assertBetweenChanges()
    return StoreStatistics(
      droppedActions: engine.droppedActions + refusedActions,
      inboxOverflows: mail.withLock { $0.overflowCount },
      runningEffects: engine.workCount,
      turns: turn.version
    )
  }
}
