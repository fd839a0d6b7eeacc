/// A store's states as an asynchronous sequence that always delivers the newest state.
///
/// See ``Store/states()``.
public struct StoreStates<Value: Sendable>: AsyncSequence, Sendable {
  /// The next result for a consumer that has received a version of the state.
  enum Fetch: Sendable {
    case value(Value, version: UInt64)
    /// A state whose turn isn't saved yet.
    case unsaved(Value, version: UInt64, turn: UInt64)
    /// The consumer has received the newest state. The slot has the next one.
    case slot(StateSlot)
    case ended
  }

  /// Fetches a state that the consumer hasn't received, and waits for it if the store is saved. The signal
  /// belongs to the consumer.
  let fetch: @Sendable (_ seen: UInt64?, _ signal: Signal) async -> Fetch
  /// Releases a slot for which no consumer waits.
  let release: @Sendable (StateSlot) async -> Void
  let waitUntilSaved: @Sendable (_ turn: UInt64) async -> Bool
  let isSame: (@Sendable (Value, Value) -> Bool)?

  /// Returns an iterator. Each iterator has a separate position in the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(states: self) }

  /// The iterator of ``StoreStates``.
  public struct Iterator: AsyncIteratorProtocol {
    private let states: StoreStates
    private let signal = Signal()
    /// The slot from which the consumer gets the next state; nil if it has to fetch the state.
    private var slot: StateSlot?
    private var seen: UInt64?
    private var last: Value?

    fileprivate init(states: StoreStates) {
      self.states = states
    }

    /// Returns the current state on the first call, and on later calls the newest state after a turn that
    /// reduced an action.
    ///
    /// The call resumes as soon as the store has a state that hasn't been delivered yet. Intermediate states
    /// are skipped. The result is nil when the store has been shut down or released, when a scoped store's
    /// state is gone, or when the task is cancelled.
    public mutating func next() async -> Value? {
      if let slot, let seen, !Task.isCancelled,
        let (published, version) = await read(slot, after: seen)
      {
        let value = published.value(as: Value.self)
        if isNew(value, version) { return value }
      }
      return await nextByFetching()
    }

    // A consumer that keeps up with the store seldom fetches. This is a separate function because a function
    // with an optional value looks up the optional's metadata first.
    /// Returns the next value as `next()` does, where the consumer has no slot, or the slot has nothing new.
    @inline(never)
    private mutating func nextByFetching() async -> Value? {
      var isOver = false
      while !isOver, !Task.isCancelled {
        guard let slot, let seen else {
          if let value = await fetch(&isOver) { return value }
          continue
        }
        guard let (published, version) = await read(slot, after: seen) else { continue }
        let value = published.value(as: Value.self)
        if isNew(value, version) { return value }
      }
      return nil
    }

    /// Waits for the next value of a slot; returns nil if the consumer has to read the slot again, or has to
    /// fetch the value.
    @inline(__always)
    private mutating func read(
      _ slot: StateSlot,
      after seen: UInt64
    ) async -> (AnyPublishedValue, version: UInt64)? {
      switch await slot.next(after: seen, telling: signal) {
      case .value(let value, let version): return (value, version)
      case .outdated: self.slot = nil
      case .nothingNew: await states.release(slot)
      }
      return nil
    }

    /// Fetches the newest state on the store's executor. Returns nil if the iteration is over, or if there is
    /// nothing to deliver yet.
    private mutating func fetch(_ isOver: inout Bool) async -> Value? {
      switch await states.fetch(seen, signal) {
      case .ended:
        isOver = true
        return nil
      case .slot(let slot):
        self.slot = slot
        return nil
      case .unsaved(let value, let version, let turn):
        guard await states.waitUntilSaved(turn) else {
          isOver = true
          return nil
        }
        return isNew(value, version) ? value : nil
      case .value(let value, let version):
        return isNew(value, version) ? value : nil
      }
    }

    /// Records a value as delivered. Returns false if the value equals the previous value.
    private mutating func isNew(_ value: Value, _ version: UInt64) -> Bool {
      seen = version
      return states.isSame == nil || isNoRepetition(of: value)
    }

    // See `nextByFetching()`.
    @inline(never)
    private mutating func isNoRepetition(of value: Value) -> Bool {
      if let last, states.isSame?(last, value) == true { return false }
      last = value
      return true
    }
  }
}

@available(*, unavailable)
extension StoreStates.Iterator: Sendable {}

extension Store {
  /// Returns the store's states as a sequence. The first element is the current state, and each later element
  /// is the newest state.
  ///
  /// ```swift
  /// for await state in store.states() {
  ///   print("\(state.messages.count) messages")
  /// }
  /// ```
  ///
  /// A consumer that is slower than the store misses intermediate states, but never the last state. The store
  /// keeps only the newest state for all waiting consumers, until they have received it, so any number of
  /// consumers can iterate. A consumer doesn't keep the store alive. The iteration ends when the store is
  /// released or shut down, or when a scoped store's state is gone.
  public nonisolated func states() -> StoreStates<State> where State: Sendable {
    states({ $0 }, isSame: nil) { \State.self }
  }

  /// Returns the values of a member of the state as a sequence without consecutive duplicates. The first
  /// element is the current value, and each later element is the newest value.
  ///
  /// ```swift
  /// for await title in store.states(\.title) {
  ///   print(title)
  /// }
  /// ```
  ///
  /// Otherwise, the sequence behaves like ``states()``.
  ///
  /// - Parameter member: The member.
  public nonisolated func states<Value: Sendable & Equatable>(
    _ member: any KeyPath<State, Value> & Sendable
  ) -> StoreStates<Value> {
    states({ $0[keyPath: member] }, isSame: { $0 == $1 }) { member }
  }

