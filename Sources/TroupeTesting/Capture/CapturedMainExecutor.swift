import Dispatch
import Troupe
import TroupeTestingHooks

/// The main actor's executor for code that runs on a scheduler: it takes the jobs to the scheduler.
///
/// The scheduler has each of them run on the main thread, and waits for it. So code of the main actor that
/// belongs to no scheduler never runs at the same time.
final class CapturedMainExecutor: SerialExecutor {
  static let shared = CapturedMainExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A task that belongs to no scheduler may come here by way of a store on one.
    if !Capture.takeForMain(job) { Capture.outside { MainActor.shared.enqueue(job) } }
  }

  func checkIsolated() { MainThread.check() }
}

/// The thread of the main actor, which need not be the first of the process.
enum MainThread {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static var isCurrent: Bool {
    troupe_is_main_thread() || DispatchQueue.getSpecific(key: key) == true
  }

  /// Runs code on the thread of the main actor, and waits for it.
  static func run(_ body: () -> Void) {
    if isCurrent { body() } else { DispatchQueue.main.sync(execute: body) }
  }

  static func check() { precondition(isCurrent, "This isn't the main actor.") }
}
