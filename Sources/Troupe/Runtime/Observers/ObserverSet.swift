/// The listeners to the events of a store, and the waiters for something to happen in it.
///
/// It belongs to the executor of its store, like the rest of the ``Runtime``, and like that, it isn't checked
/// at run time for overlapping access.
final class ObserverSet {
  @exclusivity(unchecked) private var sinks = ObserverList<EventSink<StoreEvent>>()
  @exclusivity(unchecked) private var sinkNumbers: [ObjectIdentifier: UInt64] = [:]
  @exclusivity(unchecked) private var armed = ObserverList<Signal>()
  @exclusivity(unchecked) private var waiters = ObserverList<any TurnWaiter>()
  /// The waiters that stand for everyone who waits for one part of a state, by part.
  @exclusivity(unchecked) private var partWatches: [ObservationKey: any TurnWaiter] = [:]
  /// What the waiters have read of the state as it is, for others who read the same. All of it is also kept
  /// by one of the waiters, so that nothing is released with an entry.
  @exclusivity(unchecked) private var sharedReads: [ReadsKey: AnyObject] = [:]
  @exclusivity(unchecked) private var idleWaiters = ObserverList<IdleWaiter>()
  @exclusivity(unchecked) private(set) var feeds = ObserverList<FeedTap>()
  /// The events of the current turn, for listeners that wait until it is saved.
  @exclusivity(unchecked) private var eventsOfTurn: [StoreEvent] = []
  /// The events of turns that aren't saved yet, for the same.
  @exclusivity(unchecked) private var unsavedEvents = Queue<(turn: UInt64, event: StoreEvent)>()

  /// The duties of a turn to the listeners and waiters.
  var duties: Turn.Duties {
    var duties: Turn.Duties = []
    if !sinks.isEmpty { duties.insert(.events) }
    if !armed.isEmpty || !waiters.isEmpty { duties.insert(.waiters) }
    if !feeds.isEmpty { duties.insert(.feeds) }
    return duties
  }

  // MARK: Events

  var hasSinks: Bool { !sinks.isEmpty }

  func add(_ sink: EventSink<StoreEvent>) { sinkNumbers[ObjectIdentifier(sink)] = sinks.add(sink) }

  func remove(_ sink: EventSink<StoreEvent>) {
    if let number = sinkNumbers.removeValue(forKey: ObjectIdentifier(sink)) { sinks.remove(number) }
  }

  /// Notifies the listeners of events.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - isHeld: Whether listeners that wait for saves get the event only after the turn is saved.
  func tell(_ event: StoreEvent, isHeld: Bool) {
    guard isHeld else { return sinks.forEach { $0.append(event) } }
    var isAwaited = false
    sinks.forEach { sink in
      if sink.waitsForSaves { isAwaited = true } else { sink.append(event) }
    }
    if isAwaited { eventsOfTurn.append(event) }
  }

  /// Ends a turn of a saved store, and sends the events of the turns that are saved to the listeners that
  /// wait for saves.
  ///
  /// - Parameters:
  ///   - turn: The number of the newest turn that has to be saved.
  ///   - saved: The number of the newest turn that is saved.
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

  /// Removes and returns a waiter. Does nothing if it has already been taken out.
  func remove(waiter number: UInt64) -> (any TurnWaiter)? {
    guard let waiter = waiters.remove(number) else { return nil }
    // Nothing tells which reads are only its own.
    sharedReads.removeAll(keepingCapacity: true)
    return waiter
  }

  /// Removes the signals and waiters to notify of a turn. Add the waiters that continue to wait again.
  func takeThoseWhoWait() -> (signals: ObserverList<Signal>, waiters: ObserverList<any TurnWaiter>) {
    // The state has changed.
    sharedReads.removeAll(keepingCapacity: true)
    return (armed.takeAll(), waiters.takeAll())
  }

  func putBack(_ others: consuming ObserverList<any TurnWaiter>) { waiters.putBack(others) }

  /// Returns the reads of another waiter, if it has read the same members of the state as it is, in whatever
  /// order; otherwise the given ones. What is shared is compared once in each turn.
  ///
  /// Only the waiters' reads are kept: they keep the values anyway, and release them in each turn that
  /// changes them.
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
      // Most observers with the same reads run the same closure.
      return lhs.members == rhs.members || Set(lhs.members) == Set(rhs.members)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(core)
      // The same for each order.
      hasher.combine(members.reduce(0) { $0 ^ $1.hashValue })
    }
  }

  // MARK: Parts of states

  /// Returns the watch of a part, and makes it if there is none.
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

  /// Removes and returns the watch of a part if nobody waits for the part any more.
  func removeUnused<Part>(_ watch: ValueObservation<Part>, _ key: ObservationKey) -> (any TurnWaiter)? {
    guard watch.waiters.isEmpty, partWatches[key] === watch else { return nil }
    partWatches[key] = nil
    return remove(waiter: watch.number)
  }

  // MARK: Idleness

  /// A task that waits until nothing runs in the store.
  struct IdleWaiter {
    let signal: Signal
    /// Whether it doesn't wait for effects that run while a value of the state is there.
    let sparesDeclared: Bool
  }

  var awaitsIdleness: Bool { !idleWaiters.isEmpty }

  func add(_ waiter: IdleWaiter) -> UInt64 { idleWaiters.add(waiter) }

  func remove(idleWaiter number: UInt64) { idleWaiters.remove(number) }

  /// Notifies the waiters that no effect runs, or only declared effects.
  func tellIdle(hasDeclared: Bool) {
    idleWaiters.forEach { if !hasDeclared || $0.sparesDeclared { $0.signal.fire() } }
  }

  // MARK: The end

  /// Ends all streams and waits. Returns who was removed.
  ///
  /// - Parameter failure: Why the store has given up saving; nil if it hasn't.
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
    tellIdle(hasDeclared: false)
    return removed
  }
}
