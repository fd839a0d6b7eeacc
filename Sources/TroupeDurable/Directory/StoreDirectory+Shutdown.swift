import Troupe

extension StoreDirectory {
  /// Shuts down all stores of the directory concurrently, in an orderly way.
  ///
  /// ```swift
  /// for (key, report) in await directory.shutdown(within: .seconds(10)) where !report.isComplete {
  ///   print("\(key): \(report)")
  /// }
  /// ```
  ///
  /// New callers get an error. Current callers keep their stores, which behave like any store that is being
  /// shut down. Openings are cancelled. If an opening succeeds anyway, its store is shut down immediately.
  /// The directory shuts down each store with the store's `shutdown(within:cancellationGrace:clock:)`.
  ///
  /// The method resumes when all stores are shut down. After both durations, the method no longer waits for a
  /// store that is still being opened or passivated. Such a store has no report and is shut down when its
  /// opening or passivation has ended. Cancelling the calling task moves the deadline to the current time.
  /// You can call the method more than once, even concurrently. The earliest deadline applies.
  ///
  /// - Parameters:
  ///   - duration: The time for which effects may continue; nil for no limit.
  ///   - grace: The additional time for cancelled effects to end and for the last saves; nil for no limit.
  ///   - clock: The clock that measures both durations. The default is real time.
  /// - Returns: The reports of the stores that were open. A passivated store has no report. If keys are equal
  ///   but have different UTF-8, the dictionary contains only one of their reports. If any of these reports
  ///   is incomplete, the dictionary contains an incomplete report.
  @discardableResult
  public func shutdown(
    within duration: Duration?,
    cancellationGrace grace: Duration? = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> [Key: ShutdownReport] {
    isShutDown = true
    uses.withLock { $0.closeAll() }
    for entry in entries.values {
      for waiter in Swift.exchange(&entry.waiters, with: []) {
        waiter.answer(.failure(StoreDirectoryError.shutDown))
      }
    }
    host.end()
    tellNews()
    let limit = OpeningLimit(duration: duration, grace: grace, clock: clock)
    let isAnyUnsettled = entries.values.contains { !$0.isOpen }
    let timer = Task(executorPreference: configuration.taskExecutor) {
      if isAnyUnsettled, await limit.pass() { await self.giveUp() }
    }
    let reports = await withTaskCancellationHandler {
      await shutDown(limit)
    } onCancel: {
      limit.hurry.fire()
    }
    timer.cancel()
    await timer.value
    // The call that ends first has collected the reports of all stores.
    if let reports = self.reports { return reports }
    self.reports = reports
    for entry in Array(entries.values) where !entry.isGivenUp {
      if case .open = entry.phase { counts.openCount -= 1 }
      remove(entry)
    }
    for sink in sinks { sink.value?.end() }
    sinks = []
    return reports
  }

  /// Shuts all stores down and returns their reports.
  private func shutDown(_ limit: OpeningLimit) async -> [Key: ShutdownReport] {
    await withTaskGroup(of: (Key, ShutdownReport?).self) { group in
      for key in entries.keys {
        group.addTask {
          guard let store = await self.settledStore(of: key) else { return (key, nil) }
          // A store that was opened in the meantime gets the remaining time.
          let (duration, grace) = limit.rest
          return (key, await store.shutdown(within: duration, cancellationGrace: grace, clock: limit.clock))
        }
      }
      var reports: [Key: ShutdownReport] = [:]
      for await (key, report) in group {
        // Strings with different UTF-8 may be equal. A dictionary treats equal strings as the same key.
        if let other = reports[key], !other.isComplete { continue }
        if let report { reports[key] = report }
      }
      return reports
    }
  }

  /// Waits until a key's store is open or was passivated, or until the shutdown has stopped waiting for the
  /// store. Returns the store if it is open.
  private func settledStore(of key: Key) async -> Store<State, Action>? {
    while let entry = entries[key], !entry.isGivenUp {
      if case .open(let store) = entry.phase { return store }
      let watcher = DirectoryWaiter<Void>()
      entry.watchers.append(watcher)
      // The wait runs in a separate task. If the shutdown's task is cancelled, the shutdown continues to wait
      // until its new deadline.
      await Task(executorPreference: configuration.taskExecutor) { try? await watcher.wait() }.value
    }
    return nil
  }

  /// Stops waiting for stores that are still being opened or passivated.
  private func giveUp() {
    for entry in entries.values where !entry.isOpen {
      entry.isGivenUp = true
      for watcher in Swift.exchange(&entry.watchers, with: []) { watcher.answer(.success(())) }
    }
  }

  /// Shuts down a store that the directory's shutdown has stopped waiting for.
  nonisolated func end(_ store: Store<State, Action>, of key: Key) async {
    await store.shutdown(within: .zero, cancellationGrace: .zero, clock: configuration.clock)
    await ended(key)
  }

  private func ended(_ key: Key) {
    guard let entry = entries[key] else { return }
    counts.closingCount -= 1
    counts.passivatedCount += 1
    remove(entry)
  }
}

/// The time for which a shutdown waits for stores that are being opened.
private struct OpeningLimit: Sendable {
  let duration: Duration?
  let grace: Duration?
  let clock: any Clock<Duration>
  /// A signal that ends the first duration early.
  let hurry = Signal()
  private let time: AnyClock
  private let start: AnyClock.Instant

  init(duration: Duration?, grace: Duration?, clock: any Clock<Duration>) {
    self.duration = duration?.bounded
    self.grace = grace?.bounded
    self.clock = clock
    time = AnyClock(clock)
    start = time.now
  }

  /// The remaining durations.
  var rest: (duration: Duration?, grace: Duration?) {
    guard let duration else { return (nil, grace) }
    let left = duration - start.duration(to: time.now)
    return (max(.zero, left), grace.map { max(.zero, $0 + min(.zero, left)) })
  }

  /// Waits for both durations. Returns false if there is no limit or the task is cancelled.
  func pass() async -> Bool {
    if let duration { await hurry.wait(upTo: duration, on: clock) } else { await hurry.wait() }
    guard !Task.isCancelled, let grace else { return false }
    do { try await clock.promptSleep(for: grace) } catch { return false }
    return true
  }
}
