/// The result of shutting down a store.
public struct ShutdownReport: Sendable, CustomStringConvertible {
  /// The effects with ``OnShutdown/cancel`` that were cancelled when the shutdown began.
  public let cancelledAtOnce: [EffectSnapshot]

  /// The number of effects and actions with ``OnShutdown/cancel`` that were waiting when the shutdown began,
  /// or that were added later. They never started.
  public let skippedCount: Int

  /// The effects that hadn't ended by the deadline and were cancelled.
  public let cancelled: [EffectSnapshot]
  /// The cancelled effects that were still running at the end of the grace period.
  public let stillRunning: [EffectSnapshot]

  /// The number of effects and actions that were still waiting at the deadline, in sequences, under limits
  /// and in throttles. They never started.
  public let forgottenCount: Int

  /// The number of turns that were still unsaved when the shutdown ended, because the storage failed or
  /// didn't answer in time; zero in a store without a storage.
  public let unsavedTurnCount: Int

  /// Whether all effects except those with ``OnShutdown/cancel`` ended by themselves, and all turns that have
  /// to be saved are saved.
  public var isComplete: Bool {
    cancelled.isEmpty && stillRunning.isEmpty && forgottenCount == 0 && unsavedTurnCount == 0
  }

  /// The effects that were cancelled and the effects that still run, one per line.
  public var description: String {
    var lines: [String] = []
    if !cancelledAtOnce.isEmpty {
      lines.append("Effects with `onShutdown(.cancel)` that were cancelled at once: \(cancelledAtOnce.count)")
      lines += cancelledAtOnce.map { "  \($0)" }
    }
    if skippedCount > 0 {
      lines.append("Effects and actions with `onShutdown(.cancel)` that never started: \(skippedCount)")
    }
    if isComplete {
      lines.append("All \(lines.isEmpty ? "" : "other ")effects ended by themselves.")
      return lines.joined(separator: "\n")
    }
    if unsavedTurnCount > 0 { lines.append("Unsaved turns: \(unsavedTurnCount)") }
    lines += ["Effects cancelled: \(cancelled.count)"] + cancelled.map { "  \($0)" }
    if forgottenCount > 0 {
      lines.append("Waiting effects and actions that never started: \(forgottenCount)")
    }
    if !stillRunning.isEmpty {
      lines.append("Effects that ignored their cancellation and are still running: \(stillRunning.count)")
      lines += stillRunning.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

extension Store {
  /// Shuts the store down in an orderly way.
  ///
  /// ```swift
  /// let report = await store.shutdown(within: .seconds(10))
  /// if !report.isComplete { print(report) }
  /// ```
  ///
  /// The store and its whole tree stop accepting actions from outside. Actions that were enqueued before are
  /// still reduced. Effects with ``Effect/onShutdown(_:)`` `.cancel` are cancelled at once. The other effects
  /// continue until the deadline, with all actions that they send; at the deadline, they are cancelled. When
  /// all effects have ended, the store reduces no more actions, its streams end, and tasks that wait for a
  /// state get ``StoreError``.
  ///
  /// The call resumes when all effects have ended, or at the end of the grace period after the deadline. A
  /// store with a storage saves its state once more, including changes by transient actions. The shutdown
  /// waits for this last save until both durations have passed, even if the effects end earlier. Cancelling
  /// the calling task moves the deadline to now. You can call the method more than once, also concurrently:
  /// the earliest deadline counts, and all calls return the same report.
  ///
  /// An effect of the store can't wait for the end of all effects, because it is one of them. If an effect or
  /// one of its child tasks calls this method, the store reports an issue and treats both deadlines as now:
  /// all effects are cancelled, and the call doesn't wait. A `Task { … }` that the effect starts and doesn't
  /// await can call it.
  ///
  /// - Parameters:
  ///   - duration: The time for which effects may continue; nil for no limit.
  ///   - grace: The additional time for cancelled effects to end and for the last save; nil for no limit. An
  ///     effect that ignores its cancellation for longer is left running and listed in the report. Actions
  ///     that it sends are not reduced.
  ///   - clock: The clock that measures both durations. Its default is real time even if the store's clock is
  ///     another, because the system that ends the process counts real time.
  /// - Returns: A report of the effects that were cancelled.
  @discardableResult
  public func shutdown(
    within duration: Duration?,
    cancellationGrace grace: Duration? = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> ShutdownReport {
    await end(finishing: .upTo(duration, on: clock), cancelling: .upTo(grace, on: clock), "shutdown")
  }

  /// Shuts the store down without a deadline: effects either finish until the task is cancelled, or are
  /// cancelled at once.
  func end(finishing: Bool) async {
    await end(finishing: finishing ? .unlimited : .none, cancelling: .unlimited, "withStore")
  }

  /// Shuts the store down.
  ///
  /// - Parameters:
  ///   - finishing: How long effects may continue.
  ///   - cancelling: How long cancelled effects may take to end.
  ///   - call: The caller, for issues.
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

  /// Cancels the remaining effects, and waits for their end and for the last save.
  ///
  /// - Parameters:
  ///   - rest: The remaining time for the effects. Cancelling the calling task ends it.
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

  /// Waits until no effect is left and all turns are saved, or until both time limits are reached.
  private func waitForEnd(_ rest: Patience, _ hurry: Signal, _ grace: Patience) async {
    // Without saves, only cancelled effects are left, so `rest` no longer applies.
    guard core.runtime.saveQueue != nil else { return await waitForEffects(grace) }
    await withTaskGroup(of: Void.self) { group in
      // It is cancelled when the wait ends.
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
    // The store is closed if it gave up saving. The report contains the outcome.
    _ = await core.runtime.waitUntilSaved(core.runtime.newestTurn, on: isolation)
  }
}
