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

/// Threads for blocking calls, so that the threads that run Swift tasks don't wait for a disk.
///
/// A thread is started when there is work and the number of threads is below the limit. A thread ends when no
/// work is left, because starting a thread is cheap compared with a call to `fsync`. Jobs for the same key
/// run in order, one at a time.
package final class FileThreads: Sendable {
  private struct Job {
    let key: StorageKey?
    let work: @Sendable () -> Void
  }

  private struct State {
    var threads = 0
    /// The jobs that can start now, in reverse order.
    var ready: [Job] = []
    /// The jobs that are waiting for another job of the same key. Each key with a ready or running job has an
    /// entry.
    var waiting: [StorageKey: [Job]] = [:]
    /// The jobs that can start after the ready jobs.
    var coming: [Job] = []

    /// Adds a job. Returns whether the job can start now.
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

  /// A function that starts a thread, which calls ``run(context:)``. The function returns zero or an error
  /// number.
  package typealias Start = @Sendable (_ context: UnsafeMutableRawPointer) -> Int32

  private let state = Locked(State())
  private let limit: Int
  private let start: Start

  /// Creates an object that starts threads when they are needed.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of threads.
  ///   - start: The function that starts a thread; nil to start threads of the system.
  package init(limit: Int = 4, start: Start? = nil) {
    self.limit = limit
    self.start = start ?? startThread
  }

  /// Creates an object that runs its jobs in tasks, or in another way, instead of on threads.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of simultaneous tasks.
  ///   - begin: A closure that starts a task and returns. The task must call the closure's parameter once,
  ///     which runs jobs until no job is left.
  package static func tasks(
    limit: Int = 4,
    _ begin: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> FileThreads {
    FileThreads(limit: limit) { context in
      let address = UInt(bitPattern: context)
      begin {
        guard let context = UnsafeMutableRawPointer(bitPattern: address) else { return }
        run(context: context)
      }
      return 0
    }
  }

  /// The number of threads.
  package var count: Int { state.withLock { $0.threads } }

  /// Runs a job on one of the threads. The method resumes when the job has ended, whether or not the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - key: The job's key; nil for a job that needn't wait for other jobs. Jobs with the same key run one
  ///     after another.
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
    // If no thread can be started, the current thread runs the jobs, because blocking it is better than never
    // running them.
    work()
  }

  /// Runs the jobs of the object for which a thread was started, until no job is left.
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
