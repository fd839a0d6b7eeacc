import Synchronization
import Troupe
import TroupeInstruments
import TroupeTestingHooks

/// A deterministic executor, which queues all jobs and runs them one after another, in an order that a seed
/// determines.
///
/// Use a scheduler as the executor of stores and as the preferred executor of tasks. The scheduler
/// interleaves all tasks that run on it, including task groups, default actors and sleeps on clocks, on the
/// thread that drives the scheduler. The same seed leads to the same run.
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
/// If a task waits for work outside the scheduler, such as another library's callback, the task continues on
/// the scheduler when it is resumed. The run waits for outside work up to a limit. Once a task has waited for
/// outside work, the seed alone no longer determines the run.
public final class Scheduler: SerialExecutor, TaskExecutor {
  struct Job {
    enum Kind {
      /// A job of a task that prefers the scheduler, or of a default actor that such a task uses.
      case preferring
      /// A job of an actor whose executor is the scheduler.
      case pinned
      /// A job of a task or an actor that doesn't specify an executor.
      case captured
      /// A job of the main actor.
      case main
    }

    let job: UnownedJob
    /// The id of the job's task.
    let id: TaskID
    let kind: Kind
    /// The step until which the job is held back while other jobs are runnable.
    let heldUntil: Int
    /// The number of the job's task in a traced run; nil in other runs.
    let task: Int?
    /// The simulated process to which the job belongs; 0 for the test.
    var process = 0
  }

  struct State {
    var jobs: [Job] = []
    var schedule: Schedule
    var settling: [CheckedContinuation<Void, Never>] = []
    /// Whether a caller is running all jobs, so that other callers needn't run them.
    var isDriven = false
    /// The callers that are waiting until there is work.
    var waiters: [Waiter] = []
    var lastWaiter = 0
    var steps = 0
    var stepLimit = 1_000_000
    /// Whether the remaining jobs seem to belong to an endless loop.
    var hasGivenUp = false
    /// The number of jobs that each task has enqueued since recording started, by the task's name.
    var enqueuers: [String: Int] = [:]
    var trace = TaskTrace()
    /// The simulated processes; nil if there are none.
    var processes: ProcessTable?
    /// The faults of a simulation.
    var faults = FaultChoices()
    /// The recorded events of a simulation.
    var events: [RunEvent] = []
    var clocks: [WeakClock] = []
    /// The stores whose effects run on this scheduler.
    var listers: [WeakLister] = []
    var listersToKeep = 16
    /// Whether the scheduler no longer runs any jobs.
    var isAbandoned = false
    /// The virtual time that has passed on the system clocks since the scheduler was created.
    var time = Duration.zero {
      didSet { elapsed = time.nanoseconds }
    }
    /// The same time in nanoseconds. Converting a duration takes longer than the rest of what a job needs.
    private var elapsed: Int64 = 0
    /// The sleeps on the system clocks, in the order in which they started.
    var sleeps: [CapturedSleep] = []
    /// The jobs of cancelled sleeps.
    var cancelledSleeps: [UnownedJob] = []
    /// The tasks that prefer the scheduler.
    private var tasks = TaskRanges()
    /// Whether `run` is running an operation.
    var isRunning = false
    /// The location of the call that drives the scheduler, or that last drove it.
    var location: CallSite
    /// Closures that return the tasks' names, oldest first. Closures are stored instead of names, and an
    /// array is used instead of a dictionary, because few names are ever needed.
    private var names: [(task: TaskID, name: @Sendable () -> String)] = []

    init(schedule: Schedule, location: CallSite) {
      self.schedule = schedule
      self.location = location
      // A short run would otherwise copy the array several times.
      jobs.reserveCapacity(16)
    }

    /// Returns the properties of the run that a process's jobs can observe.
    func run(in process: Int) -> VirtualMachine.RunState {
      guard process != 0, let clock = processes?.clock(of: process) else {
        return .init(elapsed: elapsed, isRunning: isRunning)
      }
      return .init(
        elapsed: clock.elapsed(at: elapsed),
        isRunning: isRunning,
        process: process,
        wallOffset: clock.wallOffset
      )
    }

    func name(of task: TaskID) -> (@Sendable () -> String)? { names.last { $0.task == task }?.name }

    mutating func name(_ task: TaskID, _ name: @escaping @Sendable () -> String) {
      // Only the names of running tasks are needed, but the scheduler isn't notified when a task ends.
      if names.count >= 10_000 { names = [] }
      names.append((task, name))
    }

