/// The result of shutting down a store.
public struct ShutdownReport: Sendable, CustomStringConvertible {
  /// The work with ``OnShutdown/cancel`` that was cancelled when the shutdown began.
  public let cancelledAtOnce: [EffectSnapshot]

  /// The number of effects and actions with ``OnShutdown/cancel`` that waited when the shutdown began, or
  /// that came later. They never began.
  public let skippedCount: Int

  /// The work that hadn't ended by the deadline and was cancelled.
  public let cancelled: [EffectSnapshot]
  /// The cancelled work that was still running when the grace period ended.
  public let stillRunning: [EffectSnapshot]

  /// The number of effects and actions that were still waiting at the deadline, in sequences, under limits
  /// and in throttles. They never began.
  public let forgottenCount: Int

  /// The number of turns that weren't saved when the shutdown ended, because the storage failed or didn't
  /// answer in time; zero in a store without a storage.
  public let unsavedTurns: Int

  /// Whether all effects ended by themselves, apart from those with ``OnShutdown/cancel``, and all turns that
  /// have to be saved are saved.
  public var isClean: Bool {
    cancelled.isEmpty && stillRunning.isEmpty && forgottenCount == 0 && unsavedTurns == 0
  }

  /// The work that was cancelled and the work that still runs, one per line.
  public var description: String {
    var lines: [String] = []
    if !cancelledAtOnce.isEmpty {
      lines.append("Effects with `onShutdown(.cancel)`, cancelled at once: \(cancelledAtOnce.count)")
      lines += cancelledAtOnce.map { "  \($0)" }
    }
    if skippedCount > 0 {
      lines.append("Effects and actions with `onShutdown(.cancel)` that never began: \(skippedCount)")
    }
    if isClean {
      lines.append("All \(lines.isEmpty ? "" : "other ")effects ended by themselves.")
      return lines.joined(separator: "\n")
    }
    if unsavedTurns > 0 { lines.append("Turns that aren't saved: \(unsavedTurns)") }
    lines += ["Effects cancelled: \(cancelled.count)"] + cancelled.map { "  \($0)" }
    if forgottenCount > 0 {
      lines.append("Effects and actions that waited for others and never began: \(forgottenCount)")
    }
    if !stillRunning.isEmpty {
      lines.append("Effects that ignored their cancellation and still run: \(stillRunning.count)")
      lines += stillRunning.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

extension Store {
  /// Ends the store in an orderly way.
  ///
  /// ```swift
  /// let report = await store.shutdown(within: .seconds(10))
  /// if !report.isClean { print(report) }
  /// ```
  ///
  /// The store and its whole tree stop taking actions from outside. Actions that were enqueued before are
  /// still reduced. Effects with ``Effect/onShutdown(_:)`` `.cancel` are cancelled at once. The others
  /// continue until the deadline, with all actions that they send. Then the effects that still run are
  /// cancelled. When they have ended, nothing is reduced any more, the streams of the store end, and tasks
  /// that wait for a state get ``StoreClosed``.
  ///
  /// It resumes when all effects have ended, or when the grace period after the deadline is over. A store
  /// that saves its state saves it once more, including changes by transient actions only. The shutdown waits
  /// for this last save until both durations are over, even if the effects end early. Cancelling the calling
  /// task moves the deadline to now. You can call it more than once, also concurrently: the earliest deadline
  /// counts, and all calls get the same report.
  ///
  /// An effect of the store can't wait for the end of all effects, because it is one of them. If an effect
  /// or one of its child tasks calls this method, that is an issue, and both deadlines are now: everything
  /// is cancelled, and nothing is awaited. A `Task { … }` that the effect started and doesn't await can call
  /// it.
  ///
  /// - Parameters:
  ///   - duration: The time that effects may continue; nil for no limit.
  ///   - grace: The time after that for cancelled effects to end and for the last save; nil for no limit. An
  ///     effect that ignores its cancellation for longer is left running and is listed in the report. Actions
  ///     that it sends are not reduced.
  ///   - clock: The clock for both durations.
  /// - Returns: A report of the work that had to be cancelled.
  @discardableResult
  public func shutdown(
    within duration: Duration?,
    cancellationGrace grace: Duration? = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> ShutdownReport {
    await end(finishing: .upTo(duration, on: clock), cancelling: .upTo(grace, on: clock), "shutdown")
  }

  /// Ends the store without a deadline: effects may finish first, until the task is cancelled, or are
  /// cancelled at once.
  func end(finishing: Bool) async {
    await end(finishing: finishing ? .unlimited : .none, cancelling: .unlimited, "withStore")
  }

  /// Ends the store.
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
    // A cycle of waits that a deadline ends isn't an issue.
    let mayLast = finishing.isUnlimited || cancelling.isUnlimited
    if mayLast || RunningEffect.ofCurrentTask?.isOf(runtime) == true {
      let everything = Waits.Awaited.runtime(ObjectIdentifier(runtime.weakReference))
      guard await Waits.wait(for: everything, call, { await wait() }) else {
        runtime.cancelEverything()
        return runtime.close()
      }
    } else {
      await wait()
    }
    return runtime.close()
  }

  /// Cancels what still runs, and waits for its end and for the last save.
  ///
  /// - Parameters:
  ///   - rest: What is left of the time for the effects. The calling task ends it by its cancellation.
  ///   - grace: The time after that.
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

  /// Waits until no effect is left and everything is saved, or both times are over.
  private func waitForEnd(_ rest: Patience, _ hurry: Signal, _ grace: Patience) async {
    // Without saves, only cancelled effects are left, and the rest is over.
    guard core.runtime.saveQueue != nil else { return await waitForEffects(grace) }
    await withTaskGroup(of: Void.self) { group in
      // It is cancelled when everything is over.
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

  /// Waits until everything is saved, the store has given up, or the task is cancelled.
  private func waitUntilSaved() async {
    // It is closed if the store gave up, and the outcome is in the report.
    _ = await core.runtime.waitUntilSaved(core.runtime.newestTurn, on: home)
  }
}
