import Dispatch

/// Runs the jobs of tasks one after another, so that a test knows when its calls have reached a storage.
public final class SerialTasks: TaskExecutor {
  private let queue = DispatchQueue(label: "serial tasks")

  /// Creates an executor.
  public init() {}

  /// Enqueues a job behind the others.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Waits until the enqueued jobs have run: each task that was added before has made its first call.
  public func haveBegun() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}
