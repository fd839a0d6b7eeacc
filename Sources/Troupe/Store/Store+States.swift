/// A store's states as an asynchronous sequence that always delivers the newest state.
///
/// See ``Store/states()``.
public struct StoreStates<Value: Sendable>: AsyncSequence, Sendable {
  /// The next result for a consumer that has received a version of the state.
  enum Fetch: Sendable {
    case value(Value, version: UInt64)
    /// A state whose turn isn't saved yet.
    case unsaved(Value, version: UInt64, turn: UInt64)
    case ended
  }

  /// Waits for a state that the consumer hasn't received. The signal belongs to the consumer.
  let fetch: @Sendable (_ seen: UInt64?, _ signal: Signal) async -> Fetch
  let waitUntilSaved: @Sendable (_ turn: UInt64) async -> Bool
  let isSame: (@Sendable (Value, Value) -> Bool)?

  /// Returns an iterator. Each iterator has a separate position in the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(states: self) }

  /// The iterator of ``StoreStates``.
  public struct Iterator: AsyncIteratorProtocol {
    private let states: StoreStates
    private let signal = Signal()
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
      while !Task.isCancelled {
        switch await states.fetch(seen, signal) {
        case .ended:
          return nil
        case .unsaved(let value, let version, let turn):
          guard await states.waitUntilSaved(turn) else { return nil }
          if let value = deliver(value, version) { return value }
        case .value(let value, let version):
          if let value = deliver(value, version) { return value }
        }
      }
      return nil
    }

    /// Records a value as delivered. Returns the value, or nil if the value equals the previous value.
    private mutating func deliver(_ value: Value, _ version: UInt64) -> Value? {
      seen = version
      guard let isSame = states.isSame else { return value }
      if let last, isSame(last, value) { return nil }
      last = value
      return value
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
  /// A consumer that is slower than the store misses intermediate states, but never the last state. Consumers
  /// fetch the state on demand, so the store buffers nothing, and any number of consumers can iterate. A
  /// consumer doesn't keep the store alive. The iteration ends when the store is released or shut down, or
  /// when a scoped store's state is gone.
  public nonisolated func states() -> StoreStates<State> where State: Sendable {
    states({ $0 }, isSame: nil)
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
    states({ $0[keyPath: member] }, isSame: { $0 == $1 })
  }

  nonisolated func states<Value: Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    isSame: (@Sendable (Value, Value) -> Bool)?
  ) -> StoreStates<Value> {
    func make<Core: StoreCoreProtocol<State, Action>>(_ core: Core) -> StoreStates<Value> {
      StoreStates(
        fetch: { [reference = Weak(core), isolation] seen, signal in
          await reference.fetch(value, after: seen, signal, on: isolation)
        },
        waitUntilSaved: { [reference = Weak(core), isolation] turn in
          await reference.value?.runtime.waitUntilSaved(turn, on: isolation) ?? false
        },
        isSame: isSame
      )
    }
    return make(core)
  }
}

extension Weak where Object: StoreCoreProtocol {
  /// Returns the first value that is newer than `seen`, and waits for the value if necessary. The method runs
  /// on the store's executor, where the method can read the state and await the next turn.
  fileprivate func fetch<Value: Sendable>(
    _ value: @Sendable (Object.State) -> Value,
    after seen: UInt64?,
    _ signal: Signal,
    on isolation: isolated any Actor
  ) async -> StoreStates<Value>.Fetch {
    while true {
      // This wait doesn't keep the store alive.
      switch self.value?.look(value, after: seen, signal) ?? .found(.ended) {
      case .found(let fetch):
        return fetch
      case .nothingNew(let number):
        await signal.wait()
        guard Task.isCancelled else { continue }
        self.value?.runtime.changeObservers { $0.disarm(number) }
        return .ended
      }
    }
  }
}

/// The result of a consumer's check for a new state.
private enum Look<Value: Sendable> {
  case found(StoreStates<Value>.Fetch)
  /// There is no new state. The signal fires when the state may have changed. The number unregisters the
  /// signal.
  case nothingNew(UInt64)
}

extension StoreCoreProtocol {
  fileprivate func look<Value>(
    _ value: (State) -> Value,
    after seen: UInt64?,
    _ signal: Signal
  ) -> Look<Value> {
    runtime.enter { lookInside(value, after: seen, signal) }
  }

  private func lookInside<Value>(
    _ value: (State) -> Value,
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
    return .nothingNew(runtime.changeObservers { $0.arm(signal) })
  }
}
