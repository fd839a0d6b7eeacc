import Synchronization
import Troupe
import TroupeInstruments

extension Scheduler {
  /// Waits until no other job is runnable.
  ///
  /// The method resumes when each task on the scheduler has ended or is waiting for a clock, for another
  /// task, or for work outside the scheduler. If no other caller drives the scheduler, for example in a
  /// test's plain body, this method runs the jobs on the current thread, like
  /// ``drain(fileID:filePath:line:column:)``. Cancellation has no effect.
  ///
  /// If ``stepLimit`` jobs have run and other jobs are still runnable, an issue is reported, and the method
  /// resumes.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func settle(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await settle(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func settle(at location: CallSite) async {
    if isTraced { nameCurrentTask() }
    await withCheckedContinuation { continuation in
      let (mustDrive, waiters) = state.withLock { state in
        state.settling.append(continuation)
        defer { state.isDriven = true }
        return (!state.isDriven, state.takeWaiters())
      }
      for waiter in waiters { waiter.continuation.resume(returning: true) }
      if mustDrive { drive(at: location) }
    }
  }

  /// Runs jobs on the current thread until no job is runnable.
  ///
  /// Another thread can run jobs in the meantime. If you call the method in a job, the other jobs run before
  /// that job continues.
  ///
  /// If ``stepLimit`` jobs have run and other jobs are still runnable, an issue is reported, and the method
  /// returns.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func drain(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    drain(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func drain(at location: CallSite) {
    if beginDriving() {
      drive(at: location)
    } else {
      _ = runAll(at: location)
    }
  }

  /// Waits until a job is runnable or a task is waiting for the scheduler to be idle. Callers that run the
  /// jobs with `drain` use this method.
  ///
  /// The method returns true as soon as there is work, and false at the time limit. Cancellation has no
  /// effect.
  ///
  /// - Parameter limit: The maximum real time to wait. No other limit applies to work outside the scheduler.
  package func waitForWork(within limit: Duration) async -> Bool {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    var timer: Task<Void, any Error>?
    defer { timer?.cancel() }
    return await withCheckedContinuation { continuation in
      let hasWork = state.withLock { state in
        let hasWork = !state.jobs.isEmpty || !state.settling.isEmpty
        if !hasWork { state.waiters.append(Waiter(number: number, continuation: continuation)) }
        return hasWork
      }
      if hasWork { return continuation.resume(returning: true) }
      // The timer starts only after the waiter is registered. Otherwise, the timer could fire too early, and
      // no other code would wake the waiter.
      timer = Capture.outside {
        Task.detached {
          try await Task.sleep(for: limit)
          let waiter = self.state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
          }
          waiter?.continuation.resume(returning: false)
        }
      }
    }
  }

  /// Makes the caller the driver that runs the jobs. Returns false if the scheduler already has a driver.
  func beginDriving() -> Bool {
    state.withLock { state in
      defer { state.isDriven = true }
      return !state.isDriven
    }
  }

  func endDriving() { state.withLock { $0.isDriven = false } }

  /// Runs jobs, and wakes tasks that are waiting for the scheduler to be idle, until there is no work.
  /// Returns false if the step limit is reached.
  private func runAll(at location: CallSite) -> Bool {
    var stretch = Stretch(self, at: location)
    while true {
      switch stretch.next() {
      case .ran: continue
      case .idle: return true
      case .endless: return false
      }
    }
  }

  /// Runs jobs on behalf of all callers that need them to run.
  private func drive(at location: CallSite) {
    while true {
      let isEndless = !runAll(at: location)
      let isDone = state.withLock { state in
        let isDone = isEndless || state.jobs.isEmpty && state.settling.isEmpty
        if isDone { state.isDriven = false }
        return isDone
      }
      if isDone { return }
    }
  }

  /// Wakes a task that is waiting for the scheduler to be idle. Returns false if no task is waiting.
  func wakeNext() -> Bool {
    let next = state.withLock { $0.settling.isEmpty ? nil : $0.settling.removeFirst() }
    next?.resume()
    return next != nil
  }

  /// Runs the next job. Returns false if no job is runnable and no job runs on another thread.
  func runNext() -> Bool { inTurn { runNextInTurn() } }

  private func runNextInTurn() -> Bool {
    guard let next = takeNext() else { return false }
    // Only the thread that has the turn changes these values. An exchange takes longer than a load and a
    // store.
    let outerStep = running.load(ordering: .relaxed)
    let outerTask = runningTaskID.load(ordering: .relaxed)
    running.store(next.step, ordering: .relaxed)
    runningTaskID.store(next.job.id.number, ordering: .relaxed)
    if let recorder {
      state.withLock {
        $0.trace.beginJob(next.job.task, in: next.step, at: recorder.time(from: $0.time.nanoseconds))
      }
    }
    run(next.job, in: next.run)
    if let recorder { state.withLock { $0.trace.endJob(at: recorder.time(from: $0.time.nanoseconds)) } }
    running.store(outerStep, ordering: .relaxed)
    runningTaskID.store(outerTask, ordering: .relaxed)
    if isTraced { state.withLock { $0.trace.current = next.outer } }
    return true
  }

  // Inlined, because copying the result through memory takes 20 ns for each job.
  @inline(__always)
  private func takeNext() -> Next? {
    while true {
      switch state.withLock({ $0.takeNext(isTraced: isTraced) }) {
      case .job(let next): return next
      case .cancelledSleeps: runCancelledSleeps()
      case .none: return nil
      }
    }
  }

  private func runCancelledSleeps() {
    let jobs = state.withLock { state in
      defer { state.cancelledSleeps = [] }
      return state.cancelledSleeps
    }
    for job in jobs { runHidden(job) }
  }
}

/// The job that runs next.
private struct Next {
  let job: Scheduler.Job
  let step: Int
  let run: VirtualMachine.RunState
  /// The number of the task whose job is interrupted; nil if none is, or if the run isn't traced.
  let outer: Int?
}

/// What runs next.
private enum Turn {
  case job(Next)
  case cancelledSleeps
}

extension Scheduler.State {
  /// Returns what runs next: the jobs of cancelled sleeps if there are any, or else the next job according to
  /// the schedule, which is removed. Returns nil if no job is runnable.
  fileprivate mutating func takeNext(isTraced: Bool) -> Turn? {
    guard cancelledSleeps.isEmpty else { return .cancelledSleeps }
    guard !jobs.isEmpty else {
      hasGivenUp = false
      return nil
    }
    steps += 1
    let place = schedule.place(in: jobs, at: steps)
    let job = jobs.remove(at: place)
    let outer = trace.current
    if isTraced {
      if place > 0 { trace.record(step: steps, task: job.task, before: jobs[..<place].map(\.task)) }
      trace.current = job.task
    }
    return .job(Next(job: job, step: steps, run: run(in: job.process), outer: outer))
  }
}
