/// Runs what a task does where it is begun and continued. So the task has come as far as it can when the call
/// that begins it returns.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
