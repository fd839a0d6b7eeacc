import Troupe

/// Limits the concurrent work of the stores. A caller that asks a store for more than it can do waits for a
/// moment, and is then rejected. Callers of other stores don't notice.
struct Admission: Sendable {
  /// Where stores are opened, and where answers are made from copies of their states.
  let executor: TaskLane
  /// The changes that wait for their store's turn. They wait for the save elsewhere, all together.
  let changes: Gate
  /// The reads of a store, from the copy of its state to the answer. Each may keep a copy in memory.
  let reads: Gate
  /// The answers that are being made from copies, and a few that are next. All others can still be rejected.
  let answers: Gate
  /// The stores that are being opened. Their saved states may be large.
  let openings: Gate

  init(_ limits: Limits, on threads: StoreThreads, clock: any Clock<Duration> = ContinuousClock()) {
    executor = TaskLane(on: threads)
    let (waiting, patience) = (limits.waitingPerWarehouse, limits.waitingTime)
    let gate = { (ofKey: Int, ofAll: Int) in
      Gate(Gate.Widths(ofKey: ofKey, ofAll: ofAll, waitingForKey: waiting), patience: patience, clock: clock)
    }
    changes = gate(64, .max)
    reads = gate(16, .max)
    answers = gate(.max, 2 * executor.width)
    openings = gate(1, 8)
  }
}
