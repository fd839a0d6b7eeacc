import Troupe
import Synchronization

/// A deterministic executor: it holds every job and runs one after another, in an order that a seed decides.
///
/// A scheduler serves as the executor of stores and as the preferred executor of tasks. All that runs on it,
/// task groups, default actors and clocks included, is interleaved by the scheduler alone, on the thread that
/// drives it. The same seed gives the same run.
///
/// ```swift
/// let scheduler = Scheduler(seed: 42)
/// let store = Store(initialState: Feature.State(), configuration: scheduler.configuration()) { Feature() }
/// try await scheduler.run {
///   await store.send(.started)
///   await scheduler.settle()
///   let count = await store.count
///   XCTAssertEqual(count, 1)
/// }
/// ```
///
/// Work that leaves the scheduler, such as `Task.detached` or a callback of another library, comes back to it
/// when it is resumed; the run then waits for that, and is no longer decided by the seed alone.
public final class Scheduler: SerialExecutor, TaskExecutor {
  private struct Job {
    let job: UnownedJob
    /// Whether it was enqueued for an actor that is pinned to the scheduler.
    let isSerial: Bool
  }

  private struct State {
    var jobs: [Job] = []
    var generator: SeededGenerator
    var settling: [CheckedContinuation<Void, Never>] = []
    var driver: CheckedContinuation<Void, Never>?
    var steps = 0
  }

  /// The seed that decides the order; 0 is first in, first out.
  public let seed: UInt64
  private let state: Locked<State>

  /// Makes a scheduler.
  ///
  /// - Parameter seed: Decides which of the runnable jobs runs next. With 0 it is always the oldest.
  public init(seed: UInt64 = 0) {
    self.seed = seed
    state = Locked(State(generator: SeededGenerator(seed: seed)))
  }

  /// How many jobs have run.
  public var steps: Int { state.withLock { $0.steps } }

  /// Whether nothing is runnable.
  public var isIdle: Bool { state.withLock { $0.jobs.isEmpty } }

  // MARK: Running

  /// Runs an operation, and all that it starts on the scheduler, until the operation has ended.
  ///
  /// It resumes when the operation has returned or thrown, and what was still runnable then, such as effects that
  /// were cancelled with their store, has run. Cancelling the calling task cancels the operation. Only one such
  /// call may be going on at a time.
  ///
  /// - Parameter operation: The work; it starts on the scheduler.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public func run<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task(executorPreference: self, operation: operation)
    let isDone = Atomic(false)
    let watcher = Task(executorPreference: self) {
      _ = await task.result
      isDone.store(true, ordering: .releasing)
    }
    await withTaskCancellationHandler {
      while !isDone.load(ordering: .acquiring) { await step() }
    } onCancel: {
      task.cancel()
    }
    finishLeftovers()
    await watcher.value
    return try await task.value
  }

  /// Waits until nothing else is runnable.
  ///
  /// To be called on the scheduler. It resumes when everything that runs on the scheduler has ended or waits:
  /// for a clock, for another task, or for something outside. Cancelling has no influence.
  public func settle() async {
    await withCheckedContinuation { continuation in
      let driver = state.withLock { state in
        state.settling.append(continuation)
        return state.driver.take()
      }
      driver?.resume()
    }
  }

  /// Runs jobs on the current thread until none is runnable.
  ///
  /// To be called from outside of the scheduler, where nobody else drives it.
  public func drain() {
    while runNext() {}
  }

  /// Runs what is left after an operation, unless that goes on and on.
  private func finishLeftovers() {
    for _ in 0..<1_000_000 where !runNext() { return }
    reportIssue(
      """
      A run on a scheduler has ended, but tasks on it still run, without ever waiting for anything. They were left \
      behind. Most likely an effect loops although it was cancelled: look at `Task.isCancelled` in the loop.
      """
    )
  }

  /// Runs the next job, or wakes one who waits for quiet, or waits for a job from outside.
  private func step() async {
    if runNext() { return }
    if let settled = state.withLock({ $0.settling.isEmpty ? nil : $0.settling.removeFirst() }) {
      return settled.resume()
    }
    await withCheckedContinuation { continuation in
      let isRunnable = state.withLock { state in
        let isRunnable = !state.jobs.isEmpty || !state.settling.isEmpty
        if !isRunnable { state.driver = continuation }
        return isRunnable
      }
      if isRunnable { continuation.resume() }
    }
  }

  private func runNext() -> Bool {
    let next: Job? = state.withLock { state in
      guard !state.jobs.isEmpty else { return nil }
      state.steps += 1
      let index = seed == 0 ? 0 : Int.random(in: 0..<state.jobs.count, using: &state.generator)
      return state.jobs.remove(at: index)
    }
    guard let next else { return false }
    if next.isSerial {
      next.job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    } else {
      next.job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return true
  }

  // MARK: Executor

  /// Takes a job of a task or a default actor.
  public func enqueue(_ job: consuming ExecutorJob) {
    add(Job(job: UnownedJob(job), isSerial: false))
  }

  /// Takes a job of an actor that is pinned to the scheduler.
  ///
  /// The two protocols ask for the same method. Telling them apart keeps a task that merely prefers the
  /// scheduler from counting as isolated to it, which would hide interleavings.
  @_implements(SerialExecutor,enqueue(_:))
  public func enqueueIsolated(_ job: consuming ExecutorJob) {
    add(Job(job: UnownedJob(job), isSerial: true))
  }

  private func add(_ job: Job) {
    let driver = state.withLock { state in
      state.jobs.append(job)
      return state.driver.take()
    }
    driver?.resume()
  }

  /// The reference by which actors name the scheduler.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The reference by which tasks name the scheduler.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
