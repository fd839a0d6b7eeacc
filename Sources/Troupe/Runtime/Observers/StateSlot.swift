/// The newest value of a store's states, for the consumers that are waiting for it.
///
/// The store publishes each new value in the slot as long as a consumer is waiting or is about to resume. In
/// this time, a consumer reads the value, and waits for the next one, without a switch to the store's
/// executor. A turn computes the value once for all consumers of the slot.
///
/// A change of a value that is in use elsewhere copies the value. Therefore, the value is released when the
/// last consumer has read it, and the store publishes no more values if a few turns have passed without a
/// waiting consumer, for example because the consumers' thread is blocked. The store then releases the slot,
/// as it does when the last waiting consumer is cancelled. The next consumer fetches the state on the store's
/// executor.
///
/// - Note: `@unchecked Sendable`: a lock protects the contents; the other members belong to the store's
///   executor, like the rest of the ``Runtime``. `StressTests` and `ObservationTests` under the thread
///   sanitizer would catch any other use.
final class StateSlot: TurnWaiter, @unchecked Sendable {
  /// The result of a consumer's read.
  enum Reading: Sendable {
    case value(AnyPublishedValue, version: UInt64)
    /// There is no newer value. The signal fires once when there may be one. Then, or when the wait is
    /// cancelled, call ``resume(_:)`` with the number.
    case nothingNew(waiter: UInt64)
    /// The slot doesn't have the newest value. Fetch it from the store.
    case outdated
  }

  /// The number of turns without a waiting consumer for which consumers that are about to resume still get
  /// the value from the slot.
  static var graceTurns: Int { 4 }

  private struct Contents {
    /// Whether the store updates the slot in each turn. If not, the slot's version may be outdated.
    var isCurrent = true
    /// The version of the state at the last update.
    var version: UInt64
    /// The value of that version; nil if all consumers that were woken for it have read it.
    var value: AnyPublishedValue?
    /// The number of consumers that were woken and haven't resumed.
    var resumingCount = 0
    /// The number of turns since a consumer was waiting.
    var turnsWithoutWaiting = 0
    var waiting = ObserverList<Signal>()

    /// Whether the value of a turn that has just ended is wanted.
    mutating func isWanted() -> Bool {
      turnsWithoutWaiting = waiting.isEmpty ? turnsWithoutWaiting + 1 : 0
      return !waiting.isEmpty || resumingCount > 0 && turnsWithoutWaiting <= StateSlot.graceTurns
    }

    /// Stops updating the slot. Returns the consumers to wake, and the value to release outside the lock.
    mutating func close() -> (ObserverList<Signal>, AnyPublishedValue?) {
      isCurrent = false
      return (takeWaiting(), value.take())
    }

    mutating func takeWaiting() -> ObserverList<Signal> {
      let taken = waiting.takeAll()
      resumingCount += taken.count
      return taken
    }
  }

  private let contents: Locked<Contents>
  /// The core whose state the slot publishes.
  private(set) weak var core: AnyObject?
  private let key: ObservationKey?
  /// Computes the value of the current state; returns nil if the consumers have to fetch the state.
  private let publish: () -> (AnyPublishedValue, version: UInt64)?
  private unowned let observers: ObserverSet
  /// The number of the slot among the store's waiters.
  fileprivate var number: UInt64 = 0

  /// Creates a slot that the store updates in each turn from now on. See ``ObserverSet/add(_:_:)``.
  ///
  /// - Parameters:
  ///   - key: The part of the state for which consumers share the slot; nil if they don't share it.
  ///   - core: The core whose state the slot publishes.
  ///   - observers: The store's observers.
  ///   - version: The version of the state.
  ///   - publish: Computes the value of the current state with the state's version; returns nil if consumers
  ///     have to fetch the state.
  init(
    _ key: ObservationKey?,
    of core: AnyObject,
    in observers: ObserverSet,
    at version: UInt64,
    publish: @escaping () -> (AnyPublishedValue, version: UInt64)?
  ) {
    self.key = key
    self.core = core
    self.observers = observers
    self.publish = publish
    contents = Locked(Contents(version: version))
  }

  // MARK: The store

  /// Whether the store updates the slot in each turn.
  var isCurrent: Bool { contents.withLock { $0.isCurrent } }

  func check(_ turn: UInt64) -> Bool {
    let isWanted = contents.withLock { contents in
      contents.isCurrent = contents.isWanted()
      return contents.isCurrent
    }
    guard isWanted, let (value, version) = publish() else {
      end()
      return true
    }
    let (woken, former) = contents.withLock { contents in
      let woken = contents.takeWaiting()
      contents.version = version
      // The waiting consumers may have been cancelled in the meantime.
      return (woken, Swift.exchange(&contents.value, with: contents.resumingCount > 0 ? value : nil))
    }
    woken.forEach { $0.fire() }
    withExtendedLifetime(former) {}
    return false
  }

  /// Stops updating the slot, and makes the waiting consumers fetch the state.
  func end() {
    if let key { observers.remove(self, key) }
    let (woken, former) = contents.withLock { $0.close() }
    woken.forEach { $0.fire() }
    withExtendedLifetime(former) {}
  }

  /// Whether no consumer is waiting or has still to read a value.
  fileprivate var isUnused: Bool {
    contents.withLock { $0.resumingCount == 0 && $0.waiting.isEmpty }
  }

  // MARK: The consumers

  /// Returns the value that is newer than the consumer's version, or the reason why there is none. This
  /// method can be called from any context.
  ///
  /// - Parameters:
  ///   - seen: The version of the consumer's last value.
  ///   - signal: The signal to fire if there is nothing new.
  func read(after seen: UInt64, telling signal: Signal) -> Reading {
    contents.withLock { contents in
      guard contents.isCurrent else { return .outdated }
      if contents.version == seen { return .nothingNew(waiter: contents.waiting.add(signal)) }
      return contents.value.map { .value($0, version: contents.version) } ?? .outdated
    }
  }

  /// Returns the value for which a waiting consumer was woken; nil if the consumer wasn't woken, because its
  /// task was cancelled. Each wait must end with one call.
  func resume(_ waiter: UInt64) -> Reading? {
    // The value is released outside the lock, unless the consumer gets it.
    let (reading, former) = contents.withLock { contents -> (Reading?, AnyPublishedValue?) in
      if contents.waiting.remove(waiter) != nil { return (nil, nil) }
      contents.resumingCount -= 1
      let reading = contents.value.map { Reading.value($0, version: contents.version) } ?? .outdated
      return (reading, contents.resumingCount == 0 ? contents.value.take() : nil)
    }
    withExtendedLifetime(former) {}
    return reading
  }
}

extension ObserverSet {
  /// Updates a slot in each turn from now on.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - key: The part for which consumers share the slot; nil if they don't share it.
  func add(_ slot: StateSlot, _ key: ObservationKey?) {
    slot.number = add(slot)
    if let key { share(slot, key) }
  }

  /// Stops updating a slot for which no consumer waits, because a consumer was cancelled. Returns the removed
  /// slot.
  func removeUnused(_ slot: StateSlot) -> (any TurnWaiter)? {
    guard slot.isUnused else { return nil }
    slot.end()
    return remove(waiter: slot.number)
  }
}
