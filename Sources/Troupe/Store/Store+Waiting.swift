extension Store {
  /// Waits until the state satisfies a predicate.
  ///
  /// It resumes at once when the state does so already, otherwise after the first turn after which it does,
  /// even if a later turn changes that again. The store is kept alive meanwhile.
  ///
  /// Each waiter looks at the state after every turn. Where many wait for something in one part of it, as the clients of a
  /// server do, ``wait(for:until:)`` looks at the part once for all of them.
  ///
  /// - Parameter predicate: Looks at the state, on the store's executor.
  /// - Throws: `CancellationError` when the waiting task is cancelled, ``StoreClosed`` when the store is shut
  ///   down or the state of a scoped store goes away.
  public func wait(until predicate: @escaping @Sendable (borrowing State) -> Bool) async throws {
    let _: Bool = try await wait { predicate($0) ? true : nil }
  }

  /// Waits until a value can be made from the state.
  ///
  /// It resumes at once when one can be made already, otherwise after the first turn after which one can,
  /// with the value of that turn. The store is kept alive meanwhile.
  ///
  /// - Parameter value: Makes the value from the state, or nil to wait on. It runs on the store's executor.
  /// - Throws: `CancellationError` when the waiting task is cancelled, ``StoreClosed`` when the store is shut
  ///   down or the state of a scoped store goes away.
  public func wait<Value: Sendable>(
    until value: @escaping @Sendable (borrowing State) -> Value?
  ) async throws -> Value {
    try Task.checkCancellation()
    let runtime = core.runtime
    runtime.takeMail()
    let waiter = StateWaiter<Value> { [core] in
      guard core.isAlive else { return .gone }
      return core.read { value($0) }.map { .found($0) } ?? .notYet
    }
    if !waiter.check() {
      guard runtime.turn.lifecycle != .closed else { throw StoreClosed() }
      let number = runtime.changeListeners { $0.add(waiter) }
      await waiter.signal.wait()
      runtime.changeListeners { $0.remove(waiter: number) }
    }
    if let value = waiter.value { return value }
    try Task.checkCancellation()
    throw core.isAlive ? StoreClosed.shutDown : .stateGone
  }

  /// Waits until a part of the state satisfies a predicate.
  ///
  /// It resumes at once when the part does so already, otherwise after the first turn after which it does, even if a later
  /// turn changes that again. The store is kept alive meanwhile.
  ///
  /// All who wait for the same part of a store share the work: after a turn the part is read once and compared with what it
  /// was, and only when it has changed do the predicates look at it. The part is kept until then; where it is a large
  /// collection, the first change to it is a copy.
  ///
  /// ```swift
  /// try await room.wait(for: \.players.count, until: { $0 >= 2 })
  /// ```
  ///
  /// Cancelling the waiting task ends its wait, and takes the same time however many wait. When the store is shut down, all
  /// waits end with ``StoreClosed``.
  ///
  /// - Parameters:
  ///   - part: The part of the state; a computed property will do.
  ///   - predicate: Looks at the part, on the store's executor.
  /// - Returns: The part, as it was after the turn.
  /// - Throws: `CancellationError` when the waiting task is cancelled, ``StoreClosed`` when the store is shut
  ///   down or the state of a scoped store goes away.
  @discardableResult
  public func wait<Part: Equatable & Sendable>(
    for part: any KeyPath<State, Part> & Sendable,
    until predicate: @escaping @Sendable (Part) -> Bool
  ) async throws -> Part {
    try Task.checkCancellation()
    let runtime = core.runtime
    runtime.takeMail()
    guard core.isAlive else { throw StoreClosed.stateGone }
    let now = core.read { $0[keyPath: part] }
    if predicate(now) { return now }
    guard runtime.turn.lifecycle != .closed else { throw StoreClosed() }
    let key = PartKey(part, of: core)
    let watch = runtime.changeListeners { listeners in
      listeners.watch(key) {
        PartWatch(now) { [core] in core.isAlive ? core.read { $0[keyPath: part] } : nil }
      }
    }
    let waiter = PartWaiter(predicate)
    let number = watch.waiters.add(waiter)
    await waiter.signal.wait()
    watch.waiters.remove(number)
    runtime.changeListeners { $0.removeUnused(watch, key) }
    if let found = waiter.found { return found }
    try Task.checkCancellation()
    throw core.isAlive ? StoreClosed.shutDown : .stateGone
  }
}

/// One who waits for a state.
private final class StateWaiter<Value: Sendable>: TurnWaiter {
  enum Finding {
    case found(Value)
    case notYet
    case gone
  }

  let signal = Signal()
  private(set) var value: Value?
  private let look: () -> Finding

  init(look: @escaping () -> Finding) {
    self.look = look
  }

  func check() -> Bool {
    switch look() {
    case .notYet: return false
    case .found(let found): value = found
    case .gone: break
    }
    signal.fire()
    return true
  }

  func end() { signal.fire() }
}
