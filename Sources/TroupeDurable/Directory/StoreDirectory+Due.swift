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
  /// A key whose state doesn't ask for another time is opened again after the interval, if its store was put
  /// away. Keys never wait for each other: a store that takes long to open holds up no other.
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
    try await openDue(in: storage, every: interval, now: now, key: key)
  }

  private func openDue(
    in storage: any Storage,
    every interval: Duration,
    now: @escaping @Sendable () -> WallClockInstant,
    key: @Sendable (StorageKey) -> Key?
  ) async throws {
    // It is told from now on, as a store may also be put away while others are being opened.
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
          // There may be more that are due.
          let mayGoOn = launched.count > 0 ? room > 0 : hasNewStrangers
          if answer.count == limit, mayGoOn { wait = .zero }
        } catch {
          run.storageFailed(error)
        }
        if wait > .zero, !isShutDown { await run.news.wait(upTo: wait, on: configuration.clock) }
      }
      // Nobody watches the openings any more. They go on.
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// How many more stores may be open.
  private var room: Int { configuration.capacity - (entries.count - counts.closingCount) }

  /// How many keys to ask the storage for.
  ///
  /// Keys that are open, were tried just now, can't be opened or aren't the directory's may be due as well,
  /// and must not hide others.
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

  /// Begins to open the stores of keys that are due.
  ///
  /// - Returns: How many, and the time until the next key may be tried again.
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
        // Of one that is put away there will be news.
        guard case .open(let store) = present.phase else { continue }
        // One that has closed, as somebody else has taken its key, is opened again.
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

  /// Waits until the store of a key is open, or can't be opened, or the run has ended.
  private func watch(
    _ key: Key,
    _ wake: WallClockInstant,
    _ watcher: DirectoryWaiter<Void>,
    for news: Signal
  ) async {
    var failure: (any Error)?
    do { try await watcher.wait() } catch { failure = error }
    // A shutdown cancels what is being opened, which is no failure.
    guard !isShutDown, let run = runs.first(where: { $0.news === news }) else { return }
    // One that took long isn't tried again at once. The key may have been tried for another instant since.
    if run.tried[key].map({ $0.wake == wake }) ?? true {
      run.tried[key] = DueTry(wake: wake, since: elapsed())
    }
    if let failure { run.failed(key, failure) } else { run.failing[key] = nil }
  }

  /// Tells ``run(waking:every:now:key:)`` that a key may be due, or that the directory is shut down.
  func tellNews() {
    for run in runs { run.news.fire() }
  }
}
