/// The rules of work that starts. The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  /// Queues the start of the work that was registered and not cancelled, in order.
  mutating func startPending() {
    while let id = starts.popPending() {
      guard isLive(id), !nodes[id].isStarted, case .job(let job) = nodes[id].kind else { continue }
      nodes.start(id)
      let cascade = nodes[id].origin.cascade
      emit(
        .start(
          Start(
            id: id,
            work: job,
            route: nodes[id].origin.route,
            cascade: cascade,
            isAlone: !nodes[id].hasParent,
            priority: cascades.priority(of: cascade)
          )
        )
      )
      if hasListeners, let snapshot = snapshot(of: id) { tell(.effectStarted(snapshot)) }
    }
  }

  /// Defers the work that was registered in the current turn until the given turn is saved.
  mutating func holdStarts(until turn: UInt64) {
    var isAnyLive = false
    while let id = starts.popPending() {
      guard isLive(id) else { continue }
      starts.hold(id, until: turn)
      isAnyLive = true
    }
    if isAnyLive { emit(.save) }
  }

  /// Queues the start of the deferred work of all turns up to a given turn, in order. Cancelled work is
  /// skipped.
  mutating func startHeld(upTo turn: UInt64) {
    starts.release(upTo: turn)
    startPending()
  }
}
