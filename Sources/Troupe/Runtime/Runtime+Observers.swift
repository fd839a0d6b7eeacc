/// The notification of observers. All members belong to the store's executor.
extension Runtime {
  /// Changes the observers and updates a turn's duties.
  ///
  /// Release user values only after the change. Their `deinit` may send an action with `assumeIsolated`,
  /// which runs a turn and notifies the observers. Observers that may have such values are therefore returned
  /// when they are removed.
  func changeObservers<Result>(_ change: (ObserverSet) -> Result) -> Result {
    assertBetweenChanges()
    defer { updateDuties() }
    return change(madeObservers)
  }

  /// Whether a task is waiting until no effect is running.
  var awaitsIdleness: Bool { observers?.awaitsIdleness ?? false }

  /// Whether events have consumers. Instruments are notified of actions separately, where the actions are
  /// reduced.
  var hasSinks: Bool { observers?.hasSinks == true }

  /// Notifies the listeners of events.
  func tell(_ event: StoreEvent.Kind) {
    // A store with listeners is always traced.
    guard let tracer else { return }
    tracer.tell(event)
    if hasSinks {
      observers?.tell(tracer.event(event, showsPayloads: showsPayloads), isHeld: saveQueue != nil)
    }
  }

  /// Notifies the listeners that an effect's action was dropped.
  ///
  /// - Parameters:
  ///   - action: The value that listeners may keep for the action.
  ///   - traced: The cause of the action, if the store is traced.
  func tellDropped(_ action: any Sendable, _ traced: TracedCause?) {
    tell(.actionDropped(ActionValue(action, showsPayloads: showsPayloads, of: traced)))
  }

  /// Notifies the feeds of the end of a turn, in a store that isn't saved. This method isn't inlined, because
  /// most stores have no feeds.
  @inline(never)
  func tellFeeds() {
    observers?.feeds.forEach { $0.turnEnded(0, saved: 0) }
  }

  /// Notifies the waiters that a turn has reduced an action.
  func publish() {
    beginPublishing()
    sharing?.beginPublishing()
    // The waiters are removed during their notification, because their predicates are user code.
    guard let observers else { return }
    var (signals, waiters) = observers.takeThoseWhoWait()
    signals.forEach { fireWhenSaved($0) }
    let turn = newestTurn
    waiters.removeAll { $0.check(turn) }
    observers.putBack(waiters)
    updateDuties()
  }

  /// Notifies the waiters for an idle store, if the store is idle. Each waiter then checks whether the store
  /// is still idle.
  func tellIdleness() {
    if hasOnlyDeclared { observers?.tellIdle(hasDeclared: !isIdle) }
  }

  /// Snapshots of running and registered work, oldest first.
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
      saving: saveQueue?.keyText == nil ? nil : saveQueue?.statistics
    )
  }
}
