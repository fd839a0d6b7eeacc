import TroupeTestingHooks

/// The clocks and the random numbers of a scheduler's code.
///
/// The clocks that never go back start where the real ones are, so that their instants can be compared with
/// those from before. The date starts at Foundation's reference date, as the dependency `date` does.
final class VirtualMachine: Sendable {
  private static let referenceDate: Int64 = 978_307_200_000_000_000

  private let continuousStart: Int64
  private let suspendingStart: Int64
  // Only the thread that runs a job of the scheduler has access to it, and one job runs at a time.
  private nonisolated(unsafe) let randomness: UnsafeMutablePointer<UInt64>

  init(seed: UInt64) {
    continuousStart = Capture.isOn ? troupe_real_time(true) : 0
    suspendingStart = Capture.isOn ? troupe_real_time(false) : 0
    randomness = .allocate(capacity: 1)
    // Not the numbers that order the jobs.
    randomness.initialize(to: seed ^ 0x5EED_0F_7A5C_5A5C)
  }

  deinit { randomness.deallocate() }

  /// Sets the times of a job.
  func setTime(_ time: Duration, of job: inout TroupeRunningJob) {
    let elapsed = time.nanoseconds
    job.continuousTime = continuousStart + elapsed
    job.suspendingTime = suspendingStart + elapsed
    job.wallTime = Self.referenceDate + elapsed
  }

  /// What the hooks have to know of a job.
  func job(
    of scheduler: Scheduler,
    task: TaskID,
    outer: UnsafePointer<TroupeRunningJob>,
    time: Duration,
    isRunning: Bool
  ) -> TroupeRunningJob {
    var job = TroupeRunningJob()
    job.scheduler = UnsafeRawPointer(Capture.pointer(to: scheduler))
    job.outer = outer
    job.task = task.number
    // The statements of a test share the random numbers of the test.
    job.randomness = isRunning ? randomness : nil
    setTime(time, of: &job)
    return job
  }
}

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
