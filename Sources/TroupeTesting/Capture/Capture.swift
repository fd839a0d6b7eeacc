import Foundation
import Synchronization
import Troupe
import TroupeTestingHooks

/// Decides which of the process's jobs run on a scheduler without naming a scheduler as their executor.
///
/// If code on a scheduler creates a task, the task belongs to that scheduler. All jobs of the task run on
/// this scheduler, regardless of the code that enqueues them. An actor's job without a task runs on the
/// scheduler of the code that enqueues the job. The platform runs all other jobs.
enum Capture {
  /// Whether tasks are captured in this process.
  ///
  /// The hooks are installed when this property is first read. The hooks need a concurrency runtime that
  /// supports hooks, and `TROUPE_CAPTURE=0` turns the hooks off.
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
        created: { Capture.recordCreated(job(at: $0)) },
        createdTest: { ScheduledTestRun.at($0).add($1, startingWith: $2.map(job(at:))) },
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

  /// Returns the scheduler to which the current code belongs; nil if the code belongs to no scheduler.
  static func owner() -> Scheduler? {
    guard isInstalled.load(ordering: .relaxed) else { return nil }
    let here = troupe_running_job().pointee
    guard !here.isOutside else { return nil }
    let task = troupe_current_task().map { TaskID(of: job(at: $0)) }
    guard let scheduler = here.scheduler.map(scheduler(at:)) else {
      // The current thread may be a platform thread that runs an actor for which a captured task is waiting.
      return task.flatMap(CapturedTasks.shared.scheduler(of:))
    }
    guard let task, task.number != here.task else { return scheduler }
    // A scheduler's job that runs an actor may also run another task's job on that actor.
    return CapturedTasks.shared.scheduler(of: task)
  }

  /// Runs code that belongs to no scheduler: the code reads the real time, and tasks that the code starts run
  /// on the platform.
  static func outside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let here = troupe_running_job()
    let wasOutside = here.pointee.isOutside
    here.pointee.isOutside = true
    defer { here.pointee.isOutside = wasOutside }
    return try body()
  }

  /// Returns whether this thread runs a job of a scheduler, and therefore has the scheduler's turn.
  static func isRunning(_ scheduler: Scheduler) -> Bool {
    var job: UnsafePointer<TroupeRunningJob>? = UnsafePointer(troupe_running_job())
    while let running = job {
      if running.pointee.scheduler == UnsafeRawPointer(pointer(to: scheduler)) { return true }
      job = running.pointee.outer
    }
    return false
  }

  // MARK: Jobs

  /// Adds a job without an executor to its scheduler. Returns false if the job belongs to no scheduler.
  static func take(_ job: UnownedJob) -> Bool {
    let task = TaskID(of: job)
    guard let scheduler = scheduler(of: task) else { return false }
    scheduler.add(job, .captured)
    return true
  }

  /// Adds a job that ends a sleep to the sleeping task's scheduler. Returns false if the task belongs to no
  /// scheduler.
  static func take(_ job: UnownedJob, after delay: Duration) -> Bool {
    guard let scheduler = owner() else { return false }
    scheduler.sleep(job, for: delay)
    return true
  }

  /// Adds a job of the main actor to its scheduler. Returns false if the job belongs to no scheduler.
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
    // If the current code isn't creating the task, other code created it, and the current code only resumes
    // it.
    guard troupe_is_making_task(), let owner = owner() else { return nil }
    CapturedTasks.shared.add(task, to: owner)
    return owner
  }

  /// Records a new task, which may not have a job yet.
  private static func recordCreated(_ job: UnownedJob) {
    guard let owner = owner() else { return }
    let task = TaskID(of: job)
    owner.recordProcess(of: job, task)
    CapturedTasks.shared.add(task, to: owner)
    guard owner.isTraced else { return }
    owner.state.withLock { state in
      // The unwinder of Swift's runtime reads the frames of asynchronous functions without checks, which has
      // made simulations crash. Their reports name events and not tasks.
      if state.processes == nil { state.trace.recordCreation(of: task) }
    }
  }

  // MARK: Pointers

  static func pointer(to scheduler: Scheduler) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(scheduler).toOpaque()
  }

  /// Returns the scheduler at an address. A scheduler exists as long as it runs a job.
  private static func scheduler(at pointer: UnsafeRawPointer) -> Scheduler {
    Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  private static func now(isContinuous: Bool) -> Int64 {
    let here = troupe_running_job().pointee
    guard here.scheduler != nil else { return troupe_real_time(isContinuous) }
    return isContinuous ? here.continuousTime : here.suspendingTime
  }
}

/// Returns the job at an address. A job is a pointer to an object of the concurrency runtime.
private func job(at pointer: UnsafeMutableRawPointer) -> UnownedJob {
  unsafeBitCast(pointer, to: UnownedJob.self)
}
