/// The reason why waiting for a state ended without it: the store was shut down, or the state of a scoped
/// store has gone.
public struct StoreClosed: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the error.
  public init() {}

  /// What happened.
  public var description: String { "The store was shut down, or its state has gone." }
}

extension Store {
  /// Waits until the state satisfies a predicate.
  ///
  /// It resumes at once when the state does so already, otherwise after the first turn after which it does,
  /// even if a later turn changes that again. The store is kept alive meanwhile.
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
      runtime.observe { $0.add(waiter) }
      await waiter.signal.wait()
      runtime.observe { $0.remove(waiter) }
    }
    if let value = waiter.value { return value }
    try Task.checkCancellation()
    throw StoreClosed()
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

  func close() { signal.fire() }
}
