/// Holding back what leaves a store whose turns are saved. See ``Outputs``.
extension Runtime {
  /// The number of the newest turn that has to be saved; zero for a store that isn't saved.
  final var newestTurn: UInt64 { outputs?.newest ?? 0 }

  /// The cascade of all actions that caused nothing, whose handle waits for their saves; nil for a store that
  /// isn't saved.
  final var cascadeOfNothing: Cascade? {
    guard let outputs else { return nil }
    if let known = outputs.cascadeOfNothing { return known }
    let cascade = Cascade.ofNothing(in: weakly)
    outputs.cascadeOfNothing = cascade
    return cascade
  }

  /// Ends the turn of a store that is saved. Not inlined, as other stores don't need it.
  @inline(never)
  final func noteTurn() {
    guard let outputs else { return }
    outputs.turnEnded()
    audience?.listeners.turnEnded(outputs.newest, saved: outputs.saved)
  }

  /// Registers the start of work: it begins when the turn that is under way is saved.
  @inline(never)
  final func deferStarts() {
    guard let outputs else { return engine.startPending() }
    // The claim of the key has saved the state that declares this.
    if outputs.isRestoring, outputs.isEverythingSaved, turn.actionCount == 0 { return engine.startPending() }
    if engine.deferPending(until: outputs.newest + 1) { outputs.mustSave = true }
  }

  /// Lets out everything that waits for the turns up to one, in order: first effects start, then waiting
  /// tasks continue.
  final func release(upTo turn: UInt64) {
    // What was cancelled until now never starts.
    drainMailbox()
    guard let outputs, outputs.failure == nil else { return }
    let (turnCount, wait) = outputs.markSaved(turn)
    tracing?.saved(turnCount, unsaved: outputs.unsavedCount, wait: wait)
    inDependencies { runTurn { engine.startDeferred(upTo: turn) } }
    outputs.wake()
  }

  /// Runs an operation for the turns that aren't saved, and reports its issues where they do.
  final func reportingForOutputs(_ operation: () -> Void) {
    if let setting = outputs?.reporting { IssueReporting.with(setting, operation) } else { operation() }
  }

  /// Closes the store, as its turns can't be saved any more. Nothing that waits leaves it.
  ///
  /// - Returns: How many turns are lost.
  final func giveUpSaving(_ error: any Error) -> UInt64 {
    guard let outputs, outputs.failure == nil else { return 0 }
    outputs.fail(error)
    drain()
    cancelEverything()
    close()
    outputs.wake()
    return outputs.unsavedCount
  }

  /// Fires a signal that announces a state: now, or when the state is saved.
  final func announce(_ signal: Signal) {
    guard let outputs, outputs.outcome(of: outputs.newest, telling: signal) == .waiting else {
      return signal.fire()
    }
  }

  /// Waits until a turn is saved. Returns whether it is; it isn't if the store gave up, or if the task was
  /// cancelled.
  final func waitUntilSaved(_ turn: UInt64, on home: isolated any Actor) async -> Bool {
    guard let outputs else { return true }
    let signal = Signal()
    while true {
      switch outputs.outcome(of: turn, telling: signal) {
      case .saved: return true
      case .failed: return false
      case .waiting: await signal.wait()
      }
      if Task.isCancelled { return outputs.outcome(of: turn) == .saved }
    }
  }

  /// Waits until all turns that there are by now are saved. Returns why they aren't; nil if they are, or if
  /// the store isn't saved.
  final func failureOfSaving() async -> (any Error)? { await failureOfSaving(on: home) }

  private func failureOfSaving(on home: isolated any Actor) async -> (any Error)? {
    guard let outputs else { return nil }
    if await waitUntilSaved(outputs.newest, on: home) { return nil }
    return outputs.endOfWaits ?? CancellationError()
  }

  /// Waits until a turn is saved or never will be, whether or not the task is cancelled.
  final func waitForOutcome(of turn: UInt64, on home: isolated any Actor) async {
    guard let outputs, outputs.outcome(of: turn) == .waiting else { return }
    await withUnsafeContinuation { outputs.resume($0, after: turn) }
  }
}
