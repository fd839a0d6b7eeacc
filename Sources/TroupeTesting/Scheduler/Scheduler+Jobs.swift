import Troupe
import TroupeTestingHooks

extension Scheduler {
  /// Runs code while this thread has the scheduler's turn. A job may run other jobs before it continues.
  func inTurn<Result>(_ body: () -> Result) -> Result {
    // The main thread runs a job of the main actor while another thread has the turn and waits for that job.
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

  /// Runs code as part of a task on the scheduler: the code reads the scheduler's clocks and random numbers.
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
