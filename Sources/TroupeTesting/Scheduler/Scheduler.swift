import Synchronization
import Troupe

/// A deterministic executor: it holds all jobs and runs one after another, in an order that a seed
/// determines.
///
/// Use a scheduler as the executor of stores and as the preferred executor of tasks. It interleaves
/// everything that runs on it, including task groups, default actors and clocks, on the one thread that
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
/// Work that leaves the scheduler, such as `Task.detached` or a callback of another library, returns to it
/// when it is resumed. The run waits for such work up to a limit. From then on, the seed alone no longer
/// determines the run.
public final class Scheduler: SerialExecutor, TaskExecutor {
  struct Job {
    let job: UnownedJob
    /// Whether it was enqueued for an actor that is pinned to the scheduler.
    let isSerial: Bool
    /// The step before which it isn't run while there are others.
    let heldUntil: Int
    /// The number of its task, in a run that is traced.
    let task: Int?
  }

  struct State {
    var jobs: [Job] = []
    var schedule: Schedule
    var settling: [CheckedContinuation<Void, Never>] = []
    /// Whether somebody runs the jobs until there are none, so that others needn't.
    var isDriven = false
    /// The callers that wait for something to do.
    var waiters: [Waiter] = []
    var lastWaiter = 0
    var steps = 0
    var stepLimit = 1_000_000
    /// Whether the jobs that are left are those of something that seems to go on for ever.
    var hasGivenUp = false
    /// How many jobs each task has enqueued lately, by the name of the task, while that is watched.
    var enqueuers: [String: Int] = [:]
    var trace = TaskTrace()
    var clocks: [WeakClock] = []
    /// The stores whose effects run here.
    var listers: [WeakLister] = []
    var listersToKeep = 16
    /// Whether nothing runs any more.
    var isAbandoned = false
    /// Where the scheduler is driven, or was last.
    var location: SourceLocation
    /// The task of the job that runs.
    var runningTask = TaskID.none
    /// What makes the names of the tasks that have one, of which few are ever asked for.
    private var names: [TaskID: @Sendable () -> String] = [:]

    init(schedule: Schedule, location: SourceLocation) {
      self.schedule = schedule
      self.location = location
    }

    var nameOfRunningTask: (@Sendable () -> String)? { names[runningTask] }

    mutating func nameRunningTask(_ name: @escaping @Sendable () -> String) {
      // Only the names of running tasks are needed, but the scheduler doesn't learn when a task ends.
      if names.count >= 10_000 { names = [:] }
      names[runningTask] = name
    }

    mutating func takeWaiters() -> [Waiter] {
      defer { waiters.removeAll() }
      return waiters
    }
  }

  struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  struct WeakLister {
    weak var lister: (any EffectLister)?
  }

  struct WeakClock {
    weak var clock: TestClock?
  }

  /// The seed that determines the order; 0 is first in, first out.
  public let seed: UInt64
  /// The maximum real time that a run waits for work outside of the scheduler.
  public let outsideLimit: Duration
  let state: Locked<State>
  /// Held while a job runs. Jobs take turns, but a job may run others before it continues.
  let turn = RecursiveLock()
  let isTraced: Bool
  /// Whether the enqueuers of jobs are recorded.
  let isWatching = Atomic(false)
  /// The number of the job that runs; 0 for none.
  let running = Atomic(0)
  let watchedJob = Locked(WatchedJob())
  /// Those that take the issue of a blocked thread, which only the blocked thread would know.
  let reporters: [any IssueReporter]
  /// The reducer that runs, and its action.
  let reduction = Locked(Reduction())
  let watchedReduction = Locked(WatchedJob())
  /// Where it was made.
  let location: SourceLocation
  /// What it belongs to, such as a test store, if it isn't the test's own.
  let owner = Locked<String?>(nil)
  private let limitOfBlocking = Locked(Duration.seconds(10))

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - seed: The seed that determines which runnable job runs next. With 0 it is always the oldest.
  ///   - outsideLimit: The maximum real time that a run waits when no job is runnable: for the network, for
  ///     files, for `Task.detached`, or for a continuation that other code holds. An operation that is
  ///     cancelled then has the same time to end.
  ///   - fileID: The file that names the scheduler in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line that names the scheduler in issues.
  ///   - column: The column of that line.
  public convenience init(
    seed: UInt64 = 0,
    outsideLimit: Duration = .seconds(10),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      schedule: Schedule(seed: seed),
      seed: seed,
      outsideLimit: outsideLimit,
      isTraced: false,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  init(
    schedule: Schedule,
    seed: UInt64,
    outsideLimit: Duration,
    isTraced: Bool,
    location: SourceLocation
  ) {
    self.location = location
    self.seed = seed
    self.outsideLimit = outsideLimit
    self.isTraced = isTraced
    state = Locked(State(schedule: schedule, location: location))
    reporters = IssueReporting.reporters
    Watchdog.shared.watch(self)
  }

  /// The clocks whose time is that of the scheduler, oldest first.
  var clocks: [TestClock] { state.withLock { $0.clocks.compactMap(\.clock) } }

  /// The number of jobs that may run in a row, without a moment in which no job is runnable. The default is
  /// a million.
  ///
  /// A run that exceeds it counts as an endless loop: an issue is reported, and whoever runs the jobs
  /// continues without the rest.
  public var stepLimit: Int {
    get { state.withLock { $0.stepLimit } }
    set { state.withLock { $0.stepLimit = newValue } }
  }

  /// The real time that one job may take. The default is ten seconds.
  ///
  /// A job that takes longer counts as blocked, and an issue that names the job is reported. A reducer has a
  /// fifth of the time, two seconds by default. In debug builds, an issue names its store and its action.
  public var blockLimit: Duration {
    get { limitOfBlocking.withLock { $0 } }
    set { limitOfBlocking.withLock { $0 = newValue } }
  }

  /// The number of jobs that have run.
  public var steps: Int { state.withLock { $0.steps } }

  /// Whether no job is runnable.
  public var isIdle: Bool { state.withLock { $0.jobs.isEmpty } }

  // MARK: Executor

  /// Adds a job of a task or a default actor.
  public func enqueue(_ job: consuming ExecutorJob) {
    add(job, isSerial: false)
  }

  /// Adds a job of an actor whose executor is the scheduler.
  ///
  /// `SerialExecutor` and `TaskExecutor` require the same method. Two methods keep a task that only prefers
  /// the scheduler from counting as isolated to it, which would hide interleavings.
  @_implements(SerialExecutor,enqueue(_:))
  public func enqueueIsolated(_ job: consuming ExecutorJob) {
    add(job, isSerial: true)
  }

  private func add(_ job: consuming ExecutorJob, isSerial: Bool) {
    // A task that starts or resumes another one runs this code, so its own name is known here.
    if isTraced { nameCurrentTask() }
    let enqueuer = isWatching.load(ordering: .relaxed) ? Self.nameOfCurrentTask : nil
    let job = UnownedJob(job)
    let waiters: [Waiter] = state.withLock { state in
      // The job's task never continues.
      if state.isAbandoned { return [] }
      if let enqueuer { state.enqueuers[enqueuer, default: 0] += 1 }
      let task = isTraced ? state.trace.number(of: TaskID(of: job)) : nil
      let heldUntil = state.steps + state.schedule.hold()
      state.jobs.append(Job(job: job, isSerial: isSerial, heldUntil: heldUntil, task: task))
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.continuation.resume(returning: true) }
  }

  /// Returns the reference by which actors name the scheduler.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Returns the reference by which tasks name the scheduler.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
