import Troupe

/// How much the stores are asked at a time. Who asks a store for more than it can do waits for a moment, and
/// is refused then. Those who ask other stores don't notice.
struct Admission: Sendable {
  /// Where stores are opened, and where answers are made of copies of their states.
  let executor: TaskLane
  /// The changes that wait for the turn of their store. They wait for the save elsewhere, all together.
  let changes: Gate
  /// The reads of a store, from the copy of its state to the answer. Each may keep a copy in memory.
  let reads: Gate
  /// The answers that are made of copies, and a few that are next. All others can still be refused.
  let answers: Gate
  /// The stores that are being opened. What they were saved as may be large.
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
