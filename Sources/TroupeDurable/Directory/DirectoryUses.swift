import Troupe

/// A directory's open stores, their users, and the order in which the stores became idle.
///
/// The value is protected by a lock, so that a caller gets an open store without switching to the directory's
/// executor. The code that runs at each use is inlinable into other modules, because code that isn't
/// specialized for the key and state types takes three times as long.
@usableFromInline
struct DirectoryUses<Key: Hashable & Sendable, State: Sendable, Action: Sendable> {
  /// The state of a slot.
  @usableFromInline
  struct Place {
    /// The number of the entry; 0 for a free slot.
    @usableFromInline var entry: UInt64 = 0
    /// The store that callers get; nil if no store is open.
    @usableFromInline var store: Store<State, Action>?
    /// The number of callers that use a store of the entry.
    @usableFromInline var count = 0
    /// The time on the directory's clock at which the last caller returned the store, or at which the store
    /// couldn't be passivated.
    @usableFromInline var since = Duration.zero
  }

  /// The places, indexed by slot.
  @usableFromInline var places: [Place] = []
  /// The open stores' slots.
  @usableFromInline var slots = KeyTable<Key, Int>()
  /// The slots of open stores without users, the least recently used store first.
  @usableFromInline var unused = UseOrder()
  /// The slots of open stores without users that couldn't be passivated, the oldest attempt first.
  @usableFromInline var busy = UseOrder()
  /// The number of entries with users.
  @usableFromInline var usedCount = 0
  /// Whether the number of stores exceeds the capacity.
  @usableFromInline var isOverCapacity = false
  /// The time at which the directory next checks for stores to passivate; nil if no check is scheduled.
  @usableFromInline var timer: Duration?
  @usableFromInline let idleTime: Duration?
  private let retryTime: Duration

  init(_ configuration: StoreDirectoryConfiguration) {
    idleTime = configuration.idleTime
    retryTime = configuration.retryTime
  }

  // MARK: Entries

  /// Adds an entry whose store isn't open yet.
  mutating func insert(_ entry: UInt64, at slot: Int) {
    if slot == places.count { places.append(Place()) }
    places[slot] = Place(entry: entry)
  }

  /// Removes an entry. Callers that still use the entry's store no longer need to return it.
  mutating func remove(_ key: Key, at slot: Int) {
    if places[slot].count > 0 { usedCount -= 1 }
    close(key, at: slot)
    places[slot] = Place()
  }

  /// Makes an entry's store available to new callers.
  mutating func open(_ store: Store<State, Action>, of key: Key, at slot: Int) {
    places[slot].store = store
    slots[key] = slot
  }

  /// Makes an entry's store unavailable to new callers. Current callers can still use the store.
  mutating func close(_ key: Key, at slot: Int) {
    guard places[slot].store != nil else { return }
    places[slot].store = nil
    slots[key] = nil
    unused.remove(slot)
    busy.remove(slot)
  }

  /// Makes all stores unavailable to new callers.
  mutating func closeAll() {
    for slot in slots.values { places[slot].store = nil }
    slots = KeyTable()
    unused = UseOrder()
    busy = UseOrder()
  }

  // MARK: Callers

  /// Returns a key's store and counts a new use, if the store is open.
  @inlinable
  mutating func begin(_ key: Key) -> StoreUse<State, Action>? {
    guard let slot = slots[key], let store = places[slot].store else { return nil }
    return begin(at: slot, store)
  }

  /// Counts a new use of an entry's store and returns the use.
  @inlinable
  mutating func begin(at slot: Int, _ store: Store<State, Action>) -> StoreUse<State, Action> {
    if places[slot].count == 0 {
      usedCount += 1
      unused.remove(slot)
      busy.remove(slot)
    }
    places[slot].count += 1
    return StoreUse(slot: slot, entry: places[slot].entry, store: store)
  }

  /// Records that a caller has returned a store. Returns whether the directory has to check now for stores to
  /// passivate.
  @inlinable
  mutating func end(_ use: StoreUse<State, Action>, at time: Duration) -> Bool {
    // A shutdown may have removed the entry. If the store closed and couldn't be reopened, the slot may have
    // another entry.
    guard places[use.slot].entry == use.entry else { return false }
    assert(places[use.slot].count > 0, "A use of a store ended twice.")
    places[use.slot].count -= 1
    guard places[use.slot].count == 0 else { return false }
    usedCount -= 1
    return rest(use.slot, at: time)
  }

  // MARK: Rest

  /// Records the time at which an open store became idle, if the store has no users. Returns whether the
  /// directory has to check now for stores to passivate.
  @inlinable
  mutating func rest(_ slot: Int, at time: Duration) -> Bool {
    guard mayRest(slot) else { return false }
    places[slot].since = time
    unused.append(slot)
    if isOverCapacity { return true }
    guard let idleTime else { return false }
    return timer.map { time + idleTime < $0 } ?? true
  }

  /// Schedules another attempt to passivate a store that couldn't be passivated, if the store has no users.
  mutating func leaveAlone(_ slot: Int, at time: Duration) {
    guard mayRest(slot) else { return }
    places[slot].since = time
    busy.append(slot)
  }

  @inlinable
  func mayRest(_ slot: Int) -> Bool {
    places[slot].count == 0 && places[slot].store != nil && !unused.contains(slot) && !busy.contains(slot)
  }

  /// Returns the slot of the next store to passivate at the given time; nil if no store has to be passivated.
  func nextToPassivate(at time: Duration) -> Int? {
    if let slot = unused.first {
      if isOverCapacity { return slot }
      if let idleTime, places[slot].since + idleTime <= time { return slot }
    }
    if let slot = busy.first, isOverCapacity || idleTime != nil, places[slot].since + retryTime <= time {
      return slot
    }
    return nil
  }

  /// Schedules the next check for the time at which an unused store has to be passivated, and returns that
  /// time. Returns nil if an earlier check is scheduled or no check is needed.
  mutating func setTimer() -> Duration? {
    guard let deadline = nextDeadline, timer.map({ deadline < $0 }) ?? true else { return nil }
    timer = deadline
    return deadline
  }

  mutating func timerFired(_ deadline: Duration) {
    if timer == deadline { timer = nil }
  }

  private var nextDeadline: Duration? {
    var deadline: Duration?
    if let idleTime, let slot = unused.first { deadline = places[slot].since + idleTime }
    if let slot = busy.first, idleTime != nil || isOverCapacity {
      let retry = places[slot].since + retryTime
      deadline = min(deadline ?? retry, retry)
    }
    return deadline
  }
}

/// A caller's use of a store.
@usableFromInline
struct StoreUse<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let slot: Int
  @usableFromInline let entry: UInt64
  @usableFromInline let store: Store<State, Action>

  @inlinable
  init(slot: Int, entry: UInt64, store: Store<State, Action>) {
    self.slot = slot
    self.entry = entry
    self.store = store
  }
}
