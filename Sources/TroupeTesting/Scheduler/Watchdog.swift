import Foundation
import Synchronization
import Troupe

/// A thread that detects a scheduler's job that blocks the scheduler's thread. A separate thread is needed,
/// because no code can run on the blocked thread.
final class Watchdog: Sendable {
  private struct WeakScheduler {
    weak var scheduler: Scheduler?
  }

  private struct State {
    var schedulers: [WeakScheduler] = []
    var limit = 16
    var isRunning = false
  }

  static let shared = Watchdog()
  /// The interval between two checks.
  static let interval = Duration.milliseconds(250)

  private let state = Locked(State())

  /// All schedulers that currently exist.
  var schedulers: [Scheduler] { state.withLock { $0.schedulers.compactMap(\.scheduler) } }

  /// Starts to watch a scheduler. The scheduler is watched as long as it exists.
  func watch(_ scheduler: Scheduler) {
    let mustStart = state.withLock { state in
      state.schedulers.append(WeakScheduler(scheduler: scheduler))
      if state.schedulers.count >= state.limit {
        state.schedulers.removeAll { $0.scheduler == nil }
        state.limit = max(16, state.schedulers.count * 2)
      }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    Thread.detachNewThread { [self] in
      while true {
        Thread.sleep(forTimeInterval: Self.interval / .seconds(1))
        for watched in state.withLock({ $0.schedulers }) { watched.scheduler?.lookForBlockedJob() }
      }
    }
  }
}

/// The job that was running at the last check.
struct WatchedJob {
  var number = 0
  /// The number of consecutive checks at which the job was running.
  var sightings = 0
}

/// The reducer that runs in a job.
struct Reduction {
  /// The number of the latest reduction; 0 before the first reduction.
  var number = 0
  /// The store and the action; nil if no reducer is running.
  var current: (store: @Sendable () -> String, action: String)?
}

extension WatchedJob {
  /// Counts a check. Returns whether the same job has now been running for as many checks as fit into the
  /// time limit.
  ///
  /// The method counts checks instead of measuring time, because a program that is stopped in a debugger
  /// isn't blocked.
  fileprivate mutating func see(_ number: Int, _ limit: Duration) -> Bool {
    guard number != 0, self.number == number else {
      self = WatchedJob(number: number, sightings: 1)
      return false
    }
    sightings += 1
    return sightings == max(2, Int(min(limit / Watchdog.interval, 1e9).rounded(.up)) + 1)
  }
}

extension Scheduler {
  /// Records a store and an action while the store's reducer runs. A turn doesn't suspend, so only one
  /// reducer runs at a time.
  package func watching<Result>(
    _ store: @escaping @Sendable () -> String,
    _ action: String,
    _ reduce: () -> Result
  ) -> Result {
    let outer = reduction.withLock { reduction in
      defer {
        reduction.number += 1
        reduction.current = (store, action)
      }
      return reduction.current
    }
    defer { reduction.withLock { $0.current = outer } }
    return reduce()
  }

  /// Reports the running job once if it has been running for longer than ``blockLimit``. Reports the running
  /// reducer once after a fifth of that time.
  ///
  /// The watchdog calls this method at each interval.
  func lookForBlockedJob() {
    let limit = blockLimit
    let reduction = reduction.withLock(\.self)
    let number = reduction.current == nil ? 0 : reduction.number
    if watchedReduction.withLock({ $0.see(number, limit / 5) }), let reduction = reduction.current {
      report(Self.blockedMessage(reduction.store(), reduction.action, limit / 5))
    }
    let isBlocked = watchedJob.withLock { $0.see(running.load(ordering: .relaxed), limit) }
    // If a reducer blocks the thread, the reducer has already been reported.
    if isBlocked, number == 0 {
      let name = state.withLock { $0.name(of: runningTask) }
      report(Self.blockedMessage(name?(), limit))
    }
  }

  private func report(_ message: String) {
    let issue = ReportedIssue(message: message, location: state.withLock { $0.location })
    // The issue is also written to standard error, because issues may be shown only when a test ends, and a
    // blocked test may never end.
    writeToStandardError("issue: \(issue)\n")
    for reporter in reporters { reporter.report(issue) }
  }

  private static func blockedMessage(_ store: String, _ action: String, _ limit: Duration) -> String {
    """
    A reducer has blocked the scheduler's thread for more than \(limit), and no other job can run: \(store) is \
    reducing \(action).

    A reducer must not block or compute for long, because its store can't do anything else in the meantime. Do the work in \
    a `.run` effect, and send its result as an action. If the reducer legitimately takes that long, raise the scheduler's `blockLimit`: \
    the limit for a reducer is a fifth of the `blockLimit`.
    """
  }

  private static func blockedMessage(_ name: String?, _ limit: Duration) -> String {
    """
    A job has blocked the scheduler's thread for more than \(limit), and no other job can run: \
    \(name ?? "a task without a name").

    The job is most likely waiting, with a semaphore, a lock or another blocking call, for work that also has to run on \
    the scheduler, which is a deadlock. Await the work instead. While the thread is blocked, the test can't be \
    ended. If the job computes for that long, raise the scheduler's `blockLimit`.
    """
  }
}
