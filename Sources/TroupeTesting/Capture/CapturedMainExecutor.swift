import Dispatch
import Troupe
import TroupeTestingHooks

/// The main actor's executor for code that runs on a scheduler. The executor adds the jobs to the scheduler.
///
/// The scheduler runs each job on the main thread and waits for the job. A job therefore never runs at the
/// same time as other code of the main actor.
final class CapturedMainExecutor: SerialExecutor {
  static let shared = CapturedMainExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A task that belongs to no scheduler can reach this executor through a store on a scheduler.
    if !Capture.takeForMain(job) { Capture.outside { MainActor.shared.enqueue(job) } }
  }

  func checkIsolated() { MainThread.check() }
}

/// The main actor's thread, which needn't be the process's first thread.
enum MainThread {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static var isCurrent: Bool {
    troupe_is_main_thread() || DispatchQueue.getSpecific(key: key) == true
  }

  /// Runs code on the main actor's thread and waits until the code has returned.
  static func run(_ body: () -> Void) {
    if isCurrent { body() } else { DispatchQueue.main.sync(execute: body) }
  }

  static func check() { precondition(isCurrent, "The current job isn't running on the main actor.") }
}
