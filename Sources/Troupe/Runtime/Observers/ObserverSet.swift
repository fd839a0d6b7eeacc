/// The observers of a store: the listeners to its events, its waiters, and its feeds.
///
/// The set belongs to its store's executor, like the rest of the ``Runtime``. Like the runtime's properties,
/// the set's properties aren't checked for overlapping access at run time.
final class ObserverSet {
  @exclusivity(unchecked) private var sinks = ObserverList<EventSink<StoreEvent>>()
  @exclusivity(unchecked) private var sinkNumbers: [ObjectIdentifier: UInt64] = [:]
  @exclusivity(unchecked) private var armed = ObserverList<Signal>()
  @exclusivity(unchecked) private var waiters = ObserverList<any TurnWaiter>()
  /// A waiter for each observed part of a state, which represents all waiters for that part.
  @exclusivity(unchecked) private var partWatches: [ObservationKey: any TurnWaiter] = [:]
  /// The slots that the store updates, by the part that their consumers follow.
  @exclusivity(unchecked) private var slots: [ObservationKey: StateSlot] = [:]
  /// The values that waiters have read from the current state, by the members that they read. Waiters that
  /// read the same members share an entry. Each entry is also retained by a waiter, so that removing the
  /// entry releases nothing.
  @exclusivity(unchecked) private var sharedReads: [ReadsKey: AnyObject] = [:]
  @exclusivity(unchecked) private var idleWaiters = ObserverList<IdleWaiter>()
  @exclusivity(unchecked) private(set) var feeds = ObserverList<FeedTap>()
  /// The events of the current turn, for listeners that wait until the turn is saved.
  @exclusivity(unchecked) private var eventsOfTurn: [StoreEvent] = []
  /// The events of turns that haven't been saved, for listeners that wait for saves.
  @exclusivity(unchecked) private var unsavedEvents = Queue<(turn: UInt64, event: StoreEvent)>()

  /// Whether anything waits for the next turn that reduces an action.
  var hasWaiters: Bool { !armed.isEmpty || !waiters.isEmpty }
  var hasFeeds: Bool { !feeds.isEmpty }

  // MARK: Events

  var hasSinks: Bool { !sinks.isEmpty }

  func add(_ sink: EventSink<StoreEvent>) { sinkNumbers[ObjectIdentifier(sink)] = sinks.add(sink) }

  func remove(_ sink: EventSink<StoreEvent>) {
    if let number = sinkNumbers.removeValue(forKey: ObjectIdentifier(sink)) { sinks.remove(number) }
  }

  /// Notifies the listeners of events.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isHeld: Whether listeners that wait for saves get the event only after the turn is saved.
  func tell(_ event: StoreEvent, isHeld: Bool) {
    guard isHeld else { return sinks.forEach { $0.append(event) } }
    var isAwaited = false
    sinks.forEach { sink in
      if sink.waitsForSaves { isAwaited = true } else { sink.append(event) }
    }
    if isAwaited { eventsOfTurn.append(event) }
  }

  /// Ends a turn of a saved store and sends the events of saved turns to the listeners that wait for saves.
  ///
  /// - Parameters:
  ///   - turn: The number of the newest turn that has to be saved.
  ///   - saved: The number of the newest turn that was saved.
  func turnEnded(_ turn: UInt64, saved: UInt64) {
    for event in Swift.exchange(&eventsOfTurn, with: []) { unsavedEvents.append((turn, event)) }
    tellSaved(upTo: saved)
    feeds.forEach { $0.turnEnded(turn, saved: saved) }
  }

  private func tellSaved(upTo turn: UInt64) {
    while let next = unsavedEvents.first, next.turn <= turn {
      sinks.forEach { if $0.waitsForSaves { $0.append(next.event) } }
      _ = unsavedEvents.popFirst()
    }
  }

  // MARK: Feeds

  func add(_ tap: FeedTap) -> UInt64 { feeds.add(tap) }

  func remove(feed number: UInt64) -> FeedTap? { feeds.remove(number) }

  // MARK: States

  /// Arms a signal to fire once, at the end of the next turn that reduces an action.
  func arm(_ signal: Signal) -> UInt64 { armed.add(signal) }

  func disarm(_ number: UInt64) { armed.remove(number) }

  func add(_ waiter: any TurnWaiter) -> UInt64 { waiters.add(waiter) }

  /// Removes and returns a waiter. Does nothing if the waiter was already removed.
  func remove(waiter number: UInt64) -> (any TurnWaiter)? {
    guard let waiter = waiters.remove(number) else { return nil }
    // The reads that belong only to this waiter are unknown, so all entries are removed.
    sharedReads.removeAll(keepingCapacity: true)
    return waiter
  }