  /// Returns computed values of the state as a sequence.
  ///
  /// - Parameters:
  ///   - value: Computes a value.
  ///   - isSame: Returns whether two values count as equal; nil to deliver all values.
  ///   - part: Returns the part of the state that is the value, so that all consumers of the part share the
  ///     value; nil if the value is computed by a function, because functions aren't comparable.
  nonisolated func states<Value: Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    isSame: (@Sendable (Value, Value) -> Bool)?,
    part: (@Sendable () -> any AnyKeyPath & Sendable)? = nil
  ) -> StoreStates<Value> {
    StoreStates(
      fetch: { [reference = Weak(core), isolation] seen, signal in
        await reference.fetch(value, part, after: seen, signal, on: isolation)
      },
      release: { [reference = Weak(core), isolation] slot in await reference.release(slot, on: isolation) },
      waitUntilSaved: { [reference = Weak(core), isolation] turn in
        await reference.value?.runtime.waitUntilSaved(turn, on: isolation) ?? false
      },
      isSame: isSame
    )
  }
}

extension StateSlot {
  /// Returns the value that is newer than the consumer's version, and waits for the value if necessary.
  /// Returns `nothingNew` only if the task is cancelled.
  fileprivate nonisolated(nonsending) func next(after seen: UInt64, telling signal: Signal) async -> Reading {
    let reading = read(after: seen, telling: signal)
    guard case .nothingNew(let waiter) = reading else { return reading }
    await signal.wait()
    return resume(waiter) ?? reading
  }
}

extension Weak {
  /// Returns the first value that is newer than `seen`, or the slot that has it after the next turn. The
  /// method runs on the store's executor, where the method can read the state.
  ///
  /// If the store is saved, the method waits for the value.
  fileprivate func fetch<State, Action, Value: Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    _ part: (@Sendable () -> any AnyKeyPath & Sendable)?,
    after seen: UInt64?,
    _ signal: Signal,
    on isolation: isolated any Actor
  ) async -> StoreStates<Value>.Fetch where Object == StateCore<State, Action> {
    while true {
      // This wait doesn't keep the store alive.
      switch self.value?.look(value, part, after: seen, signal) ?? .found(.ended) {
      case .found(let fetch):
        return fetch
      case .nothingNew(let number):
        await signal.wait()
        guard Task.isCancelled else { continue }
        if let core = self.value {
          withExtendedLifetime(core) { core.runtime.changeObservers { $0.disarm(number) } }
        }
        return .ended
      }
    }
  }

  /// Releases a slot for which no consumer waits. The method runs on the store's executor.
  fileprivate func release<State, Action>(
    _ slot: StateSlot,
    on isolation: isolated any Actor
  ) where Object == StateCore<State, Action> {
    guard let core = value else { return }
    _ = withExtendedLifetime(core) { core.runtime.changeObservers { $0.removeUnused(slot) } }
  }
}

/// The result of a consumer's check for a new state.
private enum Look<Value: Sendable> {
  case found(StoreStates<Value>.Fetch)
  /// There is no new state of a saved store. The signal fires when the state may have changed. The number
  /// unregisters the signal.
  case nothingNew(UInt64)
}

extension StateCore {
  fileprivate func look<Value>(
    _ value: @escaping @Sendable (State) -> Value,
    _ part: (@Sendable () -> any AnyKeyPath & Sendable)?,
    after seen: UInt64?,
    _ signal: Signal
  ) -> Look<Value> {
    runtime.enter { lookInside(value, part, after: seen, signal) }
  }

  private func lookInside<Value>(
    _ value: @escaping @Sendable (State) -> Value,
    _ part: (@Sendable () -> any AnyKeyPath & Sendable)?,
    after seen: UInt64?,
    _ signal: Signal
  ) -> Look<Value> {
    guard isAlive else { return .found(.ended) }
    // The last state is delivered even after the store has been shut down.
    let version = runtime.turn.version
    if seen != version, let saveQueue = runtime.saveQueue, !saveQueue.isEverythingSaved {
      return .found(.unsaved(read(value), version: version, turn: saveQueue.newest))
    }
    if seen != version { return .found(.value(read(value), version: version)) }
    if runtime.turn.lifecycle == .closed { return .found(.ended) }
    if runtime.saveQueue != nil { return .nothingNew(runtime.changeObservers { $0.arm(signal) }) }
    return .found(.slot(slot(of: value, part?())))
  }

  /// Returns the slot that publishes the values of the state after each turn.
  private func slot<Value: Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ part: (any AnyKeyPath & Sendable)?
  ) -> StateSlot {
    let key = part.map { ObservationKey($0, of: self) }
    return runtime.changeObservers { observers in
      if let key, let slot = observers.slot(key, of: self) { return slot }
      let slot = StateSlot(key, of: self, in: observers, at: runtime.turn.version) { [core = Weak(self)] in
        // A saved store publishes its states when they are saved.
        guard let core = core.value, core.isAlive, core.runtime.saveQueue == nil else { return nil }
        return (PublishedValue(core.read(value)), core.runtime.turn.version)
      }
      observers.add(slot, key)
      return slot
    }
  }
}
