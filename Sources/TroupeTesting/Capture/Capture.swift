import Foundation
import Synchronization
import Troupe
import TroupeTestingHooks

/// Decides which jobs of the process run on a scheduler, though they say nothing of one.
///
/// A task belongs to the scheduler that runs the code that makes it. All jobs of such a task run on this
/// scheduler, regardless of the code that enqueues them. An actor's job that belongs to no task runs on the
/// scheduler of the code that enqueues it. The platform runs everything else.
enum Capture {
  /// Whether tasks are captured in this process.
  ///
  /// The hooks are set when this is first asked for. They need a concurrency runtime that has them, and
  /// `TROUPE_CAPTURE=0` turns them off.
  static let isOn = ProcessInfo.processInfo.environment["TROUPE_CAPTURE"] != "0" && install()

  private static let isInstalled = Atomic(false)

  private static func install() -> Bool {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      let main = CapturedMainExecutor.shared.asUnownedSerialExecutor()
      guard MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<TroupeExecutor>.size else {
        return false
      }
      var hooks = TroupeHooks(
        take: { Capture.take(job(at: $0)) },
        takeAfter: { Capture.take(job(at: $1), after: .nanoseconds(Int64(clamping: $0))) },
        takeAt: { seconds, nanoseconds, isContinuous, pointer in
          let now = Duration.nanoseconds(Capture.now(isContinuous: isContinuous))
          return Capture.take(job(at: pointer), after: .seconds(seconds) + .nanoseconds(nanoseconds) - now)
        },
        created: { Capture.recordCreated(TaskID(of: job(at: $0))) },
        mainExecutor: unsafeBitCast(main, to: TroupeExecutor.self)
      )
      guard troupe_install_hooks(&hooks) else { return false }
      CapturingDefaultExecutor.install()
      MachineTime.install { Capture.owner() != nil }
      isInstalled.store(true, ordering: .releasing)
      return true
    #else
      return false
    #endif
  }

  // MARK: Whose code runs

  /// The scheduler that the current code belongs to; nil for none.
  static func owner() -> Scheduler? {
    guard isInstalled.load(ordering: .relaxed) else { return nil }
    let here = troupe_running_job().pointee
    guard !here.isOutside else { return nil }
    let task = troupe_current_task().map { TaskID(of: job(at: $0)) }
    guard let scheduler = here.scheduler.map(scheduler(at:)) else {
      // A thread of the platform that runs an actor on which a captured task waits.
      return task.flatMap(CapturedTasks.shared.scheduler(of:))
    }
    guard let task, task.number != here.task else { return scheduler }
    // An actor that a job of the scheduler runs may have a job of any other task.
    return CapturedTasks.shared.scheduler(of: task)
  }

  /// Runs code that belongs to no scheduler: its time is real, and what it starts runs on the platform.
  static func outside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let here = troupe_running_job()
    let wasOutside = here.pointee.isOutside
    here.pointee.isOutside = true
    defer { here.pointee.isOutside = wasOutside }
    return try body()
  }

  /// Whether a job of a scheduler is running on this thread, so that the thread has its turn.
  static func isRunning(_ scheduler: Scheduler) -> Bool {
    var job: UnsafePointer<TroupeRunningJob>? = UnsafePointer(troupe_running_job())
    while let running = job {
      if running.pointee.scheduler == UnsafeRawPointer(pointer(to: scheduler)) { return true }
      job = running.pointee.outer
    }
    return false
  }

  // MARK: Jobs

  /// Takes a job that has no executor to its scheduler. Returns false if it belongs to none.
  static func take(_ job: UnownedJob) -> Bool {
    let task = TaskID(of: job)
    guard let scheduler = scheduler(of: task) else { return false }
    scheduler.add(job, .captured)
    return true
  }

  /// Takes a job that ends a sleep to the scheduler of the task that sleeps.
  static func take(_ job: UnownedJob, after delay: Duration) -> Bool {
    guard let scheduler = owner() else { return false }
    scheduler.sleep(job, for: delay)
    return true
  }

  /// Takes a job of the main actor to its scheduler. Returns false if it belongs to none.
  static func takeForMain(_ job: UnownedJob) -> Bool {
    let task = TaskID(of: job)
    guard let scheduler = scheduler(of: task) else { return false }
    scheduler.add(job, .main)
    return true
  }

  private static func scheduler(of task: TaskID) -> Scheduler? {
    guard !troupe_running_job().pointee.isOutside else { return nil }
    if task == .none { return owner() }
    if let scheduler = CapturedTasks.shared.scheduler(of: task) { return scheduler }
    // What isn't being made belongs to others, and something resumes it.
    guard troupe_is_making_task(), let owner = owner() else { return nil }
    CapturedTasks.shared.add(task, to: owner)
    return owner
  }

  /// Notes a task that was made, and needn't have a job yet.
  private static func recordCreated(_ task: TaskID) {
    guard let owner = owner() else { return }
    CapturedTasks.shared.add(task, to: owner)
    if owner.isTraced { owner.state.withLock { $0.trace.recordCreation(of: task) } }
  }

  // MARK: Pointers

  static func pointer(to scheduler: Scheduler) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(scheduler).toOpaque()
  }

  /// A scheduler is there as long as it runs a job.
  private static func scheduler(at pointer: UnsafeRawPointer) -> Scheduler {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  private static func now(isContinuous: Bool) -> Int64 {
    let here = troupe_running_job().pointee
    guard here.scheduler != nil else { return troupe_real_time(isContinuous) }
    return isContinuous ? here.continuousTime : here.suspendingTime
  }
}

/// A job is a pointer to an object of the concurrency runtime.
private func job(at pointer: UnsafeMutableRawPointer) -> UnownedJob {
  unsafeBitCast(pointer, to: UnownedJob.self)
}
