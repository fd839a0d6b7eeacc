#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency
  import Troupe
  import TroupeTestingHooks

  /// The default executor, which captures the jobs that bypass the runtime's hooks: the jobs of `Task.sleep`
  /// and `Task.yield` in actors' methods.
  ///
  /// The executor forwards jobs that belong to no scheduler to the platform.
  final class CapturingDefaultExecutor: TaskExecutor, SchedulingExecutor {
    private struct Factory: ExecutorFactory {
      static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
      static let defaultExecutor: any TaskExecutor = CapturingDefaultExecutor()
    }

    static func install() { _createExecutors(factory: Factory.self) }

    private let platform = PlatformExecutorFactory.defaultExecutor

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !Capture.take(job) { platform.enqueue(ExecutorJob(job)) }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      after delay: C.Duration,
      tolerance: C.Duration?,
      clock: C
    ) {
      enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      at instant: C.Instant,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      let delay = clock.now.duration(to: instant)
      if let delay = delay as? Duration, Capture.take(job, after: delay) { return }
      if let platform = platform as? any SchedulingExecutor {
        platform.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
      } else {
        let nanoseconds = (delay as? Duration).map { $0.nanoseconds } ?? 0
        troupe_enqueue_with_platform(
          UInt64(max(nanoseconds, 0)),
          unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
        )
      }
    }
  }
#endif
