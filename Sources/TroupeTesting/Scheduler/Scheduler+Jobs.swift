import Troupe
import TroupeTestingHooks

extension Scheduler {
  /// Runs code while this thread has the turn of the scheduler. A job may run others before it continues.
  func inTurn<Result>(_ body: () -> Result) -> Result {
    // The main thread runs the jobs of the main actor in the turn of the thread that waits for it.
    if Capture.isOn, Capture.isRunning(self) { return body() }
    return turn.withLock(body)
  }

  /// Runs a job.
  func run(_ job: Job) {
    let task = TaskID(of: job.job)
    switch job.kind {
    case .preferring:
      asRunning(task) { job.job.runSynchronously(on: asUnownedTaskExecutor()) }
    case .pinned:
      let executor = asUnownedSerialExecutor()
      asRunning(task) {
        job.job.runSynchronously(isolatedTo: executor, taskExecutor: asUnownedTaskExecutor())
      }
    case .captured:
      asRunning(task) { job.job.runSynchronously(isolatedTo: .none, taskExecutor: .none) }
    case .main:
      let executor = CapturedMainExecutor.shared.asUnownedSerialExecutor()
      var outer = troupe_running_job().pointee
      withUnsafePointer(to: &outer) { outer in
        MainThread.run {
          asRunning(task, in: outer) { job.job.runSynchronously(isolatedTo: executor, taskExecutor: .none) }
        }
      }
    }
  }

  /// Runs code of a task of the scheduler.
  func asRunning(_ task: TaskID, _ body: () -> Void) {
    guard Capture.isOn else { return body() }
    var outer = troupe_running_job().pointee
    withUnsafePointer(to: &outer) { asRunning(task, in: $0, body) }
  }

  private func asRunning(_ task: TaskID, in outer: UnsafePointer<TroupeRunningJob>, _ body: () -> Void) {
    let (time, isRunning) = state.withLock { ($0.time, $0.isRunning) }
    let here = troupe_running_job()
    let before = here.pointee
    here.pointee = machine.job(of: self, task: task, outer: outer, time: time, isRunning: isRunning)
    defer { here.pointee = before }
    body()
  }
}

extension UnownedSerialExecutor {
  /// No executor.
  static var none: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }
}

extension UnownedTaskExecutor {
  /// No executor.
  static var none: UnownedTaskExecutor { unsafeBitCast((0, 0), to: UnownedTaskExecutor.self) }
}

extension UnownedJob {
  /// The object of the concurrency runtime that it stands for.
  var pointer: UnsafeMutableRawPointer { unsafeBitCast(self, to: UnsafeMutableRawPointer.self) }
}
