/// Methods that defer a store's outputs until the store's turns are saved. See ``SaveQueue``.
///
/// All members belong to the store's executor, to which the asynchronous methods switch.
extension Runtime {
  /// The number of the newest turn that has to be saved; zero if the store isn't saved.
  var newestTurn: UInt64 { saveQueue?.newest ?? 0 }

  /// The cascade of all actions without effects. Its handle waits until the actions are saved. The value is
  /// nil if the store isn't saved.
  var cascadeOfNothing: Cascade? { saveQueue == nil ? nil : savedCascadeOfNothing }

  /// Ends a turn in a saved store. This method isn't inlined, because other stores don't need it.
  @inline(never)
  func recordTurn() {
    guard let saveQueue else { return }
    saveQueue.turnEnded()
    beginSharedSaves()
    observers?.turnEnded(saveQueue.newest, saved: saveQueue.saved)
  }

  /// The turn that has to be saved before the work of the current turn starts; nil if no save is needed.
  var turnOfStarts: UInt64? {
    guard let saveQueue else { return nil }
    // The save that claimed the key contains the state that declares a restored store's effects.
    if saveQueue.startsAtOnce, !saveQueue.isRestoring || turn.actionCount == 0 { return nil }
    return saveQueue.newest + 1
  }

  /// Releases everything that is waiting for the given turn or an earlier turn. Effects start first, and then
  /// waiting tasks resume.
  func release(upTo turn: UInt64) {
    let released = saveQueue?.forgetSharedVersions(upTo: turn)
    defer { withExtendedLifetime(released) {} }
    // Entering the store processes earlier cancellations, so that cancelled work never starts.
    enter {
      guard let saveQueue, saveQueue.failure == nil else { return }
      let (turnCount, wait) = saveQueue.markSaved(turn)
      tracer?.saved(turnCount, unsaved: saveQueue.unsavedCount, wait: wait)
      inDependencies { runTurn { engine.startHeld(upTo: turn) } }
      saveQueue.wake()
    }
  }

  /// Takes the unsaved turns for a save. Returns the number of the newest of these turns, and the unsaved
  /// versions of shared values on which the turns depend. Returns nil if nothing has to be saved.
  func takeTurns() -> (newest: UInt64, dependencies: [SharedDependency])? {
    reportingForSaves {
      enter {
        guard let saveQueue, let turn = saveQueue.takeTurns() else { return nil }
        return (turn, saveQueue.sharedVersions.all(upTo: turn))
      }
    }
  }

  /// Runs an operation for the unsaved turns, and reports its issues where these turns report issues.
  func reportingForSaves<Result>(_ operation: () -> Result) -> Result {
    guard let setting = saveQueue?.reporting else { return operation() }
    return IssueReporting.with(setting, operation)
  }

  /// Closes the store, because its turns can no longer be saved, and reports an issue. Outputs that are
  /// waiting for a save are discarded.
  ///
  /// - Parameter message: Returns the text of the issue, given the number of lost turns.
  func giveUpSaving(_ error: any Error, _ message: (_ lostTurns: UInt64) -> String) {
    // The actions that are still reduced report issues where the unsaved turns do, too.
    reportingForSaves {
      let lost = closeWithUnsavedTurns(error)
      reportOperationalIssue(message(lost), at: location)
    }
  }

  /// Closes the store with its unsaved turns. Returns the number of lost turns.
  func closeWithUnsavedTurns(_ error: any Error) -> UInt64 {
    guard let saveQueue, saveQueue.failure == nil else { return 0 }
    saveQueue.fail(error)
    drain()
    cancelEverything()
    close()
    saveQueue.wake()
    return saveQueue.unsavedCount
  }

  /// Fires a signal that announces a state: immediately, or when the state is saved.
  func fireWhenSaved(_ signal: Signal) {
    guard let saveQueue, saveQueue.outcome(of: saveQueue.newest, telling: signal) == .waiting else {
      return signal.fire()
    }
  }

  /// Waits until a turn is saved. Returns true if the turn was saved, and false if the store gave up saving
  /// or the task was cancelled.
  func waitUntilSaved(_ turn: UInt64, on isolation: isolated any Actor) async -> Bool {
    guard let saveQueue else { return true }
    let signal = Signal()
    while true {
      switch saveQueue.outcome(of: turn, telling: signal) {
      case .saved: return true
      case .failed: return false
      case .waiting: await signal.wait()
      }
      if Task.isCancelled { return saveQueue.outcome(of: turn) == .saved }
    }
  }

  /// Waits until all current turns are saved. Returns the reason why these turns weren't saved; nil if all of
  /// them were saved, or if the store isn't saved.
  func failureOfSaving() async -> (any Error)? { await failureOfSaving(on: isolation) }

  private func failureOfSaving(on isolation: isolated any Actor) async -> (any Error)? {
    guard let saveQueue else { return nil }
    if await waitUntilSaved(saveQueue.newest, on: isolation) { return nil }
    return saveQueue.endOfWaits ?? CancellationError()
  }

  /// Waits until a turn is saved or can no longer be saved. The wait ignores the task's cancellation.
  func waitForOutcome(of turn: UInt64, on isolation: isolated any Actor) async {
    guard let saveQueue, saveQueue.outcome(of: turn) == .waiting else { return }
    await withUnsafeContinuation { saveQueue.resume($0, after: turn) }
  }
}
