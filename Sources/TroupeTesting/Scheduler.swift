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
    /// Whether somebody runs the jobs. There is one at a time, as what is isolated to the scheduler takes turns.
    var isDriven = false
    /// A `run` that waits for something from outside.
    var driver: CheckedContinuation<Void, Never>?
    var waiter: (number: Int, continuation: CheckedContinuation<Bool, Never>)?
    var lastWaiter = 0
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
    let isFree = state.withLock { state in
      defer { state.isDriven = true }
      return !state.isDriven
    }
    precondition(isFree, "Only one may run a scheduler at a time.")
    defer { state.withLock { $0.isDriven = false } }
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
  /// It resumes when everything that runs on the scheduler has ended or waits: for a clock, for another task, or
  /// for something outside. Where nobody runs the scheduler, as in the plain body of a test, it does so itself,
  /// like ``drain()``. Cancelling has no influence.
  public func settle() async {
    await withCheckedContinuation { continuation in
      let (mustDrive, driver) = state.withLock { state in
        state.settling.append(continuation)
        defer { state.isDriven = true }
        return (!state.isDriven, state.driver.take())
      }
      driver?.resume()
      if mustDrive { drive() }
    }
  }

  /// Runs jobs on the current thread until none is runnable.
  ///
  /// To be called from outside of the scheduler. Where somebody else runs the jobs already, this leaves it to them.
  public func drain() {
    let isFree = state.withLock { state in
      defer { state.isDriven = true }
      return !state.isDriven
    }
    if isFree { drive() }
  }

  /// Waits until a job is runnable, for those who run the jobs by ``drain()``.
  ///
  /// It resumes with true as soon as there is a job, and with false when the limit has passed or the calling task
  /// is cancelled. Only one may wait at a time.
  ///
  /// - Parameter limit: How long to wait, in real time: what comes from outside has no other end.
  package func waitForWork(within limit: Duration) async -> Bool {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let timer = Task.detached {
      try? await Task.sleep(for: limit)
      self.endWait(number)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRunnable = state.withLock { state in
          let isRunnable = !state.jobs.isEmpty
          if !isRunnable { state.waiter = (number, continuation) }
          return isRunnable
        }
        if isRunnable {
          continuation.resume(returning: true)
        } else if Task.isCancelled {
          endWait(number)
        }
      }
    } onCancel: {
      timer.cancel()
    }
  }

  private func endWait(_ number: Int) {
    let waiter = state.withLock { $0.waiter?.number == number ? $0.waiter.take() : nil }
    waiter?.continuation.resume(returning: false)
  }

  /// Runs jobs, and wakes those who wait for quiet, until there is nothing to do. Whoever calls it has said that
  /// the scheduler is driven.
  private func drive() {
    while true {
      while runNext() {}
      let next: CheckedContinuation<Void, Never>?? = state.withLock { state in
        if !state.settling.isEmpty { return state.settling.removeFirst() }
        if !state.jobs.isEmpty { return .some(nil) }
        state.isDriven = false
        return nil
      }
      guard let next else { return }
      next?.resume()
    }
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
    let (driver, waiter) = state.withLock { state in
      state.jobs.append(job)
      return (state.driver.take(), state.waiter.take())
    }
    driver?.resume()
    waiter?.continuation.resume(returning: true)
  }

  /// The reference by which actors name the scheduler.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The reference by which tasks name the scheduler.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
