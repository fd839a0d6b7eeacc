import Synchronization

extension Store {
  /// Waits until the store is idle, which means that all requested work is done.
  ///
  /// ```swift
  /// try store.enqueue(.refreshTapped)
  /// try await store.whenIdle()
  /// ```
  ///
  /// A store is idle when no effect is running or waiting in the whole tree of stores, the inbox is empty,
  /// and, if the store is saved, all turns that have to be saved are saved. Effects that the state declares
  /// with `task(id:)` run as long as the state declares them. These effects therefore don't count, unless
  /// ``Effect/onShutdown(_:)`` gives these effects the policy ``OnShutdown/finish``.
  ///
  /// If the store is idle, the call resumes immediately. Otherwise, the call checks the store again soon
  /// after the last effect has ended, and resumes if the store is idle. If the store never becomes idle, the
  /// call never resumes. A waiting call keeps the store alive.
  ///
  /// Shutting down the store resumes the call when all effects have ended. Cancelling the calling task ends
  /// the wait without cancelling any effects.
  ///
  /// An effect of the store can't wait until all effects have ended, because that effect itself would have to
  /// end first. If an effect or one of its child tasks calls this method, the store reports an issue, and the
  /// call returns immediately. The same applies if effects of several stores would deadlock by waiting for
  /// each other.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled; ``StoreError`` if the store closed
  ///   itself, or was shut down while effects were still running or turns were unsaved.
  public func whenIdle() async throws {
    let everything = WaitGraph.Awaited.runtime(ObjectIdentifier(core.runtime.weakReference))
    var result = Result<Void, any Error>.success(())
    _ = await WaitGraph.wait(for: everything, "whenIdle") {
      do { try await waitUntilIdle() } catch { result = .failure(error) }
    }
    try result.get()
  }

  private func waitUntilIdle() async throws {
    let runtime = core.runtime
    while true {
      try Task.checkCancellation()
      // New actions may have arrived, possibly faster than the store reduces them. In that case, the task
      // that drains the mailbox fires the signal.
      let isAtRest = runtime.enter { runtime.hasOnlyDeclared && runtime.mailbox.isEmpty }
      if isAtRest, runtime.saveQueue?.isEverythingSaved != false { return }
      if runtime.turn.lifecycle == .closed { throw runtime.reasonOfEnd }
      await waitForNews(sparingDeclared: true, ofSaves: isAtRest, .unlimited)
    }
  }

  /// Waits until no effect is left, the time limit is reached, or the task is cancelled.
  func waitForEffects(_ patience: Patience) async {
    if case .none = patience { return }
    guard !core.runtime.isIdle, core.runtime.turn.lifecycle != .closed else { return }
    await waitForNews(sparingDeclared: false, ofSaves: false, patience)
  }

  /// Waits until the store signals that no effect is left or that the store is closed. The wait also ends at
  /// the time limit or when the task is cancelled.
  ///
  /// - Parameters:
  ///   - sparingDeclared: Whether to ignore effects that run only while a value in the state exists.
  ///   - ofSaves: Whether the wait also ends when the newest turn is saved.
  ///   - patience: The time limit.
  private func waitForNews(sparingDeclared: Bool, ofSaves: Bool, _ patience: Patience) async {
    let signal = Signal()
    if ofSaves { _ = core.runtime.saveQueue?.outcome(of: core.runtime.newestTurn, telling: signal) }
    let waiter = ObserverSet.IdleWaiter(signal: signal, sparesDeclared: sparingDeclared)
    let number = core.runtime.changeObservers { $0.add(waiter) }
    await signal.wait(upTo: patience)
    core.runtime.changeObservers { $0.remove(idleWaiter: number) }
  }
}

/// The time limit of a wait.
enum Patience: Sendable {
  case none
  case limited(Duration, any Clock<Duration>)
  case unlimited

  var isUnlimited: Bool { if case .unlimited = self { true } else { false } }

  static func upTo(_ duration: Duration?, on clock: any Clock<Duration>) -> Patience {
    duration.map { .limited($0, clock) } ?? .unlimited
  }

  /// Starts to measure the time limit and returns a closure that returns the remaining time.
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
  /// Waits until the flag is set or the time limit is reached, and clears the flag.
  nonisolated(nonsending) func wait(upTo patience: Patience) async {
    switch patience {
    case .none: return
    case .limited(let duration, let clock): await wait(upTo: duration, on: clock)
    case .unlimited: await wait()
    }
  }
}
