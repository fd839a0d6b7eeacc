import Troupe
import TroupeDiagnostics

extension StoreDirectory {
  /// Opens the stores of scheduled keys, until the task is cancelled or the directory is shut down.
  ///
  /// ```swift
  /// try await directory.run(waking: storage, now: { .now }) { key in key.text }
  /// ```
  ///
  /// A store's `wake` closure determines when its key is due. While this method runs, effects that the state
  /// declares don't keep a store open before that time.
  ///
  /// The directory queries the storage for scheduled keys when the method is called, when the next known key
  /// is due, after the directory has passivated a store, and after each interval. Call the method in only one
  /// task of the program.
  ///
  /// If a store is passivated and `wake` still returns the same time, the store is opened again after the
  /// interval. A store that opens slowly doesn't delay any other store.
  ///
  /// If the storage throws an error, or a store can't be opened, the directory retries after the interval.
  /// The directory reports the failure as an issue once. After a successful retry, it reports the next
  /// failure again.
  ///
  /// The method resumes when the directory is shut down. Cancelling the task ends the method, but stores that
  /// are being opened are still opened.
  ///
  /// - Parameters:
  ///   - storage: The stores' storage.
  ///   - interval: The time after which the directory queries the storage again, because another process may
  ///     have saved a key.
  ///   - now: Returns the current time. `WallClockInstant.now` is in `TroupeFoundation`.
  ///   - key: Returns the directory's key for a storage key; nil for storage keys that don't belong to the
  ///     directory.
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
    // The run is registered for signals first, because a store may be passivated while others are being
    // opened.
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
          // More keys than the storage returned may be due.
          let mayGoOn = launched.count > 0 ? room > 0 : hasNewStrangers
          if answer.count == limit, mayGoOn { wait = .zero }
        } catch {
          run.storageFailed(error)
        }
        if wait > .zero, !isShutDown { await run.news.wait(upTo: wait, on: configuration.clock) }
      }
      // This call cancels only the tasks that watch openings. The openings continue.
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// The number of stores that can be opened within the capacity.
  private var room: Int { configuration.capacity - (entries.count - counts.closingCount) }

  /// Returns the number of keys to request from the storage.
  ///
  /// Keys whose stores are open, were tried recently, or can't be opened, and keys that don't belong to the
  /// directory, may also be due. The number includes all these keys, so that they don't hide other keys.
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

  /// Starts to open the stores of due keys.
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
        // This run will be signaled when the store's passivation has ended.
        guard case .open(let store) = present.phase else { continue }
        // If a store closed because another owner has claimed its key, the store is reopened.
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
    // Openings that a shutdown cancels aren't failures.
    guard !isShutDown, let run = runs.first(where: { $0.news === news }) else { return }
    // The interval before the next attempt starts at the opening's end, unless the key has been tried for
    // another instant in the meantime.
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
