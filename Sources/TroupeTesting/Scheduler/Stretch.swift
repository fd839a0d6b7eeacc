import Synchronization
import Troupe

/// Runs jobs, and counts the jobs since the last idle moment, to detect an endless loop.
struct Stretch {
  enum Step {
    /// A job has run, or a task that waited for the scheduler to be idle was woken.
    case ran
    /// No job is runnable, and no task is waiting for the scheduler to be idle.
    case idle
    /// The step limit was reached. An issue was reported, and the tasks that waited for the scheduler to be
    /// idle were resumed.
    case endless
  }

  /// The number of jobs before the limit whose enqueuers are recorded. After an endless loop, this number is
  /// also the limit of each stretch.
  private static let watched = 1_000

  let scheduler: Scheduler
  /// The location of the issue about an endless loop.
  let location: CallSite
  private var steps = 0
  private var limit = Int.max
  private var isWatching = false

  init(_ scheduler: Scheduler, at location: CallSite) {
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

  /// Starts or stops recording the enqueuers of jobs.
  private mutating func watch(_ isWatching: Bool) {
    guard isWatching != self.isWatching else { return }
    self.isWatching = isWatching
    if isWatching { scheduler.state.withLock { $0.enqueuers = [:] } }
    scheduler.isWatching.store(isWatching, ordering: .relaxed)
  }
}

extension Scheduler {
  /// Reports an endless loop and resumes the tasks that are waiting for the scheduler to be idle.
  fileprivate func giveUp(after steps: Int, at location: CallSite) {
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
      \(steps) jobs have run in a row, and others are still runnable. This sequence most likely never ends, so the test \
      continues without the remaining jobs.

      \(list.isEmpty ? "None of the tasks has a name." : "These tasks enqueued the last jobs:\n\n\(list)")

      Most likely a loop never suspends, or never checks `Task.isCancelled`, or effects \
      and actions cause each other forever. If the work does end, raise the scheduler's `stepLimit`.
      """
  }
}
