import Troupe

extension StoreDirectory {
  /// Adds an entry for a key, and starts to open its store.
  func insert(_ key: Key) -> Entry {
    let slot = freeSlots.popLast() ?? slots.count
    let entry = Entry(key: key, number: nextNumber(), slot: slot)
    if slot == slots.count { slots.append(entry) } else { slots[slot] = entry }
    entries[key] = entry
    uses.withLock { [number = entry.number] in $0.insert(number, at: slot) }
    load(entry)
    // The new entry may exceed the capacity.
    sweep()
    return entry
  }

  /// Reopens an entry's store after the store has closed itself.
  func reopen(_ entry: Entry) {
    close(entry)
    counts.openCount -= 1
    entry.opening = Opening.nextNumber()
    load(entry)
  }

  /// Starts to open an entry's store.
  private func load(_ entry: Entry) {
    entry.phase = .opening
    entry.forwarded = nil
    counts.openingCount += 1
    let key = entry.key
    let (opening, others) = (Opening(number: entry.opening), Opening.current)
    host.run { [weak self, makeStore] in
      let result: Result<Store<State, Action>, any Error>
      do {
        result = .success(try await opening.run(within: others) { try await makeStore(key) })
      } catch {
        result = .failure(error)
      }
      if let late = await self?.opened(key, result) { await self?.end(late, of: key) }
    }
  }

  /// Records the end of an opening. If the shutdown has stopped waiting for the store, returns the store, and
  /// the caller must shut it down.
  private func opened(
    _ key: Key,
    _ result: Result<Store<State, Action>, any Error>
  ) -> Store<State, Action>? {
    guard let entry = entries[key] else { return nil }
    counts.openingCount -= 1
    switch result {
    case .success(let store) where entry.isGivenUp:
      counts.openedCount += 1
      counts.closingCount += 1
      entry.phase = .closing(store)
      return store
    case .success(let store):
      counts.openedCount += 1
      tell(key, .opened)
      setOpen(store, entry)
      settle(entry)
    case .failure(let error):
      // The entry is removed, so the next caller tries to open the store again.
      counts.failedCount += 1
      tell(key, .failed(error))
      remove(entry)
      for waiter in entry.waiters { waiter.answer(.failure(error)) }
      for watcher in entry.watchers { watcher.answer(.failure(error)) }
    }
    return nil
  }

  /// Records that a store is open, and makes it available to callers unless the directory is being shut down.
  private func setOpen(_ store: Store<State, Action>, _ entry: Entry) {
    counts.openCount += 1
    entry.phase = .open(store)
    // Forwarding starts before any caller gets the store, so that the events of its first action are
    // included.
    forward(store, entry)
    guard !isShutDown else { return }
    uses.withLock { [key = entry.key, slot = entry.slot] in $0.open(store, of: key, at: slot) }
  }

  /// Makes an entry's store unavailable to new callers.
  private func close(_ entry: Entry) {
    uses.withLock { [key = entry.key, slot = entry.slot] in $0.close(key, at: slot) }
  }

  /// Gives an open store to its waiting callers.
  private func settle(_ entry: Entry) {
    guard case .open(let store) = entry.phase else { return }
    var mustSweep = false
    for waiter in Swift.exchange(&entry.waiters, with: []) {
      // The use is counted before the answer is set, because the caller may return the store immediately.
      let use = begin(entry, store)
      if !waiter.answer(.success(use)) { mustSweep = end(use) }
    }
    for watcher in Swift.exchange(&entry.watchers, with: []) { watcher.answer(.success(())) }
    let time = elapsed()
    if uses.withLock({ [slot = entry.slot] in $0.rest(slot, at: time) }) || mustSweep { sweep() }
  }

  /// Removes an entry from the directory.
  func remove(_ entry: Entry) {
    uses.withLock { [key = entry.key, slot = entry.slot] in $0.remove(key, at: slot) }
    entries[entry.key] = nil
    slots[entry.slot] = nil
    freeSlots.append(entry.slot)
  }

  // MARK: Passivation

  /// Starts to passivate stores that exceed the capacity or have been unused for too long.
  @usableFromInline
  func sweep() {
    guard !isShutDown else { return }
    while let entry = takeNext() { passivate(entry) }
    setTimer()
  }

  /// Returns the entry of the next store to passivate, after making the store unavailable to new callers.
  private func takeNext() -> Entry? {
    let isOverCapacity = entries.count - counts.closingCount > configuration.capacity
    let mayPassivate = counts.closingCount < configuration.concurrentSaves
    let time = elapsed()
    let slot: Int? = uses.withLock { [slots] uses in
      uses.isOverCapacity = isOverCapacity
      guard mayPassivate, let slot = uses.nextToPassivate(at: time), let entry = slots[slot] else {
        return nil
      }
      uses.close(entry.key, at: slot)
      return slot
    }
    return slot.flatMap { slots[$0] }
  }

  private func passivate(_ entry: Entry) {
    guard case .open(let store) = entry.phase else { return }
    entry.phase = .closing(store)
    entry.opening = Opening.nextNumber()
    counts.openCount -= 1
    counts.closingCount += 1
    let key = entry.key
    let now = runs.last?.now()
    host.run { [weak self, close] in
      let isAway = await close(store, now)
      if let late = await self?.didPassivate(key, isAway) { await self?.end(late, of: key) }
    }
  }

  /// Records whether a store was passivated. Returns the store if it is still open and a shutdown has stopped
  /// waiting for it.
  private func didPassivate(_ key: Key, _ isAway: Bool) -> Store<State, Action>? {
    guard let entry = entries[key], case .closing(let store) = entry.phase else { return nil }
    // A store that closed itself can't be passivated, but counts as passivated.
    let isKept = !isAway && !store.isClosedToActions
    if isKept, entry.isGivenUp { return store }
    counts.closingCount -= 1
    if isKept {
      counts.keptCount += 1
      setOpen(store, entry)
      settleBusy(entry)
    } else {
      counts.passivatedCount += 1
      tell(key, .passivated)
      tellNews()
      entry.waiters.removeAll { $0.isOver }
      if entry.waiters.isEmpty {
        remove(entry)
        for watcher in entry.watchers { watcher.answer(.success(())) }
      } else {
        // Callers that arrived in the meantime reopen the store. The method doesn't suspend, so no other
        // change can occur in between.
        load(entry)
      }
    }
    sweep()
    return nil
  }

  /// Gives a store that stays open to its waiting callers. If no caller is waiting, the next attempt to
  /// passivate the store is postponed.
  private func settleBusy(_ entry: Entry) {
    if entry.waiters.isEmpty {
      let time = elapsed()
      uses.withLock { [slot = entry.slot] in $0.leaveAlone(slot, at: time) }
      for watcher in Swift.exchange(&entry.watchers, with: []) { watcher.answer(.success(())) }
    } else {
      settle(entry)
    }
  }

  // MARK: Time

  /// Schedules the next check for stores to passivate.
  private func setTimer() {
    guard counts.closingCount < configuration.concurrentSaves else { return }
    guard let deadline = uses.withLock({ $0.setTimer() }) else { return }
    let wait = max(.zero, deadline - elapsed())
    host.run { [weak self, clock = configuration.clock] in
      do { try await clock.promptSleep(for: wait) } catch { return }
      await self?.timerFired(deadline)
    }
  }

  private func timerFired(_ deadline: Duration) {
    uses.withLock { $0.timerFired(deadline) }
    sweep()
  }
}
