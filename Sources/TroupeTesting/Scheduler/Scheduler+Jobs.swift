import Troupe
import TroupeTestingHooks

extension Scheduler {
  /// Runs code while this thread has the scheduler's turn. A job may run other jobs before it continues.
  func inTurn<Result>(_ body: () -> Result) -> Result {
    // The main thread runs a job of the main actor while another thread has the turn and waits for that job.
    if isCapturing, Capture.isRunning(self) { return body() }
    return turn.withLock(body)
  }

  /// Runs a job.
  func run(_ job: Job, in run: VirtualMachine.RunState) {
    switch job.kind {
    case .preferring:
      asRunning(job.id, in: run) { job.job.runSynchronously(on: asUnownedTaskExecutor()) }
    case .pinned:
      let executor = asUnownedSerialExecutor()
      asRunning(job.id, in: run) {
        job.job.runSynchronously(isolatedTo: executor, taskExecutor: asUnownedTaskExecutor())
      }
    case .captured:
      asRunning(job.id, in: run) { job.job.runSynchronously(isolatedTo: .none, taskExecutor: .none) }
    case .main:
      let executor = CapturedMainExecutor.shared.asUnownedSerialExecutor()
      var outer = troupe_running_job().pointee
      withUnsafePointer(to: &outer) { outer in
        MainThread.run {
          asRunning(job.id, in: run, inside: outer) {
            job.job.runSynchronously(isolatedTo: executor, taskExecutor: .none)
          }
        }
      }
    }
  }

  /// Runs code as part of a task on the scheduler: the code reads the scheduler's clocks and random numbers.
  ///
  /// - Parameter outer: The job that waits for the code; nil for the job that this thread is running.
  func asRunning(
    _ task: TaskID,
    in run: VirtualMachine.RunState,
    inside outer: UnsafePointer<TroupeRunningJob>? = nil,
    _ body: () -> Void
  ) {
    guard isCapturing else { return body() }
    let here = troupe_running_job()
    var before = here.pointee
    withUnsafePointer(to: &before) { before in
      machine.describe(&here.pointee, of: self, task: task, outer: outer ?? before, in: run)
      body()
      here.pointee = before.pointee
    }
  }
}

extension UnownedSerialExecutor {
  /// A reference to no executor.
  static var none: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }
}

extension UnownedTaskExecutor {
  /// A reference to no executor.
  static var none: UnownedTaskExecutor { unsafeBitCast((0, 0), to: UnownedTaskExecutor.self) }
}

extension UnownedJob {
  /// The address of the concurrency runtime's object that represents the job.
  var pointer: UnsafeMutableRawPointer { unsafeBitCast(self, to: UnsafeMutableRawPointer.self) }
}
