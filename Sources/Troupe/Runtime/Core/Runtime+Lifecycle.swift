extension Runtime {
  /// Why the store takes no more actions, once it doesn't: it has closed itself, or somebody shut it down.
  var reasonOfEnd: StoreError { (saveQueue?.endOfWaits as? any SavingFailure)?.closed ?? .shutDown }

  /// Stops taking actions from outside. Actions that were already enqueued are still reduced.
  func drain() {
    guard turn.lifecycle == .open else { return }
    mailbox.close(because: reasonOfEnd.code)
    enter {
      turn.drain()
      beginShutdown()
    }
  }

  /// Cancels the effects that end as soon as the store is shut down, and begins no more of them.
  private func beginShutdown() {
    let hasDeclared = closeSubscriptions()
    runTurn {
      cancelAtOnce()
      if hasDeclared { stopDeclaring() }
    }
  }

  /// Ends the store if nothing runs or waits in it, no message has come, and everything is saved. Returns
  /// whether it did.
  ///
  /// - Parameter sparingDeclared: Whether effects that the state declares count as work.
  func closeIfAtRest(sparingDeclared: Bool) -> Bool {
    guard turn.lifecycle == .open, turn.phase == .idle,
      sparingDeclared ? isIdle : hasOnlyDeclared, !turn.duties.contains(.waiters),
      requests.isEmpty
    else { return false }
    saveQueue?.saveTransientChanges()
    guard saveQueue?.isEverythingSaved != false, mailbox.closeIfEmpty() else { return false }
    turn.drain()
    beginShutdown()
    cancelEverything()
    close()
    return true
  }

  /// Cancels all effects and refuses new ones. The first call notes the effects that had to be cancelled.
  func cancelEverything() {
    if shutdownRecord == nil {
      let before = Set(cancelledAtOnce.map(\.id))
      let cancelled = snapshots.filter { !before.contains($0.id) }
      endBegan(ShutdownRecord(cancelled: cancelled, forgottenCount: engine.waitingCount))
    }
    runTurn { engine.close() }
  }

  /// Cancels all effects.
  func cancelEffects() {
    enter { runTurn { engine.cancelAll(in: .root) } }
  }

  /// Ends all streams and waits, including waits for effects that are left behind.
  ///
  /// - Returns: The effects that had to be cancelled and those that are left behind. Every call returns the
  ///   same report.
  @discardableResult
  func close() -> ShutdownReport {
    if let report = shutdownRecord?.report { return report }
    let report = ShutdownReport(
      cancelledAtOnce: cancelledAtOnce,
      skippedCount: engine.skippedCount,
      cancelled: shutdownRecord?.cancelled ?? [],
      stillRunning: snapshots,
      forgottenCount: shutdownRecord?.forgottenCount ?? 0,
      unsavedTurnCount: Int(saveQueue?.unsavedCount ?? 0)
    )
    shutdownRecord?.end(report)
    turn.close()
    for cascade in handles.all { cascade.end() }
    _ = changeObservers { $0.end(saveQueue?.failure) }
    requests.fail(reasonOfEnd.afterReducing())
    if saveQueue?.isEverythingSaved == false { saveQueue?.endWaits(StoreError.shutDown) }
    return report
  }
}
