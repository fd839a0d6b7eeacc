import Troupe
import TroupeDiagnostics

extension StoreDirectory {
  /// Opens the stores of scheduled keys, until the task is cancelled or the directory is shut down.
  ///
  /// ```swift
  /// try await directory.run(waking: storage, now: { .now }) { key in key.text }
  /// ```
  ///
  /// A state asks to be opened with its store's `wake`. Until that time, effects that the state declares
  /// don't keep the store open while this method runs.
  ///
  /// The directory asks the storage for scheduled keys when the method is called, when the next known key is
  /// due, after it has passivated a store, and after each interval. Run the method in one task of the
  /// program.
  ///
  /// If a key's state doesn't ask for another time, its store is opened again after the interval if it was
  /// passivated. Keys never wait for each other: a store that takes long to open delays no other store.
  ///
  /// If the storage doesn't answer, or a store can't be opened, the directory retries after the interval. It
  /// reports this as an issue once, until a retry succeeds.
  ///
  /// It resumes when the directory was shut down. Cancelling the task ends it; stores that are being opened
  /// are still opened.
  ///
  /// - Parameters:
  ///   - storage: The storage of the stores.
  ///   - interval: The time after which the directory asks the storage again, because another process may
  ///     have saved a key.
  ///   - now: Returns the current time. `WallClockInstant.now` is in `TroupeFoundation`.
  ///   - key: Returns the directory's key; nil for keys of the storage that don't belong to the directory.
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated func run(
    waking storage: any Storage,
    every interval: Duration = .seconds(1),
    now: @escaping @Sendable () -> WallClockInstant,
    key: @escaping @Sendable (StorageKey) -> Key?
  ) async throws {
    try await openDue(in: storage, every: interval, now: now, key: key)
  }

  private func openDue(
    in storage: any Storage,
    every interval: Duration,
    now: @escaping @Sendable () -> WallClockInstant,
    key: @Sendable (StorageKey) -> Key?
  ) async throws {
    // Signals are received from now on, because a store may be passivated while others are being opened.
    let run = DirectoryRun<Key>(now: now)
    runs.append(run)
    defer { runs.removeAll { $0 === run } }
    await withDiscardingTaskGroup { group in
      while !isShutDown, !Task.isCancelled {
        var wait = interval
        do throws(StorageError) {
          let limit = limit(of: run, after: interval)
          let answer = try await Self.ask(storage, at: now(), interval, limit: limit, key: key)
          run.storageAnswered()
          let hasNewStrangers = answer.strangers > run.strangers
          run.strangers = answer.strangers
          let launched = launch(answer, run, every: interval, in: &group)
          wait = min(wait, answer.next ?? wait, launched.retry ?? wait)
          // More keys may be due.
          let mayGoOn = launched.count > 0 ? room > 0 : hasNewStrangers
          if answer.count == limit, mayGoOn { wait = .zero }
        } catch {
          run.storageFailed(error)
        }
        if wait > .zero, !isShutDown { await run.news.wait(upTo: wait, on: configuration.clock) }
      }
      // The openings have no more watchers, and continue.
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// The number of stores that may still be opened.
  private var room: Int { configuration.capacity - (entries.count - counts.closingCount) }

  /// The number of keys to ask the storage for.
  ///
  /// Keys that are open, were tried recently, can't be opened or don't belong to the directory may also be
  /// due, and must not hide other keys.
  private func limit(of run: DirectoryRun<Key>, after interval: Duration) -> Int {
    let time = elapsed()
    run.tried.removeAll { _, tried in tried.since + interval <= time }
    let tried = run.tried.keys.count { entries[$0] == nil }
    let failing = run.failing.keys.count { entries[$0] == nil && run.tried[$0] == nil }
    let known = entries.count + tried + failing
    return known + run.strangers + max(configuration.concurrentSaves, min(known, room))
  }

  private static nonisolated func ask(
    _ storage: any Storage,
    at time: WallClockInstant,
    _ interval: Duration,
    limit: Int,
    key: @Sendable (StorageKey) -> Key?
  ) async throws(StorageError) -> DueAnswer<Key> {
    let due = try await storage.due(before: time.advanced(by: interval), limit: limit)
    var answer = DueAnswer<Key>(count: due.count)
    for element in due {
      let key = key(element.key)
      if key == nil { answer.strangers += 1 }
      if element.wake <= time {
        if let key { answer.due.append((key, element.wake)) }
      } else if answer.next == nil {
        answer.next = time.duration(to: element.wake)
      }
    }
    return answer
  }

  /// Starts to open the stores of scheduled keys.
  ///
  /// - Returns: The number of openings, and the time until the next key may be retried.
  private func launch(
    _ answer: DueAnswer<Key>,
    _ run: DirectoryRun<Key>,
    every interval: Duration,
    in group: inout DiscardingTaskGroup
  ) -> (count: Int, retry: Duration?) {
    guard !isShutDown else { return (0, nil) }
    var due = KeyTable<Key, Void>()
    for (key, _) in answer.due { due[key] = () }
    run.failing.removeAll { key, _ in due[key] == nil }
    let time = elapsed()
    var launched: (count: Int, retry: Duration?) = (0, nil)
    for (key, wake) in answer.due {
      let present = entries[key]
      if let present {
        // A store that is being passivated will signal.
        guard case .open(let store) = present.phase else { continue }
        // A store that closed because another owner has taken its key is reopened.
        guard store.isClosedToActions else {
          run.failing[key] = nil
          continue
        }
      }
      if let tried = run.tried[key], tried.wake == wake, tried.since + interval > time {
        let retry = tried.since + interval - time
        launched.retry = min(launched.retry ?? retry, retry)
        continue
      }
      run.tried[key] = DueTry(wake: wake, since: time)
      launched.count += 1
      if let present { reopen(present) }
      let watcher = DirectoryWaiter<Void>()
      (present ?? insert(key)).watchers.append(watcher)
      group.addTask { [news = run.news] in await self.watch(key, wake, watcher, for: news) }
    }
    return launched
  }

  /// Waits until a key's store is open or can't be opened, or until the run has ended.
  private func watch(
    _ key: Key,
    _ wake: WallClockInstant,
    _ watcher: DirectoryWaiter<Void>,
    for news: Signal
  ) async {
    var failure: (any Error)?
    do { try await watcher.wait() } catch { failure = error }
    // A shutdown cancels openings, which isn't a failure.
    guard !isShutDown, let run = runs.first(where: { $0.news === news }) else { return }
    // An opening that took long isn't retried at once. The key may have been tried for another instant since.
    if run.tried[key].map({ $0.wake == wake }) ?? true {
      run.tried[key] = DueTry(wake: wake, since: elapsed())
    }
    if let failure { run.failed(key, failure) } else { run.failing[key] = nil }
  }

  /// Signals ``run(waking:every:now:key:)`` that a key may be due, or that the directory is shut down.
  func tellNews() {
    for run in runs { run.news.fire() }
  }
}
