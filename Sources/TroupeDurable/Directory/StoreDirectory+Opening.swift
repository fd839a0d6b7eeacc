import Troupe

extension StoreDirectory {
  /// Enters a key, and begins to open its store.
  func insert(_ key: Key) -> Entry {
    let slot = freeSlots.popLast() ?? slots.count
    let entry = Entry(key: key, number: nextNumber(), slot: slot)
    if slot == slots.count { slots.append(entry) } else { slots[slot] = entry }
    entries[key] = entry
    begin(entry)
    // One more may be one too many.
    sweep()
    return entry
  }

  /// Opens the store of a key again, which closed by itself.
  func reopen(_ entry: Entry) {
    unused.remove(entry.slot)
    busy.remove(entry.slot)
    counts.openCount -= 1
    entry.opening = Opening.nextNumber()
    begin(entry)
  }

  /// Begins to open the store of an entry.
  private func begin(_ entry: Entry) {
    entry.phase = .opening
    entry.forwarded = nil
    counts.openingCount += 1
    let key = entry.key
    let openings = Opening.current + [Opening(directory: self, key: key, number: entry.opening)]
    host.run { [weak self, makeStore] in
      let result: Result<Store<State, Action>, any Error>
      do {
        result = .success(try await Opening.$current.withValue(openings) { try await makeStore(key) })
      } catch {
        result = .failure(error)
      }
      if let late = await self?.opened(key, result) { await self?.end(late, of: key) }
    }
  }

  /// Notes the end of an opening. Returns the store if it comes too late, and is to be shut down.
  private func opened(
    _ key: Key,
    _ result: Result<Store<State, Action>, any Error>
  ) -> Store<State, Action>? {
    guard let entry = entries[key] else { return nil }
    counts.openingCount -= 1
    switch result {
    case .success(let store) where entry.isGivenUp:
      counts.opened += 1
      counts.closingCount += 1
      entry.phase = .closing(store)
      return store
    case .success(let store):
      counts.opened += 1
      counts.openCount += 1
      entry.phase = .open(store)
      tell(key, .opened)
      forward(store, entry)
      settle(entry)
    case .failure(let error):
      // A failure isn't kept: whoever asks next tries again.
      counts.failed += 1
      tell(key, .failed(error))
      remove(entry)
      for waiter in entry.waiters { waiter.answer(.failure(error)) }
      for watcher in entry.watchers { watcher.answer(.failure(error)) }
    }
    return nil
  }

  /// Gives an open store to those who wait for it.
  private func settle(_ entry: Entry) {
    guard case .open(let store) = entry.phase else { return }
    for waiter in Swift.exchange(&entry.waiters, with: []) where waiter.answer(.success(store)) {
      use(entry)
    }
    for watcher in Swift.exchange(&entry.watchers, with: []) { watcher.answer(.success(())) }
    if entry.uses == 0 { rest(entry) }
  }

  /// Takes an entry out of the directory.
  func remove(_ entry: Entry) {
    unused.remove(entry.slot)
    busy.remove(entry.slot)
    entries[entry.key] = nil
    slots[entry.slot] = nil
    freeSlots.append(entry.slot)
    if entry.uses > 0 { counts.usedCount -= 1 }
  }

  // MARK: Putting away

  /// Notes that nobody uses an open store any more.
  func rest(_ entry: Entry) {
    guard case .open = entry.phase, !isShutDown else { return }
    entry.since = elapsed()
    unused.append(entry.slot)
    sweep()
  }

  /// Begins to put away the stores that are too many or that nobody has used for long.
  func sweep() {
    guard !isShutDown else { return }
    while counts.closingCount < configuration.concurrentSaves, let entry = nextToPutAway() {
      putAway(entry)
    }
    setTimer()
  }

  private var isOverCapacity: Bool { entries.count - counts.closingCount > configuration.capacity }

  private func nextToPutAway() -> Entry? {
    if let slot = unused.first, let entry = slots[slot] {
      if isOverCapacity { return entry }
      if let idleTime = configuration.idleTime, entry.since + idleTime <= elapsed() { return entry }
    }
    if let slot = busy.first, let entry = slots[slot], entry.since + configuration.retryTime <= elapsed() {
      return isOverCapacity || configuration.idleTime != nil ? entry : nil
    }
    return nil
  }

  private func putAway(_ entry: Entry) {
    guard case .open(let store) = entry.phase else { return }
    unused.remove(entry.slot)
    busy.remove(entry.slot)
    entry.phase = .closing(store)
    entry.opening = Opening.nextNumber()
    counts.openCount -= 1
    counts.closingCount += 1
    let key = entry.key
    let now = runs.last?.now()
    host.run { [weak self, close] in
      let isAway = await close(store, now)
      if let late = await self?.didPutAway(key, isAway) { await self?.end(late, of: key) }
    }
  }

  /// Notes that a store was put away, or couldn't be. Returns it if a shutdown has left it to itself.
  private func didPutAway(_ key: Key, _ isAway: Bool) -> Store<State, Action>? {
    guard let entry = entries[key], case .closing(let store) = entry.phase else { return nil }
    // One that has closed by itself can't be put away, and needn't be.
    let isKept = !isAway && !store.isClosedToActions
    if isKept, entry.isGivenUp { return store }
    counts.closingCount -= 1
    if isKept {
      counts.kept += 1
      counts.openCount += 1
      entry.phase = .open(store)
      settleBusy(entry)
    } else {
      counts.putAway += 1
      tell(key, .putAway)
      tellNews()
      entry.waiters.removeAll { $0.isOver }
      if entry.waiters.isEmpty || isShutDown {
        remove(entry)
        for watcher in entry.watchers { watcher.answer(.success(())) }
      } else {
        // Who came meanwhile has it opened again. Nobody else can come in between.
        begin(entry)
      }
    }
    sweep()
    return nil
  }

  /// Gives a store that stays open to those who wait for it. If nobody does, it is left alone for a while.
  private func settleBusy(_ entry: Entry) {
    if entry.waiters.isEmpty, entry.uses == 0, !isShutDown {
      entry.since = elapsed()
      busy.append(entry.slot)
      for watcher in Swift.exchange(&entry.watchers, with: []) { watcher.answer(.success(())) }
    } else {
      settle(entry)
    }
  }

  // MARK: Time

  /// Looks again when the next store has to be put away.
  private func setTimer() {
    var deadline: Duration?
    if let idleTime = configuration.idleTime, let slot = unused.first, let entry = slots[slot] {
      deadline = entry.since + idleTime
    }
    if let slot = busy.first, let entry = slots[slot], configuration.idleTime != nil || isOverCapacity {
      let retry = entry.since + configuration.retryTime
      deadline = min(deadline ?? retry, retry)
    }
    guard let deadline, counts.closingCount < configuration.concurrentSaves else { return }
    if let timer, timer <= deadline { return }
    timer = deadline
    let wait = max(.zero, deadline - elapsed())
    host.run { [weak self, clock = configuration.clock] in
      do { try await clock.sleep(for: wait) } catch { return }
      await self?.timerFired(deadline)
    }
  }

  private func timerFired(_ deadline: Duration) {
    if timer == deadline { timer = nil }
    sweep()
  }
}
