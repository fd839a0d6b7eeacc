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

/// Threads for blocking calls, so that the threads of Swift's tasks don't wait for a disk.
///
/// A thread is started when there is work and the number of threads is below the limit. It ends when no work
/// is left: starting a thread is cheap compared with a call to `fsync`. Jobs for the same key run in order,
/// one at a time.
package final class FileThreads: Sendable {
  private struct Job {
    let key: StorageKey?
    let work: @Sendable () -> Void
  }

  private struct State {
    var threads = 0
    /// The jobs that can start now, in reverse order.
    var ready: [Job] = []
    /// The jobs that wait for another job of their key. It has an entry for each key with a ready or running
    /// job.
    var waiting: [StorageKey: [Job]] = [:]
    /// The jobs that were added after the ready ones.
    var coming: [Job] = []

    /// Adds a job, and returns whether it can start now.
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

  /// Starts a thread that calls ``run(context:)``, and returns zero or the number of an error.
  package typealias Start = @Sendable (_ context: UnsafeMutableRawPointer) -> Int32

  private let state = Locked(State())
  private let limit: Int
  private let start: Start

  /// Creates no threads yet.
  ///
  /// - Parameters:
  ///   - limit: How many threads there are at most.
  ///   - start: Starts a thread, in place of the system.
  package init(limit: Int = 4, start: Start? = nil) {
    self.limit = limit
    self.start = start ?? startThread
  }

  /// The number of threads.
  package var count: Int { state.withLock { $0.threads } }

  /// Runs a job on one of the threads. It resumes when the job is done, whether or not the task is cancelled.
  ///
  /// - Parameters:
  ///   - key: Jobs with the same key run one after another; nil for a job that needn't wait.
  ///   - work: The job.
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
      if mustStart { startWork() }
    }
  }

  private func startWork() {
    let context = Unmanaged.passRetained(self)
    if start(context.toOpaque()) == 0 { return }
    context.release()
    // Without another thread, blocking this one is better than never doing the work.
    work()
  }

  /// Does the work of the object that a thread was started for.
  static func run(context: UnsafeMutableRawPointer) {
    Unmanaged<FileThreads>.fromOpaque(context).takeRetainedValue().work()
  }

  private func work() {
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

/// Starts a thread of the system.
private func startThread(_ context: UnsafeMutableRawPointer) -> Int32 {
  #if canImport(Darwin)
    var thread: pthread_t?
    let result = pthread_create(&thread, nil, { work(of: $0) }, context)
    if let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, { $0.flatMap { work(of: $0) } }, context)
    if result == 0 { pthread_detach(thread) }
  #endif
  return result
}

private func work(of context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  FileThreads.run(context: context)
  return nil
}