    /// Records a task that prefers the scheduler, because some executors receive the task's jobs without its
    /// preference.
    mutating func recordTask(_ task: TaskID, of scheduler: Scheduler) {
      guard task != .none, !tasks.contains(task) else { return }
      tasks.insert(task)
      CapturedTasks.shared.add(task, to: scheduler)
      // A trace also records where a task was created.
      if !scheduler.isTraced { troupe_set_is_making_task(false) }
    }

    mutating func takeWaiters() -> [Waiter] {
      guard !waiters.isEmpty else { return [] }
      defer { waiters = [] }
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

  /// The seed that determines the order. With 0, the order is first in, first out.
  public let seed: UInt64
  /// The maximum real time for which a run waits for work outside the scheduler.
  public let realTimeLimit: Duration
  /// The policy by which time passes while the scheduler is running an operation.
  public let time: TimePolicy
  let state: Locked<State>
  /// A lock that is held while a job runs. Jobs take turns, but a job may run other jobs before it continues.
  let turn = RecursiveLock()
  let isTraced: Bool
  /// Whether tasks that don't name the scheduler are captured. It is stored, because each job needs it, and
  /// reading a static property calls the runtime.
  let isCapturing = Capture.isOn
  /// The file that records the jobs of a traced run, and the stores that use the scheduler's configuration;
  /// nil for none.
  let recorder: TraceFile?
  /// Whether the enqueuers of jobs are recorded.
  let isWatching = Atomic(false)
  /// The number of the running job; 0 if no job is running.
  let running = Atomic(0)
  /// The id of the running job's task.
  let runningTaskID = Atomic(TaskID.none.number)
  let watchedJob = Locked(WatchedJob())
  /// The reporters for an issue about a blocked thread. The reporters are stored here, because only the
  /// blocked thread itself could look up its reporters.
  let reporters: [any IssueReporter]
  /// The running reducer's store and action.
  let reduction = Locked(Reduction())
  let watchedReduction = Locked(WatchedJob())
  /// The location at which the scheduler was created.
  let location: CallSite
  /// The scheduler's owner, such as a test store; nil if the test created the scheduler directly.
  let owner = Locked<String?>(nil)
  private let limitOfBlocking = Locked(Duration.seconds(10))
  /// The number of the latest sleep.
  let sleepNumbers = Atomic(0)
  let machine: VirtualMachine

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - seed: The seed that determines which runnable job runs next. With 0, the oldest runnable job always
  ///     runs next.
  ///   - realTimeLimit: The maximum real time for which a run waits when no job is runnable: for example, for
  ///     the network, for a thread, or for a continuation that other code resumes. If an operation is
  ///     cancelled at this limit, it has the same amount of time to end.
  ///   - time: The policy by which time passes while the scheduler is running an operation. By default, time
  ///     passes only when the operation advances a ``TestClock``.
  ///   - fileID: The file that names the scheduler in issues.
  ///   - filePath: The file's path.
  ///   - line: The line that names the scheduler in issues.
  ///   - column: The column of that line.
  public convenience init(
    seed: UInt64 = 0,
    realTimeLimit: Duration = .seconds(10),
    time: TimePolicy = .manual,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      schedule: Schedule(seed: seed),
      seed: seed,
      realTimeLimit: realTimeLimit,
      time: time,
      isTraced: false,
      location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  init(
    schedule: Schedule,
    seed: UInt64,
    realTimeLimit: Duration,
    time: TimePolicy = .manual,
    isTraced: Bool,
    recorder: TraceFile? = nil,
    location: CallSite
  ) {
    self.location = location
    self.seed = seed
    self.realTimeLimit = realTimeLimit
    self.time = time
    self.isTraced = isTraced
    self.recorder = recorder
    machine = VirtualMachine(seed: seed)
    state = Locked(State(schedule: schedule, location: location))
    reporters = IssueReporting.reporters
    Watchdog.shared.watch(self)
  }

  deinit {
    guard isCapturing else { return }
    CapturedTasks.shared.forget(ObjectIdentifier(self))
    let (jobs, sleeps, cancelled) = state.withLock { ($0.jobs, $0.sleeps, $0.cancelledSleeps) }
    // Sleeping tasks never wake, because waking them would run loops that don't check their cancellation.
    for sleep in sleeps { sleep.release() }
    // The platform runs these jobs instead of the scheduler. A job that prefers the scheduler can't run
    // elsewhere.
    for job in cancelled { troupe_enqueue_with_platform(0, job.pointer) }
    for job in jobs where job.kind == .captured { troupe_enqueue_with_platform(0, job.job.pointer) }
    for job in jobs where job.kind == .main { MainActor.shared.enqueue(job.job) }
  }

  /// The clocks that belong to the scheduler, oldest first.
  var clocks: [TestClock] { state.withLock { $0.clocks.compactMap(\.clock) } }

  /// The maximum number of jobs that may run before the scheduler is idle. The default is a million.
  ///
  /// If time passes automatically, a quarter as many sleeps may end in a run.
  ///
  /// A run that exceeds this limit counts as an endless loop. An issue is reported, and the caller that runs
  /// the jobs continues without the remaining jobs.
  public var stepLimit: Int {
    get { state.withLock { $0.stepLimit } }
    set { state.withLock { $0.stepLimit = newValue } }
  }

  /// The maximum real time that a job may take. The default is ten seconds.
  ///
  /// A job that takes longer counts as blocked, and an issue that names the job's task is reported. In debug
  /// builds, a reducer may take a fifth of this time, which is two seconds by default. If a reducer takes
  /// longer, the issue names the store and the action.
  public var blockLimit: Duration {
    get { limitOfBlocking.withLock { $0 } }
    set { limitOfBlocking.withLock { $0 = newValue } }
  }

  /// The scheduler that runs the current code; nil if no scheduler runs it.
  ///
  /// If ``capturesAllTasks`` is false, the property is nil in tasks that don't prefer the scheduler as their
  /// executor.
  public static var current: Scheduler? {
    let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
    // A task may prefer an executor that isn't a scheduler.
    let preferred = executor.flatMap { executor in
      Watchdog.shared.schedulers.first { $0.asUnownedTaskExecutor() == executor }
    }
    return preferred ?? Capture.owner()
  }

  /// Whether a scheduler runs all tasks that code on the scheduler creates, and controls the clocks that
  /// these tasks read.
  ///
  /// The property is true on Linux if the concurrency runtime supports hooks and `TROUPE_CAPTURE=0` isn't set
  /// in the environment. Otherwise, only tasks that prefer the scheduler as their executor run on it: the
  /// operation, effects, and their child tasks. Stores that were created with the scheduler's configuration
  /// also run on the scheduler.
  public static var capturesAllTasks: Bool { Capture.isOn }

  /// The number of jobs that have run.
  public var steps: Int { state.withLock { $0.steps } }

  /// Whether no job is runnable.
  public var isIdle: Bool { state.withLock { $0.jobs.isEmpty } }

  // MARK: Executor

  /// Adds a job of a task that prefers the scheduler, or of a default actor that such a task uses.
  public func enqueue(_ job: consuming ExecutorJob) {
    add(UnownedJob(job), .preferring)
  }

  /// Adds a job of an actor whose executor is the scheduler.
  ///
  /// `SerialExecutor` and `TaskExecutor` require a method with the same signature. Two separate methods are
  /// used, so that a task that only prefers the scheduler doesn't count as isolated to the scheduler.
  /// Counting such a task as isolated would hide interleavings.
  @_implements(SerialExecutor,enqueue(_:))
  public func enqueueIsolated(_ job: consuming ExecutorJob) {
    add(UnownedJob(job), .pinned)
  }

  func add(_ job: UnownedJob, _ kind: Job.Kind) {
    // The task that starts or resumes another task runs this code, so the current task's name can be recorded
    // here.
    if isTraced { nameCurrentTask() }
    if isWatching.load(ordering: .relaxed), let enqueuer = Self.nameOfCurrentTask {
      state.withLock { $0.enqueuers[enqueuer, default: 0] += 1 }
    }
    let id = TaskID(of: job)
    var dropped: [ProcessTask] = []
    let waiters: [Waiter] = state.withLock { state in
      // The job is discarded, and its task never continues.
      if state.isAbandoned { return [] }
      if !state.sleeps.isEmpty { state.endSleep(of: id) }
      if kind == .preferring, isCapturing { state.recordTask(id, of: self) }
      let task = isTraced ? state.trace.number(of: id) : nil
      let heldUntil = state.steps + state.schedule.hold()
      var new = Job(job: job, id: id, kind: kind, heldUntil: heldUntil, task: task)
      if state.processes != nil {
        new.process = state.processes?.owner(of: job, id, dropping: &dropped) ?? 0
        if state.processes?.hold(new) == true { return [] }
      }
      state.jobs.append(new)
      return state.takeWaiters()
    }
    for task in dropped { task.release() }
    for waiter in waiters { waiter.continuation.resume(returning: true) }
  }

  /// Returns the reference by which actors refer to the scheduler.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Returns the reference by which tasks refer to the scheduler.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}
