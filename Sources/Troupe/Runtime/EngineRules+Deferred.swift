/// Work whose start waits until the turn that caused it is saved. It is in the tables like all work that is
/// about to begin: cancelling it means that it never does.
extension EngineRules {
  /// Holds back the work that was registered in the turn, until a turn is saved. Returns whether there is
  /// any.
  mutating func deferPending(until turn: UInt64) -> Bool {
    guard !pendingStarts.isEmpty else { return false }
    var isAnyLive = false
    for id in pendingStarts where isLive(id) {
      deferredStarts.append((turn, id))
      isAnyLive = true
    }
    pendingStarts.removeAll(keepingCapacity: pendingStarts.count <= 64)
    return isAnyLive
  }

  /// Queues the start of the work that waits for the turns up to one and wasn't cancelled, in order.
  mutating func startDeferred(upTo turn: UInt64) {
    while let next = deferredStarts.first, next.turn <= turn {
      pendingStarts.append(next.id)
      _ = deferredStarts.popFirst()
    }
    startPending()
  }
}
