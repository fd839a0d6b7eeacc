/// What shutting down a store had to do.
public struct ShutdownReport: Sendable, CustomStringConvertible {
  /// The work that had not ended by the deadline and was cancelled.
  public let cancelled: [EffectSnapshot]
  /// The part of it that ignored its cancellation and still ran when waiting ended.
  public let stillRunning: [EffectSnapshot]

  /// How many pieces of work and actions still waited at the deadline, in sequences, under limits and in throttles.
  /// They never began.
  public let forgottenCount: Int

  /// Whether all effects ended by themselves.
  public var isClean: Bool { cancelled.isEmpty && forgottenCount == 0 }

  /// What was cancelled and what still runs, a line each.
  public var description: String {
    if isClean { return "All effects ended by themselves." }
    var lines = ["Effects cancelled: \(cancelled.count)"] + cancelled.map { "  \($0)" }
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
  /// The store, with its whole tree, takes no actions from outside any more. What was enqueued before is
  /// still reduced, and its effects go on, with all that they send, until the deadline. What runs then is
  /// cancelled and waited for. Afterwards nothing is reduced, the streams of the store end, and those who
  /// wait for a state get ``StoreClosed``.
  ///
  /// It resumes when all effects have ended, at the latest when the time for ending after cancellation is
  /// over as well. Cancelling the calling task brings the deadline forward to now. It may be called more than
  /// once; the earliest deadline counts.
  ///
  /// - Parameters:
  ///   - duration: How long effects may go on.
  ///   - grace: How long to wait for effects to end after they were cancelled. What ignores its cancellation for longer is
  ///     left behind and named in the report; nothing that it sends is reduced.
  ///   - clock: The clock for both.
  /// - Returns: What had to be cancelled.
  @discardableResult
  public func shutdown(
    within duration: Duration,
    cancellationGrace grace: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) async -> ShutdownReport {
    let runtime = core.runtime
    runtime.drain()
    await waitForIdle { try? await clock.sleep(for: duration) }
    let cancelled = runtime.snapshots
    let forgottenCount = runtime.engine.waitingCount
    runtime.cancelEverything()
    await shielded { await $0.waitForIdle { try? await clock.sleep(for: grace) } }
    let stillRunning = runtime.snapshots
    runtime.close()
    return ShutdownReport(
      cancelled: cancelled,
      stillRunning: stillRunning,
      forgottenCount: forgottenCount
    )
  }

  /// Ends the store without a deadline: effects may finish first, until the task is cancelled, or are
  /// cancelled at once.
  func end(finishing: Bool) async {
    core.runtime.drain()
    if finishing { await waitForIdle(timeout: nil) }
    core.runtime.cancelEverything()
    await shielded { await $0.waitForIdle(timeout: nil) }
    core.runtime.close()
  }

  /// Waits until no effect is left, the time-out has passed, or the task is cancelled.
  private func waitForIdle(timeout: (@Sendable () async -> Void)?) async {
    guard !core.runtime.engine.isIdle, core.runtime.turn.lifecycle != .closed else { return }
    let signal = Signal()
    core.runtime.observe { $0.addIdle(signal) }
    await withTaskGroup(of: Void.self) { group in
      if let timeout {
        group.addTask {
          await timeout()
          signal.fire()
        }
      }
      await signal.wait()
      group.cancelAll()
    }
    core.runtime.observe { $0.removeIdle(signal) }
  }

  /// Waits for work that goes on when the calling task is cancelled.
  private func shielded(_ work: @escaping @Sendable (isolated Store) async -> Void) async {
    await Task(executorPreference: core.runtime.effectExecutor) { await work(self) }.value
  }
}
