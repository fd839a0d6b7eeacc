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
  /// once, also at the same time; the earliest deadline counts, and all get the same report.
  ///
  /// An effect of the store can't wait for the end of all effects, as it is one of them. Where it calls this, or a
  /// child task of it does, that is an issue, and both deadlines are now: everything is cancelled and nothing waited for.
  /// A task that the effect started with `Task { … }` and doesn't wait for may call it.
  ///
  /// - Parameters:
  ///   - duration: How long effects may go on; nil for as long as they need.
  ///   - grace: How long to wait for effects to end after they were cancelled; nil for as long as they need. What ignores
  ///     its cancellation for longer is left behind and named in the report; nothing that it sends is reduced.
  ///   - clock: The clock for both.
  /// - Returns: What had to be cancelled.
  @discardableResult
  public func shutdown(
    within duration: Duration?,
    cancellationGrace grace: Duration? = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
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
  ///   - finishing: How long effects may go on.
  ///   - cancelling: How long they may take to end when they were cancelled.
  ///   - call: Who ends it, for issues.
  @discardableResult
  private func end(finishing: Patience, cancelling: Patience, _ call: String) async -> ShutdownReport {
    let runtime = core.runtime
    runtime.drain()
    func wait() async {
      await waitForIdle(finishing)
      await cancelAndWait(cancelling)
    }
    // A circle that a deadline ends is none.
    let mayLast = finishing.isUnlimited || cancelling.isUnlimited
    if mayLast || RunningEffect.ofCurrentTask?.isOf(runtime) == true {
      let everything = Waits.Awaited.runtime(ObjectIdentifier(runtime.weakly))
      guard await Waits.wait(for: everything, call, { await wait() }) else {
        runtime.cancelEverything()
        return runtime.close()
      }
    } else {
      await wait()
    }
    return runtime.close()
  }

  private func cancelAndWait(_ patience: Patience) async {
    core.runtime.cancelEverything()
    // Work that goes on when the calling task is cancelled.
    await Task(executorPreference: core.runtime.effectExecutor) { await self.waitForIdle(patience) }.value
  }

  /// Waits until no effect is left, it has been long enough, or the task is cancelled.
  private func waitForIdle(_ patience: Patience) async {
    if case .none = patience { return }
    guard !core.runtime.engine.isIdle, core.runtime.turn.lifecycle != .closed else { return }
    let signal = Signal()
    core.runtime.changeListeners { $0.addIdle(signal) }
    await withTaskGroup(of: Void.self) { group in
      if case .limited(let sleep) = patience {
        group.addTask {
          await sleep()
          signal.fire()
        }
      }
      await signal.wait()
      group.cancelAll()
    }
    core.runtime.changeListeners { $0.removeIdle(signal) }
  }
}

/// How long to wait.
private enum Patience: Sendable {
  case none
  case limited(@Sendable () async -> Void)
  case unlimited

  var isUnlimited: Bool { if case .unlimited = self { true } else { false } }

  static func upTo(_ duration: Duration?, on clock: some Clock<Duration>) -> Patience {
    guard let duration else { return .unlimited }
    return .limited { try? await clock.sleep(for: duration.bounded) }
  }
}
