import Synchronization
import Troupe
import TroupeTestingHooks

/// A sleep on a clock of the machine.
///
/// The object of the sleeping task is `Sendable`, as a `Task` is. Swift can't know this about a pointer.
struct CapturedSleep: @unchecked Sendable {
  let number: Int
  let deadline: Duration
  /// What ends the sleep when it runs.
  let job: UnownedJob
  /// The task that sleeps.
  let task: TaskID
  /// What the task is called, if it has a name.
  let name: String?
  let effect: EffectID?
  let isolation: ObjectIdentifier?
  // The task is kept as long as the sleep.
  fileprivate let sleeper: UnsafeMutableRawPointer?

  /// Lets go of the task.
  func release() { sleeper.map(troupe_release) }
}

extension Scheduler.State {
  /// Records that a task runs again, so that its sleep is over. The scheduler frees what is left of it.
  mutating func endSleep(of task: TaskID) {
    guard task != .none, let index = sleeps.firstIndex(where: { $0.task == task }) else { return }
    let sleep = sleeps.remove(at: index)
    sleep.release()
    cancelledSleeps.append(sleep.job)
  }
}

extension Scheduler {
  /// The tasks that sleep on the clocks of the machine.
  var sleeps: [CapturedSleep] { state.withLock { $0.sleeps } }

  /// How long each of them still sleeps.
  var sleepRests: [Duration] { state.withLock { state in state.sleeps.map { $0.deadline - state.time } } }

  /// The sleep that ends first: how long it still takes, and its number.
  var firstSleep: (rest: Duration, number: Int)? {
    state.withLock { state in
      state.sleeps.min { $0.deadline < $1.deadline }.map { ($0.deadline - state.time, $0.number) }
    }
  }

  /// A number for a sleep on any clock. Sleeps that end at the same time do so in the order of their numbers.
  func nextSleepNumber() -> Int { sleepNumbers.add(1, ordering: .relaxed).newValue }

  /// Lets the current task sleep until time has passed.
  ///
  /// - Parameter job: What ends the sleep.
  func sleep(_ job: UnownedJob, for duration: Duration) {
    guard duration > .zero else { return add(job, .captured) }
    if isTraced { nameCurrentTask() }
    let name = Self.nameOfCurrentTask
    let sleeper = troupe_current_task()
    sleeper.map(troupe_retain)
    let task = sleeper.map { TaskID(of: unsafeBitCast($0, to: UnownedJob.self)) } ?? .none
    let number = nextSleepNumber()
    state.withLock { state in
      // It sleeps again, so an earlier sleep is over.
      state.endSleep(of: task)
      state.sleeps.append(
        CapturedSleep(
          number: number,
          deadline: .nanoseconds(state.time.nanoseconds) + duration,
          job: job,
          task: task,
          name: name,
          effect: CurrentEffect.id,
          isolation: CurrentEffect.isolationID,
          sleeper: sleeper
        )
      )
    }
  }

  /// Wakes the task of a sleep, unless that was cancelled in the meantime.
  func wake(_ number: Int) {
    let sleep = state.withLock { state in
      state.sleeps.firstIndex { $0.number == number }.map { state.sleeps.remove(at: $0) }
    }
    guard let sleep else { return }
    runHidden(sleep.job)
    sleep.release()
  }

  /// Moves the clocks of the machine.
  func moveTime(by duration: Duration) {
    let time = state.withLock { state in
      state.time += duration
      return state.time
    }
    guard Capture.isOn, troupe_running_job().pointee.scheduler == UnsafeRawPointer(Capture.pointer(to: self))
    else { return }
    machine.setTime(time, of: &troupe_running_job().pointee)
  }

  /// Moves all clocks to the end of the next sleep, and wakes its task. Returns false if nothing sleeps.
  func wakeFirstSleeper() -> Bool {
    let clocks = clocks
    var first = firstSleep.map { (rest: $0.rest, number: $0.number, clock: TestClock?.none) }
    for clock in clocks {
      guard let sleep = clock.firstSleep else { continue }
      if let first, (first.rest, first.number) < (sleep.rest, sleep.number) { continue }
      first = (sleep.rest, sleep.number, clock)
    }
    guard let first else { return false }
    let rest = max(first.rest, .zero)
    for clock in clocks { clock.move(by: rest) }
    moveTime(by: rest)
    if let clock = first.clock { clock.wake(first.number) } else { wake(first.number) }
    return true
  }

  /// Frees what is left of sleeps that were cancelled.
  func clearCancelledSleeps() {
    guard Capture.isOn else { return }
    let jobs = state.withLock { state in
      guard !state.cancelledSleeps.isEmpty else { return [UnownedJob]() }
      defer { state.cancelledSleeps = [] }
      return state.cancelledSleeps
    }
    for job in jobs { runHidden(job) }
  }

  /// Runs a job of the concurrency runtime, which does no more than to resume another task, if anything.
  private func runHidden(_ job: UnownedJob) {
    inTurn {
      asRunning(TaskID(of: job)) { job.runSynchronously(isolatedTo: .none, taskExecutor: .none) }
    }
  }
}

/// The real time, also in code that a scheduler runs.
var realNow: ContinuousClock.Instant { Capture.outside { .now } }
