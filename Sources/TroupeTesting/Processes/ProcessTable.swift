import Troupe
import TroupeTestingHooks

/// The simulated processes that a scheduler runs, and the tasks that belong to each process.
///
/// A task belongs to the process whose code creates the task, for as long as the task exists. A job without a
/// task, such as an actor's, belongs to the process whose code enqueues the job. Process 0 is the test.
struct ProcessTable {
  /// The state of a process.
  enum Status {
    case running
    /// The process's jobs wait until the process is resumed.
    case paused
    /// The process's jobs never run, except to unwind the process after the run.
    case ended
  }

  /// The clocks that a process reads.
  struct Clock {
    /// The scheduler's time since which the drift is measured, in nanoseconds.
    var start: Int64 = 0
    /// The nanoseconds that the process's monotonic clocks had gained at `start`.
    var gained: Int64 = 0
    /// The nanoseconds by which the process's date is ahead of the scheduler's date.
    var wallOffset: Int64 = 0
    /// The seconds that the process's monotonic clocks gain in each second.
    var drift = 0.0

    /// Returns the time of the process's monotonic clocks at a time of the scheduler.
    func elapsed(at time: Int64) -> Int64 {
      time + gained + (drift == 0 ? 0 : Int64(Double(time - start) * drift))
    }

    /// Corrects the date, and lets the monotonic clocks run at the right speed from now on.
    mutating func correct(at time: Int64) {
      gained = elapsed(at: time) - time
      (start, drift, wallOffset) = (time, 0, -gained)
    }

    /// Returns the scheduler's duration in which the process's monotonic clocks advance by a duration.
    func scale(_ duration: Duration) -> Duration { drift == 0 ? duration : duration / (1 + drift) }
  }

  private struct Member {
    let name: String
    var status = Status.running
    var clock = Clock()
    /// The jobs that don't run, because the process is paused or has ended.
    var jobs: [Scheduler.Job] = []
    /// The sleeps that don't end, because the process has ended.
    var sleeps: [CapturedSleep] = []
    /// The process's tasks, which are retained so that they can be cancelled.
    var tasks: [ProcessTask] = []
    /// The number of retained tasks at which tasks that have ended are released.
    var tasksToKeep = 256
  }

  private var members = [Member(name: "the test")]
  private var owners: [TaskID: Int] = [:]

  /// Adds a process and returns its number.
  mutating func add(_ name: String, at time: Int64, clock: Clock) -> Int {
    var member = Member(name: name)
    member.clock = clock
    member.clock.start = time
    members.append(member)
    return members.count - 1
  }

  func status(of process: Int) -> Status { members[process].status }
  func name(of process: Int) -> String { members[process].name }
  func clock(of process: Int) -> Clock { members[process].clock }
  mutating func setClock(_ clock: Clock, of process: Int) { members[process].clock = clock }

  /// The process of the code that this thread is running.
  var current: Int {
    let here = troupe_running_job().pointee
    if here.isProcessForced { return Int(here.process) }
    if let task = troupe_current_task() {
      if let owner = owners[TaskID(of: unsafeBitCast(task, to: UnownedJob.self))] { return owner }
    }
    return Int(here.process)
  }

  /// Returns the process to which a job belongs. Records the job's task if the task is new.
  ///
  /// - Parameter dropped: Receives tasks that have ended, which the caller releases without the lock.
  mutating func owner(of job: UnownedJob, _ id: TaskID, dropping dropped: inout [ProcessTask]) -> Int {
    guard id != .none else { return current }
    if let owner = owners[id] { return owner }
    let owner = current
    owners[id] = owner
    if owner != 0 {
      members[owner].tasks.append(ProcessTask(retaining: job.pointer, id: id))
      releaseEndedTasks(of: owner, into: &dropped)
    }
    return owner
  }

  private mutating func releaseEndedTasks(of process: Int, into dropped: inout [ProcessTask]) {
    guard members[process].tasks.count >= members[process].tasksToKeep else { return }
    dropped += members[process].tasks.filter(\.hasEnded)
    members[process].tasks.removeAll(where: \.hasEnded)
    members[process].tasksToKeep = max(256, members[process].tasks.count * 2)
  }

  /// Keeps a job of a process that isn't running. Returns false if the process is running.
  mutating func hold(_ job: Scheduler.Job) -> Bool {
    guard members[job.process].status != .running else { return false }
    members[job.process].jobs.append(job)
    return true
  }

  /// Stops a process and keeps its jobs. If the process has ended, its sleeps are kept, too.
  mutating func stop(
    _ process: Int,
    as status: Status,
    _ jobs: inout [Scheduler.Job],
    _ sleeps: inout [CapturedSleep]
  ) {
    members[process].status = status
    members[process].jobs += jobs.filter { $0.process == process }
    jobs.removeAll { $0.process == process }
    guard status == .ended else { return }
    members[process].sleeps += sleeps.filter { owners[$0.task] == process }
    sleeps.removeAll { owners[$0.task] == process }
  }

  /// Lets a process run again and returns its jobs.
  mutating func resume(_ process: Int) -> (jobs: [Scheduler.Job], sleeps: [CapturedSleep]) {
    defer { (members[process].jobs, members[process].sleeps) = ([], []) }
    members[process].status = .running
    return (members[process].jobs, members[process].sleeps)
  }

  /// Removes and returns the tasks of all processes.
  mutating func takeTasks() -> [ProcessTask] {
    defer { for index in members.indices { members[index].tasks = [] } }
    return members.flatMap(\.tasks)
  }

  /// The numbers of all processes.
  var processes: Range<Int> { 1..<members.count }
}

/// A task of a simulated process.
///
/// The pointer refers to a task, and a `Task` is `Sendable`, but the compiler can't infer this from the
/// pointer.
struct ProcessTask: @unchecked Sendable {
  let id: TaskID
  private let pointer: UnsafeMutableRawPointer

  init(retaining pointer: UnsafeMutableRawPointer, id: TaskID) {
    troupe_retain(pointer)
    self.id = id
    self.pointer = pointer
  }

  /// Whether the task has ended. A task holds a reference to itself until it ends.
  var hasEnded: Bool { troupe_retain_count(pointer) == 1 }

  func cancel() { troupe_cancel_task(pointer) }
  func release() { troupe_release(pointer) }
}
