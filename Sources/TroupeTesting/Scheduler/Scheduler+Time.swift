import Synchronization
import Troupe
import TroupeTestingHooks

/// A task's sleep on a system clock.
///
/// The pointer refers to a task, and a `Task` is `Sendable`, but the compiler can't infer this from the
/// pointer.
struct CapturedSleep: @unchecked Sendable {
  let number: Int
  let deadline: Duration
  /// The job that ends the sleep when it runs.
  let job: UnownedJob
  /// The sleeping task.
  let task: TaskID
  /// The task's name; nil if the task has no name.
  let name: String?
  let effect: EffectID?
  let isolation: ObjectIdentifier?
  // The task is retained until the sleep ends.
  fileprivate let sleeper: UnsafeMutableRawPointer?

  /// Releases the task.
  func release() { sleeper.map(troupe_release) }
}

extension Scheduler.State {
  /// Ends a task's sleep, because the task runs again. The scheduler frees the sleep's job later.
  mutating func endSleep(of task: TaskID) {
    guard task != .none, let index = sleeps.firstIndex(where: { $0.task == task }) else { return }
    let sleep = sleeps.remove(at: index)
    sleep.release()
    cancelledSleeps.append(sleep.job)
  }
}

extension Scheduler {
  /// The sleeps on the system clocks.
  var sleeps: [CapturedSleep] { state.withLock { $0.sleeps } }

  /// The remaining time of each sleep on a system clock.
  var sleepRests: [Duration] { state.withLock { state in state.sleeps.map { $0.deadline - state.time } } }

  /// The remaining time and the number of the sleep that ends first, among the sleeps on the system clocks.
  var firstSleep: (rest: Duration, number: Int)? {
    state.withLock { state in
      state.sleeps.min { $0.deadline < $1.deadline }.map { ($0.deadline - state.time, $0.number) }
    }
  }

  /// Returns the number for a new sleep on any clock. Sleeps with the same deadline end in the order of their
  /// numbers.
  func nextSleepNumber() -> Int { sleepNumbers.add(1, ordering: .relaxed).newValue }

  /// Records that the current task sleeps for a duration on a system clock.
  ///
  /// The clocks of simulated processes advance in each sleep, as real clocks do. Otherwise, code that sleeps
  /// until the date has reached an instant would never end: a clock counts nanoseconds, and a date has a
  /// fraction of a nanosecond left.
  ///
  /// - Parameter job: The job that ends the sleep.
  func sleep(_ job: UnownedJob, for duration: Duration) {
    let shortest = state.withLock { $0.processes == nil } ? Duration.zero : .microseconds(1)
    let duration = max(duration, shortest)
    guard duration > .zero else { return add(job, .captured) }
    if isTraced { nameCurrentTask() }
    let name = Self.nameOfCurrentTask
    let sleeper = troupe_current_task()
    sleeper.map(troupe_retain)
    let task = sleeper.map { TaskID(of: unsafeBitCast($0, to: UnownedJob.self)) } ?? .none
    let number = nextSleepNumber()
    state.withLock { state in
      let duration = state.processes.map { $0.clock(of: $0.current).scale(duration) } ?? duration
      // The task is going to sleep again, so its earlier sleep has ended.
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

  /// Wakes a sleeping task, unless the sleep was cancelled in the meantime.
  func wake(_ number: Int) {
    let sleep = state.withLock { state in
      state.sleeps.firstIndex { $0.number == number }.map { state.sleeps.remove(at: $0) }
    }
    guard let sleep else { return }
    runHidden(sleep.job)
    sleep.release()
  }

  /// Advances the system clocks that code on the scheduler reads.
  func moveTime(by duration: Duration) {
    let run = state.withLock { state in
      state.time += duration
      return state.run(in: state.processes?.current ?? 0)
    }
    guard isCapturing, troupe_running_job().pointee.scheduler == UnsafeRawPointer(Capture.pointer(to: self))
    else { return }
    machine.setTime(run, of: &troupe_running_job().pointee)
  }

  /// Advances all clocks to the end of the next sleep and wakes the sleeping task.
  ///
  /// - Parameter limit: The time that may pass; nil for any time.
  /// - Returns: The time that has passed; nil if no task is sleeping, or if the sleep ends after the limit.
  func wakeFirstSleeper(within limit: Duration? = nil) -> Duration? {
    let clocks = clocks
    var first = firstSleep.map { (rest: $0.rest, number: $0.number, clock: TestClock?.none) }
    for clock in clocks {
      guard let sleep = clock.firstSleep else { continue }
      if let first, (first.rest, first.number) < (sleep.rest, sleep.number) { continue }
      first = (sleep.rest, sleep.number, clock)
    }
    guard let first else { return nil }
    let rest = max(first.rest, .zero)
    if let limit, rest > limit { return nil }
    for clock in clocks { clock.move(by: rest) }
    moveTime(by: rest)
    if let clock = first.clock { clock.wake(first.number) } else { wake(first.number) }
    return rest
  }

  /// Runs a job that the concurrency runtime created. Such a job does nothing except, in some cases, resume
  /// another task. The jobs of cancelled sleeps are run to free them.
  func runHidden(_ job: UnownedJob) {
    inTurn {
      asRunning(TaskID(of: job), in: state.withLock { $0.run(in: 0) }) {
        job.runSynchronously(isolatedTo: .none, taskExecutor: .none)
      }
    }
  }
}

/// The current real time, even in code that a scheduler runs.
var realNow: ContinuousClock.Instant { Capture.outside { .now } }
