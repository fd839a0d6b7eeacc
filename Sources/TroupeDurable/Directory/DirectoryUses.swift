import Troupe

/// The open stores of a directory, who has them, and in which order they have rested.
///
/// It is behind a lock, so that whoever asks for an open store doesn't have to get on the executor of the
/// directory. What each use needs can be inlined into other modules: code that isn't made for the types of
/// keys and states takes three times as long.
@usableFromInline
struct DirectoryUses<Key: Hashable & Sendable, State: Sendable, Action: Sendable> {
  /// The place of an entry.
  @usableFromInline
  struct Place {
    /// The number of the entry; 0 for none.
    @usableFromInline var entry: UInt64 = 0
    /// The store that callers get; nil if it isn't open.
    @usableFromInline var store: Store<State, Action>?
    /// How many callers have a store of the entry.
    @usableFromInline var count = 0
    /// When the last caller returned it, or when it couldn't be put away, on the directory's clock.
    @usableFromInline var since = Duration.zero
  }

  /// The places at their slots.
  @usableFromInline var places: [Place] = []
  /// The slots of the open stores.
  @usableFromInline var slots = KeyTable<Key, Int>()
  /// The open stores that nobody uses, the one that was used the longest ago first.
  @usableFromInline var unused = UseOrder()
  /// The open stores that nobody uses and that couldn't be put away, the one of the oldest try first.
  @usableFromInline var busy = UseOrder()
  /// The number of entries of which somebody has a store.
  @usableFromInline var usedCount = 0
  /// Whether there are more stores than there is room for.
  @usableFromInline var isOverCapacity = false
  /// When the directory looks the next time for stores to put away; nil for not.
  @usableFromInline var timer: Duration?
  @usableFromInline let idleTime: Duration?
  private let retryTime: Duration

  init(_ configuration: StoreDirectoryConfiguration) {
    idleTime = configuration.idleTime
    retryTime = configuration.retryTime
  }

  // MARK: Entries

  /// Enters an entry, whose store isn't open yet.
  mutating func insert(_ entry: UInt64, at slot: Int) {
    if slot == places.count { places.append(Place()) }
    places[slot] = Place(entry: entry)
  }

  /// Takes an entry out. Those who have its store needn't return it any more.
  mutating func remove(_ key: Key, at slot: Int) {
    if places[slot].count > 0 { usedCount -= 1 }
    close(key, at: slot)
    places[slot] = Place()
  }

  /// Gives the store of an entry to whoever asks for it from now on.
  mutating func open(_ store: Store<State, Action>, of key: Key, at slot: Int) {
    places[slot].store = store
    slots[key] = slot
  }

  /// Gives the store of an entry to nobody any more. Those who have it keep it.
  mutating func close(_ key: Key, at slot: Int) {
    guard places[slot].store != nil else { return }
    places[slot].store = nil
    slots[key] = nil
    unused.remove(slot)
    busy.remove(slot)
  }

  /// Gives stores to nobody any more.
  mutating func closeAll() {
    for slot in slots.values { places[slot].store = nil }
    slots = KeyTable()
    unused = UseOrder()
    busy = UseOrder()
  }

  // MARK: Callers

  /// Returns the store of a key if it is open, for one caller more.
  @inlinable
  mutating func begin(_ key: Key) -> StoreUse<State, Action>? {
    guard let slot = slots[key], let store = places[slot].store else { return nil }
    return begin(at: slot, store)
  }

  /// Gives the store of an entry to one caller more.
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

  /// Notes that a caller has returned a store. Returns whether the directory has to look for stores to put
  /// away.
  @inlinable
  mutating func end(_ use: StoreUse<State, Action>, at time: Duration) -> Bool {
    // There is none after a shutdown, and another one if the store closed and couldn't be opened again.
    guard places[use.slot].entry == use.entry else { return false }
    assert(places[use.slot].count > 0, "Each use ends once.")
    places[use.slot].count -= 1
    guard places[use.slot].count == 0 else { return false }
    usedCount -= 1
    return rest(use.slot, at: time)
  }

  // MARK: Rest

  /// Notes that nobody uses an open store any more, if that is so. Returns whether the directory has to look
  /// for stores to put away.
  @inlinable
  mutating func rest(_ slot: Int, at time: Duration) -> Bool {
    guard mayRest(slot) else { return false }
    places[slot].since = time
    unused.append(slot)
    if isOverCapacity { return true }
    guard let idleTime else { return false }
    return timer.map { time + idleTime < $0 } ?? true
  }

  /// Leaves a store alone for a while that couldn't be put away, if nobody uses it.
  mutating func leaveAlone(_ slot: Int, at time: Duration) {
    guard mayRest(slot) else { return }
    places[slot].since = time
    busy.append(slot)
  }

  @inlinable
  func mayRest(_ slot: Int) -> Bool {
    places[slot].count == 0 && places[slot].store != nil && !unused.contains(slot) && !busy.contains(slot)
  }

  /// Returns the slot of the next store to put away at a time; nil if there is none.
  func nextToPutAway(at time: Duration) -> Int? {
    if let slot = unused.first {
      if isOverCapacity { return slot }
      if let idleTime, places[slot].since + idleTime <= time { return slot }
    }
    if let slot = busy.first, isOverCapacity || idleTime != nil, places[slot].since + retryTime <= time {
      return slot
    }
    return nil
  }

  /// Notes that the directory looks for stores to put away when there is one to put away, if nobody uses it
  /// until then. Returns nil if the directory looks earlier anyway, or needn't look.
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

/// A store that a caller has.
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
