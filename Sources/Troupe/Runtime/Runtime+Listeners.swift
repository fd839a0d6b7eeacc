extension Runtime {
  /// Changes the listeners and waiters, and updates the duties of a turn.
  ///
  /// Let go of the user's values after the change: their `deinit` may send by force, which runs a turn and
  /// tells the listeners. What could hold such values is therefore returned when it is removed.
  final func changeListeners<Result>(_ change: (inout Listeners) -> Result) -> Result {
    assertBetweenChanges()
    defer { updateDuties() }
    return change(&listeners)
  }

  /// Whether somebody takes events. Instruments are told of actions where these are reduced.
  final var hasSinks: Bool { audience?.listeners.hasSinks == true }

  /// Tells those who listen to events.
  final func tell(_ event: StoreEvent.Kind) {
    // Whoever listens has the store traced.
    guard let tracing else { return }
    tracing.tell(event)
    if hasSinks {
      listeners.tell(tracing.event(event, showsPayloads: showsPayloads), isHeld: saveQueue != nil)
    }
  }

  /// Tells the feeds of a store that isn't saved that a turn is over. Not inlined, as most stores have none.
  @inline(never)
  final func tellFeeds() {
    listeners.feeds.forEach { $0.turnEnded(0, saved: 0) }
  }

  final func updateDuties() {
    var duties = audience?.listeners.duties ?? []
    if tracing?.hasInstruments == true {
      duties.insert(.events)
    } else if duties.contains(.events) {
      if tracing == nil { tracing = makeTracing() }
    } else {
      tracing = nil
    }
    if hasScopedStores { duties.insert(.scopedStores) }
    if activity?.pointee.featureNodes.isEmpty == false { duties.insert(.scopes) }
    if saveQueue != nil { duties.insert(.saving) }
    if case .open = declarations { duties.insert(.declarations) }
    if isRecorded { duties.insert(.recording) }
    turn.setDuties(duties)
    activity?.pointee.engine.hasListeners = duties.contains(.events)
  }

  /// Tells the waiters that a turn has reduced an action.
  final func publish() {
    turn.publish()
    // The waiters are taken out while they are told, because their predicates are the user's code.
    var (signals, waiters) = listeners.takeThoseWhoWait()
    signals.forEach { fireWhenSaved($0) }
    let turn = newestTurn
    waiters.removeAll { $0.check(turn) }
    listeners.putBack(waiters)
    updateDuties()
  }

  /// Tells those who wait until nothing runs, if nothing does. They look themselves whether that is still so.
  final func tellIdleness() {
    if hasOnlyDeclared { listeners.tellIdle(hasDeclared: !isIdle) }
  }

  /// The work that runs or is about to run, oldest first.
  final var snapshots: [EffectSnapshot] {
    assertBetweenChanges()
    return activity?.pointee.engine.snapshots ?? []
  }

  final var statistics: StoreStatistics {
    assertBetweenChanges()
    return StoreStatistics(
      droppedActions: activity.map { $0.pointee.engine.droppedActions + $0.pointee.droppedActions } ?? 0,
      inboxOverflows: mailbox.overflowCount,
      runningEffects: activity?.pointee.engine.workCount ?? 0,
      turns: turn.version,
      saving: saveQueue?.statistics
    )
  }
}
