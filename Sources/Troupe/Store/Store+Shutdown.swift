extension Store {
  /// Shuts the store down in an orderly way.
  ///
  /// ```swift
  /// let report = await store.shutdown(within: .seconds(10))
  /// if !report.isComplete { print(report) }
  /// ```
  ///
  /// All stores of the tree stop accepting actions from outside. Actions that were enqueued earlier are still
  /// reduced. Effects with ``Effect/onShutdown(_:)`` `.cancel` are cancelled immediately. The other effects
  /// can continue and send actions until the deadline. At the deadline, the store cancels these effects. When
  /// all effects have ended, the store reduces no more actions, its sequences end, and calls that wait for a
  /// state throw a ``StoreError``.
  ///
  /// The call resumes when all effects have ended, or at the end of the grace period after the deadline. A
  /// store with a storage saves its state once more, including changes by transient actions. The shutdown
  /// waits for this last save, at most until both durations have passed, even if the effects end earlier. If
  /// the calling task is cancelled, the deadline is reached immediately. You can call the method more than
  /// once, even concurrently. The earliest deadline counts, and all calls return the same report.
  ///
  /// An effect of the store can't wait until all effects have ended, because that effect itself would have to
  /// end first. If an effect or one of its child tasks calls this method, the store reports an issue and
  /// treats both deadlines as reached: all effects are cancelled, and the call doesn't wait. If an effect
  /// starts a `Task { … }` without awaiting it, that task can call this method.
  ///
  /// - Parameters:
  ///   - duration: The time for which effects may continue; nil for no limit.
  ///   - grace: The additional time for cancelled effects to end and for the last save; nil for no limit. If
  ///     a cancelled effect is still running after this time, the effect is left running and listed in the
  ///     report, and the actions that the effect sends aren't reduced.
  ///   - clock: The clock that measures both durations. The default measures real time even if the store uses
  ///     another clock, because the system that terminates the process also measures real time.
  /// - Returns: The report of the shutdown, with the effects that were cancelled.
  @discardableResult
  public func shutdown(
    within duration: Duration?,
    cancellationGrace grace: Duration? = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> ShutdownReport {
    await end(finishing: .upTo(duration, on: clock), cancelling: .upTo(grace, on: clock), "shutdown")
  }

  /// Shuts the store down without a deadline. If `finishing` is true, effects continue until they have ended
  /// or the calling task is cancelled. Otherwise, effects are cancelled immediately.
  func end(finishing: Bool) async {
    await end(finishing: finishing ? .unlimited : .none, cancelling: .unlimited, "withStore")
  }

  /// Shuts the store down.
  ///
  /// - Parameters:
  ///   - finishing: The time for which effects may continue.
  ///   - cancelling: The time that cancelled effects have to end.
  ///   - call: The name of the calling method, for issues.
  @discardableResult
  private func end(finishing: Patience, cancelling: Patience, _ call: String) async -> ShutdownReport {
    let runtime = core.runtime
    runtime.drain()
    func wait() async {
      let rest = finishing.countdown()
      await waitForEffects(finishing)
      await cancelAndWait(Task.isCancelled ? .none : rest(), cancelling)
    }
    // A deadlock that ends at a deadline isn't an issue.
    let mayLast = finishing.isUnlimited || cancelling.isUnlimited
    if mayLast || RunningEffect.ofCurrentTask?.isOf(runtime) == true {
      let everything = WaitGraph.Awaited.runtime(ObjectIdentifier(runtime.weakReference))
      guard await WaitGraph.wait(for: everything, call, { await wait() }) else {
        runtime.cancelEverything()
        return runtime.close()
      }
    } else {
      await wait()
    }
    return runtime.close()
  }

  /// Cancels the remaining effects and waits until these effects have ended and the last save is complete.
  ///
  /// - Parameters:
  ///   - rest: The time that remains until the deadline. If the calling task is cancelled, this time ends
  ///     immediately.
  ///   - grace: The time after `rest`.
  private func cancelAndWait(_ rest: Patience, _ grace: Patience) async {
    let runtime = core.runtime
    runtime.cancelEverything()
    runtime.saveQueue?.saveTransientChanges()
    if runtime.isIdle, runtime.saveQueue?.isEverythingSaved != false { return }
    let hurry = Signal()
    // This work continues when the calling task is cancelled.
    let work = Task(executorPreference: runtime.effectExecutor) {
      await self.waitForEnd(rest, hurry, grace)
    }
    await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      hurry.fire()
    }
  }

  /// Waits until no effect is left and all turns are saved, or until both time limits have passed.
  private func waitForEnd(_ rest: Patience, _ hurry: Signal, _ grace: Patience) async {
    // Without saves, only cancelled effects are left, so `rest` no longer applies.
    guard core.runtime.saveQueue != nil else { return await waitForEffects(grace) }
    await withTaskGroup(of: Void.self) { group in
      // This child task is cancelled when the wait ends.
      group.addTask {
        await hurry.wait(upTo: rest)
        await Signal().wait(upTo: grace)
      }
      group.addTask {
        await self.waitForEffects(.unlimited)
        await self.waitUntilSaved()
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Waits until all turns are saved, the store has given up saving, or the task is cancelled.
  private func waitUntilSaved() async {
    // The result isn't needed: if the store gave up saving, the store is closed, and the report contains the
    // outcome.
    _ = await core.runtime.waitUntilSaved(core.runtime.newestTurn, on: isolation)
  }
}