  /// Removes and returns the signals and waiters to notify of a turn. If a waiter continues to wait, add it
  /// again.
  func takeThoseWhoWait() -> (signals: ObserverList<Signal>, waiters: ObserverList<any TurnWaiter>) {
    // The state has changed, so the entries are outdated.
    sharedReads.removeAll(keepingCapacity: true)
    return (armed.takeAll(), waiters.takeAll())
  }

  func putBack(_ others: consuming ObserverList<any TurnWaiter>) { waiters.putBack(others) }

  /// Returns another waiter's reads, if that waiter has read the same members of the current state in any
  /// order. Otherwise, returns the given reads. Shared reads are compared only once in each turn.
  ///
  /// The set keeps only reads that belong to waiters. These waiters retain the read values anyway, and
  /// release them in each turn that changes the values.
  func share<State>(_ reads: Reads<State>, of core: AnyObject) -> Reads<State> {
    guard let members = reads.wholes else { return reads }
    let key = ReadsKey(core: ObjectIdentifier(core), members: members)
    if let shared = sharedReads[key] as? Reads<State> { return shared }
    sharedReads[key] = reads
    return reads
  }

  private struct ReadsKey: Hashable {
    let core: ObjectIdentifier
    let members: [AnyKeyPath]

    static func == (lhs: ReadsKey, rhs: ReadsKey) -> Bool {
      guard lhs.core == rhs.core, lhs.members.count == rhs.members.count else { return false }
      // In most cases, observers with the same reads run the same closure, so their order is the same.
      return lhs.members == rhs.members || Set(lhs.members) == Set(rhs.members)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(core)
      // The hash value doesn't depend on the order.
      hasher.combine(members.reduce(0) { $0 ^ $1.hashValue })
    }
  }

  // MARK: Parts of states

  /// Returns the watch of a part. Creates the watch if the part has none.
  func watch<Part>(
    _ key: ObservationKey,
    or make: () -> ValueObservation<Part>
  ) -> ValueObservation<Part> {
    if let watch = partWatches[key] as? ValueObservation<Part> { return watch }
    let watch = make()
    watch.number = add(watch)
    partWatches[key] = watch
    return watch
  }

  /// Removes and returns the watch of a part if no waiter is left for the part.
  func removeUnused<Part>(_ watch: ValueObservation<Part>, _ key: ObservationKey) -> (any TurnWaiter)? {
    guard watch.waiters.isEmpty, partWatches[key] === watch else { return nil }
    partWatches[key] = nil
    return remove(waiter: watch.number)
  }

  /// Returns the slot that the store updates for a part of a core's state; nil if there is none.
  func slot(_ key: ObservationKey, of core: AnyObject) -> StateSlot? {
    // The slot of a released core may not have been removed yet.
    slots[key].flatMap { $0.core === core ? $0 : nil }
  }

  /// Lets the consumers of a part share a slot.
  func share(_ slot: StateSlot, _ key: ObservationKey) { slots[key] = slot }

  /// Forgets a slot that isn't updated any more.
  func remove(_ slot: StateSlot, _ key: ObservationKey) {
    if slots[key] === slot { slots[key] = nil }
  }

  // MARK: Idleness

  /// A task that is waiting until no effect is running in the store.
  struct IdleWaiter {
    let signal: Signal
    /// Whether the task doesn't wait for effects that run as long as the state has a value.
    let sparesDeclared: Bool
  }

  var awaitsIdleness: Bool { !idleWaiters.isEmpty }

  func add(_ waiter: IdleWaiter) -> UInt64 { idleWaiters.add(waiter) }

  func remove(idleWaiter number: UInt64) { idleWaiters.remove(number) }

  /// Notifies the waiters that no effects are running, or only declared effects.
  func tellIdle(hasDeclared: Bool) {
    idleWaiters.forEach { if !hasDeclared || $0.sparesDeclared { $0.signal.fire() } }
  }

  // MARK: The end

  /// Ends all streams and waits. Returns the observers that were removed.
  ///
  /// - Parameter failure: The reason why the store has given up saving; nil if the store hasn't given up.
  func end(_ failure: (any Error)?) -> (
    feeds: ObserverList<FeedTap>, waiters: ObserverList<any TurnWaiter>
  ) {
    let removed = (feeds: feeds.takeAll(), waiters: waiters.takeAll())
    removed.feeds.forEach { $0.end(failure) }
    sinks.takeAll().forEach { $0.end() }
    sinkNumbers = [:]
    armed.takeAll().forEach { $0.fire() }
    removed.waiters.forEach { $0.end() }
    sharedReads = [:]
    partWatches = [:]
    slots = [:]
    tellIdle(hasDeclared: false)
    return removed
  }
}
