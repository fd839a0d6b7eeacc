/// Runs a task's jobs where it is begun and continued. The task has therefore got as far as it can when the
/// call that begins it returns.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
