import Troupe

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads for calls that block, so that those of Swift's tasks don't have to wait for a disk.
///
/// A thread is started when there is something to do and not all threads are there, and ends when there is
/// nothing left: to start one costs little beside a call to `fsync`. The work for one key is done by one
/// thread after another, in order.
package final class FileThreads: Sendable {
  private struct Job {
    let key: StorageKey?
    let work: @Sendable () -> Void
  }

  private struct State {
    var threads = 0
    /// The jobs that can start at once. The first are at the end.
    var ready: [Job] = []
    /// What waits for other work for its key; those keys are here for which something is ready or being done.
    var waiting: [StorageKey: [Job]] = [:]
    /// The jobs that were added since the ready ones were taken.
    var coming: [Job] = []

    /// Takes a job, and tells whether it can be done at once.
    mutating func add(_ job: Job) -> Bool {
      if let key = job.key {
        if waiting[key] != nil {
          waiting[key]?.append(job)
          return false
        }
        waiting[key] = []
      }
      coming.append(job)
      return true
    }

    mutating func end(_ job: Job) {
      guard let key = job.key, var others = waiting.removeValue(forKey: key), !others.isEmpty else { return }
      coming.append(others.removeFirst())
      waiting[key] = others
    }

    mutating func next() -> Job? {
      if ready.isEmpty {
        swap(&ready, &coming)
        ready.reverse()
      }
      return ready.popLast()
    }
  }

  private let state = Locked(State())
  private let limit: Int

  /// Makes none yet.
  ///
  /// - Parameter limit: How many threads there are at most.
  package init(limit: Int = 4) { self.limit = limit }

  /// How many threads there are.
  package var count: Int { state.withLock { $0.threads } }

  /// Runs work on one of the threads. It resumes when the work is done, whether or not the task is cancelled.
  ///
  /// - Parameters:
  ///   - key: Work with the same key is done one after another; nil for work that needn't wait.
  ///   - work: What to do.
  package func run<Result: Sendable>(
    _ key: StorageKey? = nil,
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let job = Job(key: key) { continuation.resume(returning: work()) }
      let mustStart = state.withLock { state in
        guard state.add(job), state.threads < self.limit else { return false }
        state.threads += 1
        return true
      }
      // Without a thread it is better to block this one than never to do the work.
      if mustStart, !startThread(self) { self.work() }
    }
  }

  fileprivate func work() {
    while true {
      let job = state.withLock { state in
        let job = state.next()
        if job == nil { state.threads -= 1 }
        return job
      }
      guard let job else { return }
      job.work()
      state.withLock { $0.end(job) }
    }
  }
}

/// Starts a thread that works; false when the system has none to give.
private func startThread(_ threads: FileThreads) -> Bool {
  let context = Unmanaged.passRetained(threads)
  #if canImport(Darwin)
    var thread: pthread_t?
    let result = pthread_create(&thread, nil, { work(of: $0) }, context.toOpaque())
    if result == 0, let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, { $0.flatMap { work(of: $0) } }, context.toOpaque())
    if result == 0 { pthread_detach(thread) }
  #endif
  if result != 0 { context.release() }
  return result == 0
}

private func work(of context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<FileThreads>.fromOpaque(context).takeRetainedValue().work()
  return nil
}
