import Foundation
import Synchronization
import Troupe

/// A thread that notices when a job of a scheduler keeps its thread, so that nobody else could say so.
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

  /// Watches a scheduler, for as long as it is there.
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

/// The job that ran at the last check.
struct WatchedJob {
  var number = 0
  /// How often it has been seen.
  var sightings = 0
}

extension Scheduler {
  /// Reports the job that runs, once, when it has been running for longer than ``blockLimit``.
  ///
  /// The watchdog calls it at each interval. It counts sightings and not time, because a program that is
  /// stopped in a debugger isn't blocked.
  func lookForBlockedJob() {
    let number = running.load(ordering: .relaxed)
    let limit = max(2, Int(min(blockLimit / Watchdog.interval, 1e9).rounded(.up)) + 1)
    let isBlocked = watchedJob.withLock { watched in
      guard number != 0, watched.number == number else {
        watched = WatchedJob(number: number, sightings: 1)
        return false
      }
      watched.sightings += 1
      return watched.sightings == limit
    }
    if isBlocked { reportBlockedJob() }
  }

  private func reportBlockedJob() {
    let (name, location) = state.withLock { ($0.nameOfRunningTask, $0.location) }
    let issue = Issue(message: Self.blockedMessage(name?(), blockLimit), location: location)
    // The test may never reach the end, where the issue would be reported.
    writeToStandardError("issue: \(issue)\n")
    for reporter in reporters { reporter.report(issue) }
  }

  private static func blockedMessage(_ name: String?, _ limit: Duration) -> String {
    """
    A job has kept the scheduler's thread for more than \(limit), and nothing else can run: \
    \(name ?? "a task without a name").

    It most likely blocks the thread, with a semaphore, a lock or a call that waits, for something that has to run on \
    the scheduler as well, and so never comes. Await it instead. As long as the thread is blocked, the test can't be \
    ended. If the job computes for that long, raise the `blockLimit` of the scheduler.
    """
  }
}
