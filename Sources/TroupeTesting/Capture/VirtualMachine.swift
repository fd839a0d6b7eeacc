import TroupeTestingHooks

/// The system clocks and the random numbers that code on a scheduler reads.
///
/// The monotonic clocks start at the real clocks' current values, so that their instants can be compared with
/// instants from before the run. The date starts at Foundation's reference date, like the dependency `date`.
struct VirtualMachine: ~Copyable, Sendable {
  private static let referenceDate: Int64 = 978_307_200_000_000_000

  private let continuousStart: Int64
  private let suspendingStart: Int64
  // Only the thread that runs a job of the scheduler uses this memory, and one job runs at a time.
  private nonisolated(unsafe) let randomness: UnsafeMutablePointer<UInt64>

  /// The properties of a scheduler's run that its jobs can observe.
  struct RunState {
    /// The virtual nanoseconds that have passed on the process's clocks since the scheduler was created.
    let elapsed: Int64
    /// Whether the scheduler is running an operation.
    let isRunning: Bool
    /// The simulated process that reads the properties; 0 for the test.
    var process = 0
    /// The nanoseconds by which the process's date is ahead.
    var wallOffset: Int64 = 0
  }

  init(seed: UInt64) {
    continuousStart = Capture.isOn ? troupe_real_time(true) : 0
    suspendingStart = Capture.isOn ? troupe_real_time(false) : 0
    randomness = .allocate(capacity: 1)
    // These random numbers must differ from the numbers that order the jobs.
    randomness.initialize(to: seed ^ 0x5EED_0F_7A5C_5A5C)
  }

  deinit { randomness.deallocate() }

  /// Sets the times that a job's code reads.
  ///
  /// - Parameter run: The properties of the run that the job observes.
  func setTime(_ run: RunState, of job: inout TroupeRunningJob) {
    job.continuousTime = continuousStart + run.elapsed
    job.suspendingTime = suspendingStart + run.elapsed
    job.wallTime = Self.referenceDate + run.elapsed + run.wallOffset
  }

  /// Describes a job for the hooks.
  func describe(
    _ job: inout TroupeRunningJob,
    of scheduler: Scheduler,
    task: TaskID,
    outer: UnsafePointer<TroupeRunningJob>,
    in run: RunState
  ) {
    job.scheduler = UnsafeRawPointer(Capture.pointer(to: scheduler))
    job.outer = outer
    job.task = task.number
    // While no operation is running, for example in a test's plain body, jobs use the system's random
    // numbers.
    job.randomness = run.isRunning ? randomness : nil
    job.isOutside = false
    job.process = Int32(run.process)
    job.isProcessForced = false
    setTime(run, of: &job)
  }
}

extension Duration {
  /// The duration in whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
