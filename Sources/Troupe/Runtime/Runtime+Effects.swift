import Synchronization

/// The tasks of effects: their starts, their actions and their ends. All members belong to the store's
/// executor.
extension Runtime {
  /// Begins an effect at its site. The effect's work starts at the end of the turn.
  @inline(__always)
  func begin(_ effect: ResolvedEffect, _ origin: Engine.Origin) { engine.begin(effect, origin) }

  /// Starts the task of an effect's work. The task inherits the current task-local values.
  func start(_ start: Engine.Start) {
    let work = tracer.map { traced(start, in: $0) } ?? start.work
    let origin = work.origin
    let effect = RunningEffect(
      id: start.id,
      name: origin.name,
      location: origin.location,
      route: start.route,
      isAlone: start.isAlone,
      host: weakReference,
      isolation: isolation
    )
    let made = origin.dependencies
    let here = dependencies?.setOverrides
    let overrides =
      origin.hasDecidedDependencies ? made : DependencyOverrides.ofWork(madeUnder: made, in: here)
    let carried = TaskDependencies(overrides: overrides, carrier: effect)
    // The values are bound here and not in the task, because a binding in the task would take stack space in
    // the work's frame.
    let task = carried.bind {
      // A test's scheduler is both. To retain it once more takes longer than this check.
      if let naming { return work.start(in: effect, on: nil, naming: naming) }
      return work.start(in: effect, on: effectExecutor, naming: nil)
    }
    if origin.priority != nil { hasPriorities.store(true, ordering: .relaxed) }
    let running = RunningTask(effect: effect, task: .effect(task))
    if let priority = start.priority { running.raise(to: priority) }
    keep(running)
  }

  /// Raises the priority of all work that a cascade is running or will start.
  func raise(_ cascade: CascadeID, to priority: Priority) {
    for id in engine.raise(cascade, to: priority) { tasks[id]?.raise(to: priority) }
  }

  private func keep(_ task: RunningTask) {
    tasks.add(task)
  }

  /// Reduces an effect's action if the effect is still running. Returns the turn that the effect has to wait
  /// for; nil for none.
  func deliver(_ leaf: any AnyQueuedAction, from effect: RunningEffect) -> UInt64? {
    accept(leaf.value, from: effect) { core.reduce(leaf, $0) }
  }

  /// Reduces an action that has the store's action type, without a wrapper object. Returns the turn that the
  /// effect has to wait for; nil for none.
  func deliver<Action: Sendable>(action: Action, from effect: RunningEffect) -> UInt64? {
    accept(action, from: effect) { core.reduce(action: action, $0) }
  }

  /// Calls a closure with an effect's cascade if the effect is allowed to send actions. Otherwise, drops the
  /// action.
  @inline(__always)
  private func accept(
    _ action: @autoclosure () -> any Sendable,
    from effect: RunningEffect,
    _ reduce: (CascadeID) -> Void
  ) -> UInt64? {
    enter {
      guard !Task.isCancelled, let cascade = engine.accepts(effect.id), !isCancelled(cascade) else {
        drop(action(), from: effect)
        return nil
      }
      if let tracer { recordArrival(from: effect.id, in: tracer) }
      runTurn(for: cascade) { reduce(cascade) }
      return saveQueue?.newest
    }
  }

  private func drop(_ action: any Sendable, from effect: RunningEffect) {
    countDroppedAction()
    if engine.hasListeners {
      let traced = engine.origin(of: effect.id)?.traced ?? TracedCause.current
      tellDropped(causeSummary(action), traced)
    }
    guard effect.hasEnded, !Task.isCancelled else { return }
    reportIssue(
      """
      The action \(text(of: action)) was sent by the effect \(effect.label), which had already \
      ended, so the action was dropped.

      The effect's `send` has most likely escaped into a task or a callback that outlives its operation. Keep \
      the operation running until all actions are sent: use a task group or `.stream` in it, or a continuation.
      """,
      at: effect.location
    )
  }

  /// Runs a turn on behalf of an effect, without reducing an action of the effect.
  @inline(__always)
  private func runTurn<Result>(of effect: RunningEffect, _ body: () -> Result) -> Result {
    enter { runTurn(for: engine.cascade(of: effect.id), body) }
  }

  /// Ends an effect whose task has ended.
  func end(_ effect: RunningEffect, error: (any Error)?) {
    runTurn(of: effect) {
      let isActive = engine.isActive(effect.id)
      if let error, isActive, let origin = engine.origin(of: effect.id) {
        fail(effect, origin, error)
        engine.failedPause(effect.id)
      }
      effect.mark(isActive ? .ended : .cancelled)
      tasks.remove(effect.id)
      engine.ended(effect.id)
    }
  }

  /// Finishes a cancelled effect after its task has ended. This method may run in a different task. That
  /// task's task-local values don't matter, because finishing a cancelled effect runs no code that could
  /// inherit these values.
  func endCancelled(_ effect: RunningEffect) {
    runTurn {
      tasks.remove(effect.id)
      engine.ended(effect.id)
    }
  }

  /// Cancels the effects with an id, on behalf of a running effect.
  func cancel(_ id: CancelID, from effect: RunningEffect) {
    runTurn(of: effect) {
      if engine.isActive(effect.id) { engine.cancel(id: id, onBehalfOf: effect.id) }
    }
  }

  /// Starts work inside an effect under a separate id; returns nil if the effect has ended.
  func startSubtask<Success: Sendable>(
    of parent: RunningEffect,
    id: CancelID,
    cancelInFlight: Bool,
    carrying carried: TaskDependencies,
    operation: @escaping @Sendable () async throws -> Success
  ) -> RunningSubtask<Success>? {
    runTurn(of: parent) {
      guard let subtaskID = engine.beginSubtask(of: parent.id, id: id, cancelInFlight: cancelInFlight) else {
        return nil
      }
      let subtask = RunningEffect(id: subtaskID, subtaskOf: parent)
      let owner = SubtaskContext(of: parent)
      let own = TaskDependencies(overrides: carried.overrides, carrier: owner)
      let task = Task(executorPreference: effectExecutor) {
        try await own.bind {
          owner.mark.set()
          defer { owner.mark.clear() }
          return try await operation()
        }
      }
      keep(RunningTask(effect: subtask, task: .subtask(cancel: { task.cancel() })))
      return RunningSubtask(effect: subtask, task: task)
    }
  }
}
