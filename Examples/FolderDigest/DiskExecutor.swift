import Dispatch

/// Runs work that blocks its thread, such as reading a file, on separate threads.
///
/// The shared pool has few threads. If a slow disk blocked them, they wouldn't notice that the user wants to
/// stop.
final class DiskExecutor: TaskExecutor {
  static let shared = DiskExecutor()

  private let queue = DispatchQueue(label: "FolderDigest.disk", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
