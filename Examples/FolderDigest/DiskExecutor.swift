import Dispatch

/// Runs work that blocks its thread, as reading a file does, on threads that nobody else needs.
///
/// The shared pool has few threads, and a slow disk must not keep them from noticing that the user wants to
/// stop.
final class DiskExecutor: TaskExecutor {
  static let shared = DiskExecutor()

  private let queue = DispatchQueue(label: "FolderDigest.disk", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
