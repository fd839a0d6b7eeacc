import Synchronization

extension Store {
  /// Waits until the store is idle: nothing that it was asked for is left to do.
  ///
  /// ```swift
  /// try store.enqueue(.refreshTapped)
  /// try await store.whenIdle()
  /// ```
  ///
  /// A store is idle when no effect runs or waits in its whole tree, no action is in its inbox, and, if it is
  /// saved, all turns that have to be saved are. Effects that the state declares with `task(id:)` don't
  /// count, unless they have ``Effect/onShutdown(_:)`` with ``OnShutdown/finish``: they run as long as the
  /// state says so. It resumes at once if the store is idle. Otherwise it resumes when the store is idle at
  /// the moment when this task looks, which is soon after the last effect has ended. A store that never comes
  /// to rest has it wait forever. It keeps the store alive while it waits.
  ///
  /// Shutting down the store has it resume when all effects have ended. Cancelling the calling task ends the
  /// wait, and cancels no effects.
  ///
  /// An effect of the store can't wait for the end of all effects, because it is one of them. If an effect or
  /// one of its child tasks calls this method, that is an issue, and it resumes at once. So it is if effects
  /// of several stores would wait for each other.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled; ``StoreClosed`` if the store was shut
  ///   down, and effects were left running or turns weren't saved, or if it has closed itself.
  public func whenIdle() async throws {
    let everything = Waits.Awaited.runtime(ObjectIdentifier(core.runtime.weakReference))
    var result = Result<Void, any Error>.success(())
    _ = await Waits.wait(for: everything, "whenIdle") {
      do { try await waitUntilIdle() } catch { result = .failure(error) }
    }
    try result.get()
  }

  private func waitUntilIdle() async throws {
    let runtime = core.runtime
    while true {
      try Task.checkCancellation()
      // More may have come, and may come faster than it is taken. The task that drains the mailbox tells.
      let isAtRest = runtime.enter { runtime.hasOnlyDeclared && runtime.mailbox.isEmpty }
      if isAtRest, runtime.saveQueue?.isEverythingSaved != false { return }
      if runtime.turn.lifecycle == .closed { throw runtime.reasonOfEnd }
      await waitForNews(sparingDeclared: true, ofSaves: isAtRest, .unlimited)
    }
  }

  /// Waits until no effect is left, the time is over, or the task is cancelled.
  func waitForEffects(_ patience: Patience) async {
    if case .none = patience { return }
    guard !core.runtime.isIdle, core.runtime.turn.lifecycle != .closed else { return }
    await waitForNews(sparingDeclared: false, ofSaves: false, patience)
  }

  /// Waits until the store tells that no effect is left, or that it ends. The wait also ends when the time is
  /// over or the task is cancelled.
  ///
  /// - Parameters:
  ///   - sparingDeclared: Whether effects that run while a value of the state is there don't count.
  ///   - ofSaves: Whether the wait also ends when the newest turn is saved.
  ///   - patience: How long to wait.
  private func waitForNews(sparingDeclared: Bool, ofSaves: Bool, _ patience: Patience) async {
    let signal = Signal()
    if ofSaves { _ = core.runtime.saveQueue?.outcome(of: core.runtime.newestTurn, telling: signal) }
    let waiter = ObserverSet.IdleWaiter(signal: signal, sparesDeclared: sparingDeclared)
    let number = core.runtime.changeObservers { $0.add(waiter) }
    await signal.wait(upTo: patience)
    core.runtime.changeObservers { $0.remove(idleWaiter: number) }
  }
}

/// How long to wait.
enum Patience: Sendable {
  case none
  case limited(Duration, any Clock<Duration>)
  case unlimited

  var isUnlimited: Bool { if case .unlimited = self { true } else { false } }

  static func upTo(_ duration: Duration?, on clock: any Clock<Duration>) -> Patience {
    duration.map { .limited($0, clock) } ?? .unlimited
  }

  /// Returns a closure that returns what is left of the time from now on.
  func countdown() -> () -> Patience {
    guard case .limited(let duration, let clock) = self else { return { self } }
    return Self.countdown(duration.bounded, on: clock)
  }

  private static func countdown(_ duration: Duration, on clock: some Clock<Duration>) -> () -> Patience {
    let start = clock.now
    return { .limited(max(.zero, duration - start.duration(to: clock.now)), clock) }
  }
}

extension Signal {
  /// Waits until the flag is set or the time is over, and clears the flag.
  nonisolated(nonsending) func wait(upTo patience: Patience) async {
    switch patience {
    case .none: return
    case .limited(let duration, let clock): await wait(upTo: duration, on: clock)
    case .unlimited: await wait()
    }
  }
}
