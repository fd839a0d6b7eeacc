import Troupe
import TroupeTestingHooks

extension Scheduler {
  /// The number of the simulated process to which the current code belongs; 0 if the code belongs to the
  /// test.
  package var currentProcess: Int { state.withLock { $0.processes?.current ?? 0 } }

  /// Adds a simulated process and returns its number. No number is used twice.
  ///
  /// - Parameters:
  ///   - name: The process's name, for messages.
  ///   - wallOffset: The duration by which the process's date is ahead.
  ///   - drift: The seconds that the process's monotonic clocks gain in each second.
  package func addProcess(_ name: String, wallOffset: Duration = .zero, drift: Double = 0) -> Int {
    state.withLock { state in
      var processes = state.processes ?? ProcessTable()
      defer { state.processes = processes }
      let clock = ProcessTable.Clock(wallOffset: wallOffset.nanoseconds, drift: drift)
      return processes.add(name, at: state.time.nanoseconds, clock: clock)
    }
  }

  /// Runs code as part of a process. The tasks that the code creates belong to the process.
  package func inProcess<Result, Failure: Error>(
    _ process: Int,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let here = troupe_running_job()
    let (before, wasForced) = (here.pointee.process, here.pointee.isProcessForced)
    (here.pointee.process, here.pointee.isProcessForced) = (Int32(process), true)
    defer { (here.pointee.process, here.pointee.isProcessForced) = (before, wasForced) }
    return try body()
  }

  /// Ends a process between two jobs: its runnable jobs, its sleeps and all its later jobs never run, except
  /// to unwind the process. If the process is running the current job, the job continues to its end.
  package func endProcess(_ process: Int) { stop(process, as: .ended) }

  /// Holds back a process's jobs until ``resumeProcess(_:)`` is called. Time passes meanwhile.
  package func pauseProcess(_ process: Int) {
    state.withLock { state in
      guard state.processes?.status(of: process) == .running else { return }
      state.processes?.stop(process, as: .paused, &state.jobs, &state.sleeps)
    }
  }

  /// Lets a paused process continue.
  package func resumeProcess(_ process: Int) {
    let waiters: [Waiter] = state.withLock { state in
      guard state.processes?.status(of: process) == .paused else { return [] }
      return state.resume(process)
    }
    for waiter in waiters { waiter.continuation.resume(returning: true) }
  }

  /// Whether a process has ended.
  package func hasEnded(_ process: Int) -> Bool {
    state.withLock { $0.processes?.status(of: process) == .ended }
  }

  /// Whether a process is paused.
  package func isPaused(_ process: Int) -> Bool {
    state.withLock { $0.processes?.status(of: process) == .paused }
  }

  /// Advances a process's date by a duration, which may be negative.
  package func moveDate(of process: Int, by duration: Duration) {
    state.withLock { state in
      guard var clock = state.processes?.clock(of: process) else { return }
      clock.wallOffset += duration.nanoseconds
      state.processes?.setClock(clock, of: process)
    }
  }

  /// Corrects a process's date, and lets its monotonic clocks run at the right speed from now on.
  package func correctClock(of process: Int) {
    state.withLock { state in
      guard var clock = state.processes?.clock(of: process) else { return }
      clock.correct(at: state.time.nanoseconds)
      state.processes?.setClock(clock, of: process)
    }
  }

  /// The virtual time that has passed since the scheduler was created.
  package var virtualTime: Duration { state.withLock { $0.time } }

  /// Cancels all tasks of all processes and runs them until no job is runnable.
  ///
  /// Tasks that ended processes would otherwise never release their memory. The caller makes the simulated
  /// world fail each call, and ignores issues, before it calls this method.
  ///
  /// - Parameter limit: The maximum number of jobs to run, because a task may ignore its cancellation.
  /// - Returns: The names of the tasks that haven't ended. They keep their memory. Most likely, they wait for
  ///   a continuation that no code resumes.
  package func unwindProcesses(limit: Int = 100_000) -> [String] {
    state.withLock { state in
      for process in state.processes?.processes ?? 0..<0 { _ = state.resume(process) }
    }
    let tasks = state.withLock { $0.processes?.takeTasks() ?? [] }
    for task in tasks { task.cancel() }
    var count = 0
    while count < limit, runNext() { count += 1 }
    // Tasks that the unwinding created are cancelled, too.
    let later = state.withLock { $0.processes?.takeTasks() ?? [] }
    for task in later { task.cancel() }
    while count < limit, runNext() { count += 1 }
    let all = tasks + later
    let remaining = all.filter { !$0.hasEnded }
    let names = remaining.map { task in
      state.withLock { $0.name(of: task.id) }?() ?? "a task without a name"
    }
    for task in all { task.release() }
    return names
  }

  private func stop(_ process: Int, as status: ProcessTable.Status) {
    state.withLock { $0.processes?.stop(process, as: status, &$0.jobs, &$0.sleeps) }
  }
}

extension Scheduler.State {
  /// Makes a process's jobs runnable. Returns the waiters to resume.
  fileprivate mutating func resume(_ process: Int) -> [Scheduler.Waiter] {
    guard let held = processes?.resume(process) else { return [] }
    jobs += held.jobs
    sleeps += held.sleeps
    return held.jobs.isEmpty ? [] : takeWaiters()
  }
}

extension Scheduler {
  /// Records the process of a new task, which may not have a job yet.
  func recordProcess(of job: UnownedJob, _ task: TaskID) {
    var dropped: [ProcessTask] = []
    state.withLock { state in
      if state.processes != nil { _ = state.processes?.owner(of: job, task, dropping: &dropped) }
    }
    for task in dropped { task.release() }
  }
}

extension Scheduler {
  /// Ignores all later failures of the current run of an exploration.
  package func ignoreLaterFailures() { RunFailures.current?.close() }
}
