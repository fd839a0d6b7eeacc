extension Runtime {
  /// Changes who listens or waits, and what a turn has to do for them.
  final func changeListeners<Result>(_ change: (inout Listeners) -> Result) -> Result {
    assertBetweenChanges()
    defer { updateDuties() }
    return change(&listeners)
  }

  final func updateDuties() {
    turn.duties = listeners.duties
    if hasScopedStores { turn.duties.insert(.scopedStores) }
    if !featureNodes.isEmpty { turn.duties.insert(.scopes) }
    if isRecorded { turn.duties.insert(.recording) }
    engine.hasListeners = turn.duties.contains(.events)
  }

  /// Tells those who wait that a turn has reduced an action.
  final func publish() {
    turn.phase = .publishing
    // They are taken out while they are told: their predicates are code of the user's.
    var (signals, waiters) = listeners.takeThoseWhoWait()
    signals.forEach { $0.fire() }
    waiters.removeAll { $0.check() }
    listeners.putBack(waiters)
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
      droppedActions: engine.droppedActions + droppedActions,
      inboxOverflows: mail.withLock { $0.overflowCount },
      runningEffects: engine.workCount,
      turns: turn.version
    )
  }
}
