import Troupe

extension StoreDirectory {
  /// Ends all stores of the directory in an orderly way, at the same time.
  ///
  /// ```swift
  /// for (key, report) in await directory.shutdown(within: .seconds(10)) where !report.isClean {
  ///   print("\(key): \(report)")
  /// }
  /// ```
  ///
  /// From now on nobody gets a store any more. Those who have one keep it, and get what a store that is shut
  /// down answers. Stores that are being opened are cancelled, or are shut down as soon as they are open.
  /// Each store ends as with its own `shutdown(within:cancellationGrace:clock:)`.
  ///
  /// It resumes when all stores have ended. Cancelling the calling task moves the deadline to now. You can
  /// call it more than once, also concurrently: the earliest deadline counts.
  ///
  /// - Parameters:
  ///   - duration: The time that effects may continue; nil for no limit.
  ///   - grace: The time to wait for effects to end after they were cancelled; nil for no limit.
  ///   - clock: The clock for both durations.
  /// - Returns: The reports of the stores that were open. A store that was put away has none.
  @discardableResult
  public func shutdown(
    within duration: Duration?,
    cancellationGrace grace: Duration? = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) async -> [Key: ShutdownReport] {
    if let reports { return reports }
    isShutDown = true
    for entry in entries.values {
      for waiter in Swift.exchange(&entry.waiters, with: []) {
        waiter.answer(.failure(StoreDirectoryError.shutDown))
      }
    }
    host.end()
    tellNews()
    let reports = await withTaskGroup(of: (Key, ShutdownReport?).self) { group in
      for key in entries.keys {
        group.addTask {
          guard let store = await self.settledStore(of: key) else { return (key, nil) }
          return (key, await store.shutdown(within: duration, cancellationGrace: grace, clock: clock))
        }
      }
      var reports: [Key: ShutdownReport] = [:]
      for await (key, report) in group { reports[key] = report }
      return reports
    }
    // The one that ends first has the reports of all.
    if let reports = self.reports { return reports }
    self.reports = reports
    for entry in Array(entries.values) {
      if case .open = entry.phase { counts.openCount -= 1 }
      remove(entry)
    }
    for sink in sinks { sink.value?.end() }
    sinks = []
    return reports
  }

  /// Waits until the store of a key is open, or gone.
  private func settledStore(of key: Key) async -> Store<State, Action>? {
    while let entry = entries[key] {
      if case .open(let store) = entry.phase { return store }
      let watcher = DirectoryWaiter<Void>()
      entry.watchers.append(watcher)
      // A shutdown goes on when its task is cancelled, with its deadline at now.
      await Task(executorPreference: configuration.taskExecutor) { try? await watcher.wait() }.value
    }
    return nil
  }
}
