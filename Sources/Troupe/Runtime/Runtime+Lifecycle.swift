/// The end of a store: draining, cancelling and closing. All members belong to the store's executor.
extension Runtime {
  /// The reason why the store accepts no more actions: it was shut down, or it has closed itself because its
  /// turns can no longer be saved.
  var reasonOfEnd: StoreError { (saveQueue?.endOfWaits as? any SavingFailure)?.closed ?? .shutDown }

  /// Rejects actions from outside from now on. Actions that are already enqueued are still reduced.
  func drain() {
    guard turn.lifecycle == .open else { return }
    mailbox.close(because: reasonOfEnd.code)
    enter {
      beginDraining()
      beginShutdown()
    }
  }

  /// Cancels the effects that end at the beginning of a shutdown, and drops such effects from now on.
  private func beginShutdown() {
    let hasDeclared = closeSubscriptions()
    runTurn {
      cancelAtOnce()
      if hasDeclared {
        stopDeclaring()
        sharing?.stopDeclaring()
      }
    }
  }

  /// Closes the store if no effect is running or waiting, no message is queued, and everything is saved.
  /// Returns whether the store was closed.
  ///
  /// - Parameter sparingDeclared: Whether effects that the state declares keep the store open.
  func closeIfAtRest(sparingDeclared: Bool) -> Bool {
    guard turn.lifecycle == .open, turn.phase == .idle,
      sparingDeclared ? isIdle : hasOnlyDeclared, !turn.duties.contains(.waiters),
      hasNoWaitingRequests
    else { return false }
    saveQueue?.saveTransientChanges()
    guard saveQueue?.isEverythingSaved != false, mailbox.closeIfEmpty() else { return false }
    beginDraining()
    beginShutdown()
    cancelEverything()
    close()
    return true
  }

  /// Cancels all effects and refuses new effects. The first call records the effects that had to be
  /// cancelled.
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

  /// Ends all streams and all waits, including waits for effects that are still running.
  ///
  /// - Returns: The effects that had to be cancelled, and the effects that are still running. Every call
  ///   returns the same report.
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
    endTurns()
    for cascade in handles.all { cascade.end() }
    _ = changeObservers { $0.end(saveQueue?.failure) }
    failRequests(reasonOfEnd.afterReducing())
    if saveQueue?.isEverythingSaved == false { saveQueue?.endWaits(StoreError.shutDown) }
    closeSharing()
    return report
  }
}

/// A record of a store's shutdown, shared by all callers that shut the store down.
final class ShutdownRecord {
  /// The work that had to be cancelled at the deadline, and the number of leaves (work and actions) that
  /// never began.
  let cancelled: [EffectSnapshot]
  let forgottenCount: Int
  /// The report for the callers; nil until the store has ended.
  private(set) var report: ShutdownReport?

  init(cancelled: [EffectSnapshot], forgottenCount: Int) {
    self.cancelled = cancelled
    self.forgottenCount = forgottenCount
  }

  func end(_ report: ShutdownReport) { self.report = report }
}
