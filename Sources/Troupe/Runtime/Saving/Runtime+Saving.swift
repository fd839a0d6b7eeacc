/// Holding back what leaves a store whose turns are saved. See ``SaveQueue``.
extension Runtime {
  /// The number of the newest turn that has to be saved; zero for a store that isn't saved.
  var newestTurn: UInt64 { saveQueue?.newest ?? 0 }

  /// The cascade of all actions that caused nothing, whose handle waits for their saves; nil for a store that
  /// isn't saved.
  var cascadeOfNothing: Cascade? { saveQueue?.cascadeOfNothing(in: weakReference) }

  /// Ends the turn of a store that is saved. Not inlined, as other stores don't need it.
  @inline(never)
  func recordTurn() {
    guard let saveQueue else { return }
    saveQueue.turnEnded()
    observers?.turnEnded(saveQueue.newest, saved: saveQueue.saved)
  }

  /// The turn that has to be saved before the work starts that the turn under way begins; nil if nothing has
  /// to be.
  var turnOfStarts: UInt64? {
    guard let saveQueue else { return nil }
    // The claim of the key has saved the state that declares this.
    if saveQueue.isRestoring, saveQueue.isEverythingSaved, turn.actionCount == 0 { return nil }
    return saveQueue.newest + 1
  }

  /// Lets out everything that waits for the turns up to one, in order: first effects start, then waiting
  /// tasks continue.
  func release(upTo turn: UInt64) {
    // What was cancelled until now never starts.
    enter {
      guard let saveQueue, saveQueue.failure == nil else { return }
      let (turnCount, wait) = saveQueue.markSaved(turn)
      tracer?.saved(turnCount, unsaved: saveQueue.unsavedCount, wait: wait)
      inDependencies { runTurn { engine.startHeld(upTo: turn) } }
      saveQueue.wake()
    }
  }

  /// Runs an operation for the turns that aren't saved, and reports its issues where they do.
  func reportingForSaves(_ operation: () -> Void) {
    if let setting = saveQueue?.reporting { IssueReporting.with(setting, operation) } else { operation() }
  }

  /// Closes the store, as its turns can't be saved any more. Nothing that waits leaves it.
  ///
  /// - Returns: How many turns are lost.
  func giveUpSaving(_ error: any Error) -> UInt64 {
    guard let saveQueue, saveQueue.failure == nil else { return 0 }
    saveQueue.fail(error)
    drain()
    cancelEverything()
    close()
    saveQueue.wake()
    return saveQueue.unsavedCount
  }

  /// Fires a signal that announces a state: now, or when the state is saved.
  func fireWhenSaved(_ signal: Signal) {
    guard let saveQueue, saveQueue.outcome(of: saveQueue.newest, telling: signal) == .waiting else {
      return signal.fire()
    }
  }

  /// Waits until a turn is saved. Returns whether it is; it isn't if the store gave up, or if the task was
  /// cancelled.
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

  /// Waits until all turns that there are by now are saved. Returns why they aren't; nil if they are, or if
  /// the store isn't saved.
  func failureOfSaving() async -> (any Error)? { await failureOfSaving(on: isolation) }

  private func failureOfSaving(on isolation: isolated any Actor) async -> (any Error)? {
    guard let saveQueue else { return nil }
    if await waitUntilSaved(saveQueue.newest, on: isolation) { return nil }
    return saveQueue.endOfWaits ?? CancellationError()
  }

  /// Waits until a turn is saved or never will be, whether or not the task is cancelled.
  func waitForOutcome(of turn: UInt64, on isolation: isolated any Actor) async {
    guard let saveQueue, saveQueue.outcome(of: turn) == .waiting else { return }
    await withUnsafeContinuation { saveQueue.resume($0, after: turn) }
  }
}
