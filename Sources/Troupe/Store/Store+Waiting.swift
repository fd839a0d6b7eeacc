extension Store {
  /// Waits until the state satisfies a predicate.
  ///
  /// ```swift
  /// try await store.wait { $0.messages.count >= 2 }
  /// ```
  ///
  /// If the state already satisfies the predicate, the call resumes immediately. Otherwise, the call resumes
  /// after the first turn that makes the predicate true, even if a later turn changes the state again. A
  /// waiting call keeps the store alive.
  ///
  /// The predicate of each waiting task is evaluated after every turn. If many tasks are waiting for the same
  /// part of the state, as in a server with many clients, use ``wait(for:until:)``, which reads the part once
  /// for all tasks.
  ///
  /// - Parameter predicate: Tests the state on the store's executor.
  /// - Throws: `CancellationError` if the waiting task is cancelled; ``StoreError`` if the store is shut down
  ///   or closes itself, or if a scoped store's state is gone.
  public func wait(until predicate: @escaping @Sendable (borrowing State) -> Bool) async throws {
    let _: Bool = try await wait { predicate($0) ? true : nil }
  }

  /// Waits until a closure returns a value for the state, and returns that value.
  ///
  /// ```swift
  /// let first = try await store.wait { $0.messages.first }
  /// ```
  ///
  /// If the closure returns a value for the current state, the call resumes immediately. Otherwise, the call
  /// resumes with the first value that the closure returns after a turn. A waiting call keeps the store
  /// alive.
  ///
  /// - Parameter value: Returns the value for a state, or nil to keep waiting. The closure runs on the
  ///   store's executor.
  /// - Returns: The value.
  /// - Throws: `CancellationError` if the waiting task is cancelled; ``StoreError`` if the store is shut down
  ///   or closes itself, or if a scoped store's state is gone.
  public func wait<Value: Sendable>(
    until value: @escaping @Sendable (borrowing State) -> Value?
  ) async throws -> Value {
    try Task.checkCancellation()
    let runtime = core.runtime
    let waiter = StateWaiter<Value> { [core] in
      guard core.isAlive else { return .gone }
      return core.read { value($0) }.map { .found($0) } ?? .notYet
    }
    if !runtime.enter({ waiter.check(runtime.newestTurn) }) {
      guard runtime.turn.lifecycle != .closed else { throw runtime.reasonOfEnd }
      let number = runtime.changeObservers { $0.add(waiter) }
      await waiter.signal.wait()
      _ = runtime.changeObservers { $0.remove(waiter: number) }
    }
    if let value = waiter.value, await runtime.waitUntilSaved(waiter.turn, on: isolation) { return value }
    try Task.checkCancellation()
    throw core.isAlive ? runtime.reasonOfEnd : .stateGone
  }

  /// Waits until the state satisfies a predicate, up to a time limit.
  ///
  /// ```swift
  /// try await store.wait(within: .seconds(5)) { $0.messages.count >= 2 }
  /// ```
  ///
  /// Apart from the time limit, this method behaves like ``wait(until:)->()``.
  ///
  /// - Parameters:
  ///   - duration: The time limit, measured by the store's clock, the dependency `continuousClock`.
  ///   - fileID: The file named in an issue about the clock.
  ///   - filePath: The file's path.
  ///   - line: The line named in an issue about the clock.
  ///   - column: The column named in an issue about the clock.
  ///   - predicate: Tests the state on the store's executor.
  /// - Throws: ``StoreError/Code/deadlineExceeded`` if the time limit is reached, and the errors of
  ///   ``wait(until:)->()``.
  public nonisolated(nonsending) func wait(
    within duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    until predicate: @escaping @Sendable (borrowing State) -> Bool
  ) async throws {
    let _: Bool = try await wait(
      within: duration,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      until: { predicate($0) ? true : nil }
    )
  }

  /// Waits until a closure returns a value for the state, up to a time limit, and returns that value.
  ///
  /// Apart from the time limit, this method behaves like ``wait(until:)->Value``.
  ///
  /// - Parameters:
  ///   - duration: The time limit, measured by the store's clock, the dependency `continuousClock`.
  ///   - fileID: The file named in an issue about the clock.
  ///   - filePath: The file's path.
  ///   - line: The line named in an issue about the clock.
  ///   - column: The column named in an issue about the clock.
  ///   - value: Returns the value for a state, or nil to keep waiting. The closure runs on the store's
  ///     executor.
  /// - Returns: The value.
  /// - Throws: ``StoreError/Code/deadlineExceeded`` if the time limit is reached, and the errors of
  ///   ``wait(until:)->Value``.
  public nonisolated(nonsending) func wait<Value: Sendable>(
    within duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    until value: @escaping @Sendable (borrowing State) -> Value?
  ) async throws -> Value {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await endingWait(within: duration, "wait(within:until:)", at: location) {
      try await self.wait(until: value)
    }
  }

  /// Waits until a part of the state satisfies a predicate, up to a time limit.
  ///
  /// Apart from the time limit, this method behaves like ``wait(for:until:)``.
  ///
  /// - Parameters:
  ///   - part: The part of the state. The part can be a computed property.
  ///   - duration: The time limit, measured by the store's clock, the dependency `continuousClock`.
  ///   - fileID: The file named in an issue about the clock.
  ///   - filePath: The file's path.
  ///   - line: The line named in an issue about the clock.
  ///   - column: The column named in an issue about the clock.
  ///   - predicate: Tests the part on the store's executor.
  /// - Returns: The part's value after the turn that ended the wait.
  /// - Throws: ``StoreError/Code/deadlineExceeded`` if the time limit is reached, and the errors of
  ///   ``wait(for:until:)``.
  @discardableResult
  public nonisolated(nonsending) func wait<Part: Equatable & Sendable>(
    for part: any KeyPath<State, Part> & Sendable,
    within duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    until predicate: @escaping @Sendable (Part) -> Bool
  ) async throws -> Part {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await endingWait(within: duration, "wait(for:within:until:)", at: location) {
      try await self.wait(for: part, until: predicate)
    }
  }

  private nonisolated(nonsending) func endingWait<Value: Sendable>(
    within duration: Duration,
    _ call: String,
    at location: CallSite,
    _ wait: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (result, isOver) = await withDeadline(duration, on: core.runtime.clock, of: call, at: location, wait)
    if case .failure(let error) = result, error is CancellationError, isOver {
      throw StoreError(.deadlineExceeded)
    }
    return try result.get()
  }

  /// Waits until a part of the state satisfies a predicate.
  ///
  /// If the part already satisfies the predicate, the call resumes immediately. Otherwise, the call resumes
  /// after the first turn that makes the predicate true, even if a later turn changes the part again. A
  /// waiting call keeps the store alive.
  ///
  /// All tasks that are waiting for the same part share the work. After a turn, the store reads the part once
  /// and compares the part with the previous value. The store evaluates the predicates only if the part has
  /// changed. During the wait, the store keeps a copy of the part, so the first change to a large collection
  /// copies the collection.
  ///
  /// ```swift
  /// try await room.wait(for: \.players.count, until: { $0 >= 2 })
  /// ```
  ///
  /// Cancelling a waiting task ends the task's wait in a time that doesn't depend on the number of waiting
  /// tasks.
  ///
  /// - Parameters:
  ///   - part: The part of the state. The part can be a computed property.
  ///   - predicate: Tests the part on the store's executor.
  /// - Returns: The part's value after the turn that ended the wait.
  /// - Throws: `CancellationError` if the waiting task is cancelled; ``StoreError`` if the store is shut down
  ///   or closes itself, or if a scoped store's state is gone.
  @discardableResult
  public func wait<Part: Equatable & Sendable>(
    for part: any KeyPath<State, Part> & Sendable,
    until predicate: @escaping @Sendable (Part) -> Bool
  ) async throws -> Part {
    try Task.checkCancellation()
    let runtime = core.runtime
    guard runtime.enter({ core.isAlive }) else { throw StoreError.stateGone }
    let (now, isFound) = core.read { state in
      let now = state[keyPath: part]
      return (now, predicate(now))
    }
    if isFound, await runtime.waitUntilSaved(runtime.newestTurn, on: isolation) { return now }
    try Task.checkCancellation()
    guard runtime.turn.lifecycle != .closed else { throw runtime.reasonOfEnd }
    let key = ObservationKey(part, of: core)
    let watch = runtime.changeObservers { observers in
      observers.watch(key) {
        ValueObservation(now) { [core] in core.isAlive ? core.read { $0[keyPath: part] } : nil }
      }
    }
    let waiter = ValueWaiter(predicate)
    let number = watch.waiters.add(waiter)
    // Releasing the part can run a turn, which has to reach the waiter.
    withExtendedLifetime(now) {}
    await waiter.signal.wait()
    watch.waiters.remove(number)
    _ = runtime.changeObservers { $0.removeUnused(watch, key) }
    if let found = waiter.found, await runtime.waitUntilSaved(waiter.turn, on: isolation) { return found }
    try Task.checkCancellation()
    throw core.isAlive ? runtime.reasonOfEnd : .stateGone
  }
}

/// A task that is waiting for a state.
private final class StateWaiter<Value: Sendable>: TurnWaiter {
  enum Finding {
    case found(Value)
    case notYet
    case gone
  }

  let signal = Signal()
  private(set) var value: Value?
  /// The number of the turn that ended the wait.
  private(set) var turn: UInt64 = 0
  private let look: () -> Finding

  init(look: @escaping () -> Finding) {
    self.look = look
  }

  func check(_ turn: UInt64) -> Bool {
    self.turn = turn
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
