/// Turns of a store that read shared values.
///
/// All members belong to the store's executor.
extension Runtime {
  /// Makes the reads of shared values on this thread belong to the store, until ``leaveSharing()`` or
  /// ``endSharing()``. Until there are shared values, it does nothing.
  @inline(__always)
  func enterSharing() {
    if SharingFrame.areInUse { enterSharingInUse() }
  }

  /// Leaves the frame in the middle of a turn.
  @inline(__always)
  func leaveSharing() {
    if SharingFrame.areInUse { leaveSharingInUse() }
  }

  // These aren't inlined, so that the code of a turn stays short.
  @inline(never)
  private func enterSharingInUse() { madeSharing.enter() }

  @inline(never)
  private func leaveSharingInUse() { madeSharing.leave() }

  /// Ends a turn, or a read between turns, of a store that may have read shared values. Call it last: it
  /// releases versions, whose `deinit` may send by force.
  @inline(never)
  func endSharing() {
    let sharing = madeSharing
    if sharing.leaveUnused() { return }
    let released = sharing.end()
    // What was read between turns is forgotten after the next turn, which must not be of the simplest kind.
    if !sharing.hasObserved { recordSharedRelease() }
    _ = consume released
  }

  /// Ends the store's subscriptions to shared values. Call it last, like ``endSharing()``.
  func closeSharing() {
    let released = sharing?.close()
    recordSharedRelease()
    _ = consume released
  }

  /// Has a turn, because a shared value has changed that the store has read. Call it between turns.
  ///
  /// If nothing compares what it reads, there is only a new version of the state, for later readers.
  func sharedValuesChanged() {
    guard let sharing, turn.lifecycle != .closed else { return }
    let change = sharing.takeChange()
    if change == .nothing { return }
    let mustEvaluate = change == .declared && subscriptions == .open
    guard mustEvaluate || turn.duties.contains(.waiters) else {
      recordSharedChange()
      let released = sharing.release()
      recordSharedRelease()
      _ = consume released
      return
    }
    runTurn {
      if mustEvaluate { sharing.beginEvaluatingAll() }
      recordReduction()
      core.reconcile()
      _ = takeMomentOfSubscriptions()
      sharing.endEvaluatingAll()
    }
  }
}

extension Runtime: SharingStore {
  var isPublishing: Bool { turn.phase == .publishing }
  var stateVersion: UInt64 { turn.version }

  var sharedTurnRequest: @Sendable () -> Void {
    { [weakReference] in weakReference.withRuntime { $0.post(.sharedValuesChanged) } }
  }

  func unsavedVersion(of saves: any SharedSaves) -> (any SharedVersion)? {
    saveQueue?.sharedVersions.version(of: saves)
  }
}

/// Turns that depend on unsaved versions of shared values.
extension Runtime {
  /// Keeps the outputs of the current turn until a version of a shared value is saved. A store without a
  /// storage gets a save queue.
  ///
  /// If the value is locked, call this method nevertheless: it runs no user code.
  func depend(on dependency: SharedDependency) {
    let queue = saveQueue ?? makeSharedSaveQueue()
    queue.depend(on: dependency)
  }

  private func makeSharedSaveQueue() -> SaveQueue {
    let queue = SaveQueue(waitingForSharedValues: { [unowned self] in releaseWithSharedValues() })
    save(with: queue)
    return queue
  }

  /// Starts the saves of the shared values that the newest turn depends on.
  func beginSharedSaves() {
    guard let saveQueue, !saveQueue.isEverythingSaved else { return }
    for dependency in saveQueue.sharedVersions.added(in: saveQueue.newest) {
      dependency.saves.begin(on: effectExecutor)
    }
  }

  /// Releases the outputs of a store without a storage, when the shared values are saved. The task retains
  /// the store until then.
  private func releaseWithSharedValues() {
    let core = core
    Task.detached(executorPreference: effectExecutor) { await core.runtime.waitAndRelease() }
  }

  private func waitAndRelease() async {
    while let (turn, dependencies) = await takeTurns(on: isolation) {
      do {
        try await SharedDependency.wait(for: dependencies)
        await release(upTo: turn, on: isolation)
      } catch {
        return await giveUp(error.loss, on: isolation)
      }
    }
  }

  private func takeTurns(
    on isolation: isolated any Actor
  ) -> (newest: UInt64, dependencies: [SharedDependency])? { takeTurns() }

  private func release(upTo turn: UInt64, on isolation: isolated any Actor) {
    reportingForSaves { release(upTo: turn) }
  }

  private func giveUp(_ loss: any SharedVersionLoss, on isolation: isolated any Actor) {
    giveUpSaving(loss.error(closing: label, key: nil)) { loss.message(closing: label, lostTurns: $0) }
  }
}
