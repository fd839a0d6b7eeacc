/// Turns of a store that read shared values.
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
    let released = sharing.end()
    // What was read between turns is forgotten after the next turn, which must not be of the simplest kind.
    if !sharing.hasObserved { turn.releasedSharedValues() }
    _ = consume released
  }

  /// Ends the store's subscriptions to shared values. Call it last, like ``endSharing()``.
  func closeSharing() {
    let released = sharing?.close()
    turn.releasedSharedValues()
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
      turn.sharedValueChanged()
      let released = sharing.release()
      turn.releasedSharedValues()
      _ = consume released
      return
    }
    runTurn {
      if mustEvaluate { sharing.beginEvaluatingAll() }
      core.reevaluate()
      sharing.endEvaluatingAll()
    }
  }
}
