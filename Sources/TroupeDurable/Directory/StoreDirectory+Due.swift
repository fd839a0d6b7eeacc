import Troupe
import TroupeDiagnostics

extension StoreDirectory {
  /// Opens the stores of keys that are due, until the task is cancelled or the directory is shut down.
  ///
  /// ```swift
  /// try await directory.run(waking: storage, now: { .now }) { key in key.text }
  /// ```
  ///
  /// A state asks to be opened with the `wake` of its store. Until that time, effects that the state declares
  /// don't keep the store open while this method runs.
  ///
  /// The directory asks the storage for due keys when the method is called, when the next known key is due,
  /// when it has put a store away, and after each interval. Run it in one task of the program.
  ///
  /// If the storage doesn't answer, or a store can't be opened, the directory tries again after the interval.
  /// It reports this as an issue once, until it succeeds.
  ///
  /// It resumes when the directory was shut down. Cancelling the task ends it; stores that are being opened
  /// are opened all the same.
  ///
  /// - Parameters:
  ///   - storage: The storage of the stores.
  ///   - interval: The time after which the storage is asked again. Another process may have saved a key.
  ///   - now: Returns the current time. `WallClockInstant.now` is in `TroupeFoundation`.
  ///   - key: Returns the key of a store; nil for keys of the storage that aren't those of the directory.
  /// - Throws: `CancellationError` when the task is cancelled.
  public nonisolated func run(
    waking storage: any Storage,
    every interval: Duration = .seconds(1),
    now: @escaping @Sendable () -> WallClockInstant,
    key: @escaping @Sendable (StorageKey) -> Key?
  ) async throws {
    // It is told from now on, as a store may also be put away while others are being opened.
    let run = DirectoryRun(now: now)
    await add(run)
    let end = await Result { try await openDue(in: storage, every: interval, run: run, key: key) }
    await remove(run)
    try end.get()
  }

  private nonisolated func openDue(
    in storage: any Storage,
    every interval: Duration,
    run: DirectoryRun,
    key: @Sendable (StorageKey) -> Key?
  ) async throws {
    var failing = Failures()
    var strangers = 0
    while await !isShutDown {
      var wait = interval
      do throws(StorageError) {
        let time = run.now()
        // Keys that are open, can't be opened or aren't the directory's may be due as well, and must not hide
        // others.
        let limit = await counts.openCount + configuration.concurrentSaves + failing.count + strangers
        let due = try await storage.due(before: time.advanced(by: interval), limit: limit)
        if let next = due.first(where: { $0.wake > time }) { wait = time.duration(to: next.wake) }
        strangers = due.count { key($0.key) == nil }
        failing.storageAnswered()
        let opened = await open(due.filter { $0.wake <= time }.compactMap { key($0.key) }, &failing)
        // There may be more that are due.
        if opened > 0, due.count == limit, await counts.openCount < configuration.capacity { wait = .zero }
      } catch {
        failing.storageFailed(error)
      }
      if wait > .zero { await self.wait(for: run.news, upTo: wait) }
      try Task.checkCancellation()
    }
  }

  /// Opens the stores of keys that are due, all at the same time. Returns how many were opened.
  private nonisolated func open(_ keys: [Key], _ failing: inout Failures) async -> Int {
    let opened = await withTaskGroup(of: (Key, Result<Bool, any Error>).self) { group in
      for key in keys {
        group.addTask { (key, await Result { try await self.openIfClosed(key) }) }
      }
      var opened = 0
      for await (key, result) in group {
        switch result {
        case .success(let wasOpened):
          if wasOpened { opened += 1 }
          failing.opened(key)
        case .failure(let error): failing.failed(key, error)
        }
      }
      return opened
    }
    failing.forget(except: keys)
    return opened
  }

  /// Opens the store of a key. Returns false if it is open.
  private func openIfClosed(_ key: Key) async throws -> Bool {
    // One that has closed, as somebody else has taken its key, is opened again.
    if case .open(let store) = entries[key]?.phase, !store.isClosedToActions { return false }
    try await withStore(for: key) { _ in }
    return true
  }

  /// Waits until there are news, the time is over, or the task is cancelled.
  private nonisolated func wait(for news: Signal, upTo duration: Duration) async {
    await withTaskGroup { group in
      group.addTask { [clock = configuration.clock] in
        // It is cancelled when there were news.
        do { try await clock.sleep(for: duration) } catch { return }
        news.fire()
      }
      await news.wait()
      group.cancelAll()
    }
  }

  private func add(_ run: DirectoryRun) { runs.append(run) }
  private func remove(_ run: DirectoryRun) { runs.removeAll { $0.news === run.news } }

  /// Tells ``run(waking:every:now:key:)`` that a key may be due, or that the directory is shut down.
  func tellNews() {
    for run in runs { run.news.fire() }
  }
}

/// A call of ``StoreDirectory/run(waking:every:now:key:)``.
struct DirectoryRun: Sendable {
  let now: @Sendable () -> WallClockInstant
  /// Tells it that a key may be due.
  let news = Signal()
}

/// What can't be opened, so that it is reported once.
private struct Failures {
  private var hasReportedStorage = false
  private var reported: Set<AnyHashable> = []

  /// The number of keys that can't be opened.
  var count: Int { reported.count }

  mutating func storageAnswered() { hasReportedStorage = false }

  mutating func storageFailed(_ error: StorageError) {
    if error.underlying is CancellationError || hasReportedStorage { return }
    hasReportedStorage = true
    reportIssue("A directory of stores can't find out which keys are due, and tries again. \(error)")
  }

  mutating func opened(_ key: some Hashable) { reported.remove(key) }

  mutating func failed(_ key: some Hashable, _ error: any Error) {
    if error is CancellationError || error is StoreDirectoryError { return opened(key) }
    guard reported.insert(key).inserted else { return }
    reportIssue(
      """
      The store of a key that is due can't be opened: \(IssueText.error(error)). The directory tries again. Until it \
      succeeds, what the key's state waits for doesn't happen.
      """
    )
  }

  mutating func forget(except keys: [some Hashable]) {
    if !reported.isEmpty { reported.formIntersection(keys.map { AnyHashable($0) }) }
  }
}
