import Synchronization
import Troupe

/// Runs jobs, and counts those that run without a moment in which none is runnable: there may be no end of
/// them.
struct Stretch {
  enum Step {
    /// A job has run, or one who waited for quiet was woken.
    case ran
    /// There is nothing to do.
    case idle
    /// The limit of steps was reached: it was reported, and whoever waited for quiet was resumed.
    case endless
  }

  /// For how many jobs before the limit it is watched who enqueues them. Once there was no end, a stretch is
  /// as long.
  private static let watched = 1_000

  let scheduler: Scheduler
  /// Where it is reported that there is no end.
  let location: SourceLocation
  private var steps = 0
  private var limit = Int.max
  private var isWatching = false

  init(_ scheduler: Scheduler, at location: SourceLocation) {
    self.scheduler = scheduler
    self.location = location
    scheduler.state.withLock { $0.location = location }
  }

  /// Runs the next job.
  mutating func next() -> Step {
    if steps == 0 { begin() }
    if steps >= limit - Self.watched, !isWatching { watch(true) }
    guard scheduler.runNext() else {
      steps = 0
      watch(false)
      return scheduler.wakeNext() ? .ran : .idle
    }
    steps += 1
    guard steps >= limit else { return .ran }
    watch(false)
    scheduler.giveUp(after: steps, at: location)
    steps = 0
    return .endless
  }

  private mutating func begin() {
    limit = scheduler.state.withLock { $0.hasGivenUp ? min($0.stepLimit, Self.watched) : $0.stepLimit }
  }

  /// Begins or ends to watch who enqueues jobs.
  private mutating func watch(_ isWatching: Bool) {
    guard isWatching != self.isWatching else { return }
    self.isWatching = isWatching
    if isWatching { scheduler.state.withLock { $0.enqueuers = [:] } }
    scheduler.isWatching.store(isWatching, ordering: .relaxed)
  }
}

extension Scheduler {
  /// Goes on without what never ends.
  fileprivate func giveUp(after steps: Int, at location: SourceLocation) {
    let (isKnown, enqueuers, settling) = state.withLock { state in
      defer {
        state.hasGivenUp = true
        state.enqueuers = [:]
        state.settling = []
      }
      return (state.hasGivenUp, state.enqueuers, state.settling)
    }
    if !isKnown { TestIssueReporter.report(Self.endlessMessage(after: steps, enqueuers), at: location) }
    for continuation in settling { continuation.resume() }
  }

  private static func endlessMessage(after steps: Int, _ enqueuers: [String: Int]) -> String {
    let most = enqueuers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
    let list = most.map { "- \($0.key)" }.joined(separator: "\n")
    return """
      \(steps) jobs have run in a row, and still others are runnable. This most likely never ends, so the test goes \
      on without it.

      \(list.isEmpty ? "None of the tasks has a name." : "These went on to the last:\n\n\(list)")

      Most likely a loop never waits for a clock or for anything else, doesn't look at `Task.isCancelled`, or effects \
      and actions cause each other for ever. If it does end, raise the `stepLimit` of the scheduler.
      """
  }
}
