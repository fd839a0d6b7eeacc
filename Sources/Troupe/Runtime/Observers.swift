/// Those who wait for something to happen in a runtime, and those who watch.
struct Observers {
  private var sinks: [EventSink] = []
  private var armed: [Signal] = []
  private var waiters: [any TurnWaiter] = []
  private var idleSignals: [Signal] = []
  private var checks: [WeakLivenessCheck] = []
  private var checksToKeep = 8

  /// What a turn has to do for them.
  var duties: TurnState.Duties {
    var duties: TurnState.Duties = []
    if !sinks.isEmpty { duties.insert(.events) }
    if !armed.isEmpty || !waiters.isEmpty { duties.insert(.observers) }
    if !checks.isEmpty { duties.insert(.scopedStores) }
    return duties
  }

  // MARK: Events

  mutating func add(_ sink: EventSink) { sinks.append(sink) }

  mutating func remove(_ sink: EventSink) { sinks.removeAll { $0 === sink } }

  func tell(_ event: StoreEvent.Kind) {
    let event = StoreEvent(kind: event)
    for sink in sinks { sink.append(event) }
  }

  // MARK: States

  /// Has a signal fired once, at the end of the next turn that reduces an action.
  mutating func arm(_ signal: Signal) { armed.append(signal) }

  mutating func disarm(_ signal: Signal) { armed.removeAll { $0 === signal } }

  mutating func add(_ waiter: any TurnWaiter) { waiters.append(waiter) }

  mutating func remove(_ waiter: any TurnWaiter) { waiters.removeAll { $0 === waiter } }

  /// Hands out those who are to be told of a turn; those who wait on have to be put back.
  mutating func takeThoseWhoWait() -> (signals: [Signal], waiters: [any TurnWaiter]) {
    (Swift.exchange(&armed, with: []), Swift.exchange(&waiters, with: []))
  }

  // MARK: Idleness

  mutating func addIdle(_ signal: Signal) { idleSignals.append(signal) }

  mutating func removeIdle(_ signal: Signal) { idleSignals.removeAll { $0 === signal } }

  func tellIdle() {
    for signal in idleSignals { signal.fire() }
  }

  // MARK: Scoped stores

  /// Has a check made after each action, for as long as the one that makes it is there.
  mutating func add(_ check: any LivenessCheck) {
    checks.append(WeakLivenessCheck(check))
    guard checks.count >= checksToKeep else { return }
    checks.removeAll { $0.check == nil }
    checksToKeep = max(8, checks.count * 2)
  }

  /// The checks to make; those whose makers have gone are forgotten.
  mutating func liveChecks() -> [any LivenessCheck] {
    let live = checks.compactMap(\.check)
    if live.count < checks.count { checks.removeAll { $0.check == nil } }
    return live
  }

  // MARK: The end

  /// Ends all streams and waits.
  mutating func end() {
    for sink in sinks { sink.finish() }
    for signal in armed { signal.fire() }
    for waiter in waiters { waiter.close() }
    sinks = []
    armed = []
    waiters = []
    tellIdle()
  }
}
