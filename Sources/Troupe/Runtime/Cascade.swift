import Synchronization

/// A handle for the effects and actions that an action from outside causes, until all of them have ended.
final class Cascade: Sendable {
  // The continuations aren't checked, because a checked continuation needs another object, whose size the
  // compiler doesn't know. Each continuation is resumed exactly once, by the code that takes the continuation
  // out of the state or finds that the cascade has ended.
  private enum State {
    case lasting
    /// One task is waiting, which is the most frequent case.
    case awaited(UnsafeContinuation<Void, Never>)
    case awaitedBySeveral([Waiter])
    case ended
    /// One of the other states, after an effect has failed.
    indirect case failed(any Error, State)

    /// The state without the failure.
    var plain: State { if case .failed(_, let state) = self { state } else { self } }
    /// The first uncaught error that an effect threw.
    var failure: (any Error)? { if case .failed(let error, _) = self { error } else { nil } }

    func with(_ failure: (any Error)?) -> State { failure.map { .failed($0, self) } ?? self }
  }

  private enum Waiter {
    case continuation(UnsafeContinuation<Void, Never>)
    /// A task that may stop waiting before the cascade has ended.
    case signal(Signal)

    func resume() {
      switch self {
      case .continuation(let continuation): continuation.resume()
      case .signal(let signal): signal.fire()
      }
    }
  }

  /// The cascades of all actions that were refused, one for each reason. These cascades are cancelled and
  /// have ended.
  private static let refusals = [StoreError.shutDown, .stateGone, .superseded, .notSaved].map { closed in
    (closed: closed, cascade: unreduced())
  }

  /// The cascade of all actions that were sent during a turn and aren't queued yet.
  static let ofPostponed = unreduced()
  /// The slot of cascades whose actions weren't reduced. No cascade of a reduced action has this slot.
  static var slotOfUnreduced: Int { -1 }

  private static func unreduced() -> Cascade {
    let cascade = Cascade(id: CascadeID(number: 0, slot: slotOfUnreduced), runtime: RuntimeReference(nil))
    cascade.cancel()
    cascade.end()
    return cascade
  }

  /// Returns the cascade of all actions that were refused for a reason.
  static func refused(because closed: StoreError) -> Cascade? {
    refusals.first { $0.closed == closed }?.cascade
  }

  /// The reason why the action was refused; nil if the action was reduced.
  var refusal: StoreError? {
    guard id.slot == Self.slotOfUnreduced else { return nil }
    return Self.refusals.first { $0.cascade === self }?.closed
  }

  /// Creates the cascade of all actions of a store that have no effect. This cascade is cancelled and has
  /// ended.
  static func ofNothing(in runtime: RuntimeReference) -> Cascade {
    let cascade = Cascade(id: CascadeID(number: 0, slot: -2), runtime: runtime)
    cascade.wasCancelled.store(true, ordering: .relaxed)
    cascade.end()
    return cascade
  }

  let id: CascadeID
  private let runtime: RuntimeReference
  /// The priority of the task that sent the action.
  private let priority = Priority(Task.currentPriority)
  private let wasCancelled = Atomic(false)
  private let state = Locked(State.lasting)

  init(id: CascadeID, runtime: RuntimeReference) {
    self.id = id
    self.runtime = runtime
  }

  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  var hasEnded: Bool {
    state.withLock { if case .ended = $0.plain { true } else { false } }
  }

  /// The first uncaught error that an effect threw; nil if no effect has failed.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Records that an effect has failed. Only the first call has an effect.
  func fail(_ error: any Error) {
    state.withLock { state in
      if state.failure == nil { state = .failed(error, state) }
    }
  }

  /// Cancels the tasks of the cascade's effects. The effects' actions are dropped from now on.
  func cancel() {
    guard !wasCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    runtime.withRuntime { $0.post(.cancel(id)) }
  }

  /// Marks the cascade as ended. Only the first call has an effect.
  func end() {
    let before = state.withLock { state in
      defer { state = .ended.with(state.failure) }
      return state.plain
    }
    switch before {
    case .lasting, .ended, .failed: break
    case .awaited(let continuation): continuation.resume()
    case .awaitedBySeveral(let waiters): for waiter in waiters { waiter.resume() }
    }
  }

  /// Ends the cascade because its store was released.
  func end(withReleased store: String) {
    fail(ReleasedStore(label: store))
    end()
  }

  /// Waits until the cascade has ended. Cancelling the waiting task cancels the cascade, but doesn't end the
  /// wait.
  nonisolated(nonsending) func finish(at location: CallSite) async {
    await finish()
    reportReleasedStore(at: location)
  }

  /// Reports that the store was released, unless the waiting task was cancelled in the meantime.
  private func reportReleasedStore(at location: CallSite) {
    guard let store = (failure as? ReleasedStore)?.label, !Task.isCancelled else { return }
    reportIssue(
      """
      The effects of an action were awaited, but they were cancelled, because the last reference to \(store) was released.

      A handle doesn't keep its store alive. Keep the store in a property, or use it after the wait, as \
      `withExtendedLifetime(store) {}` does. If the store is meant to end here, shut it down with `shutdown`, or use \
      `withStore`.
      """,
      at: location
    )
  }

  private nonisolated(nonsending) func finish() async {
    guard RunningEffect.current != nil else { return await wait() }
    if hasEnded { return }
    _ = await WaitGraph.wait(for: .cascade(ObjectIdentifier(runtime), id), "finish()") { await wait() }
  }

  /// Waits until the cascade has ended and its turns are saved. Throws the first uncaught error of an effect,
  /// or the error of the save.
  nonisolated(nonsending) func result() async throws {
    if let refusal { throw refusal }
    await finish()
    if let core = runtime.core, let error = await core.runtime.failureOfSaving() {
      guard error is CancellationError else {
        // The wait covers all turns until now, and it is unknown which of these turns reduced the action.
        throw (error as? any SavingFailure)?.of(.anyOfSeveral) ?? error
      }
      // Cancelling the wait for the save cancels the cascade, just like cancelling the wait for the effects.
      cancel()
      throw failure ?? error
    }
    if let failure { throw failure is ReleasedStore ? StoreError.released : failure }
    if isCancelled, id.slot >= 0 { throw CancellationError() }
  }

  /// Waits until the cascade has ended, for a limited time. Cancels the cascade at the end of that time, or
  /// if the waiting task is cancelled.
  nonisolated(nonsending) func finish(within duration: Duration, at location: CallSite) async throws {
    defer { reportReleasedStore(at: location) }
    guard let clock = runtime.core?.runtime.clock else { return }
    let (result, isOver) = await withDeadline(duration, on: clock, of: "finish(within:)", at: location) {
      [self] in
      try await raisingPriority { try await waitOrGiveUp() }
    }
    if case .failure = result, isOver { throw StoreError(.deadlineExceeded, wasReduced: true) }
    try result.get()
  }

  private nonisolated(nonsending) func wait() async {
    await raisingPriority {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { resumeAtEnd(.continuation($0)) }
      } onCancel: {
        cancel()
      }
    }
  }

  /// Waits until the cascade has ended. If the waiting task is cancelled, cancels the cascade and returns
  /// without waiting for its end.
  private nonisolated(nonsending) func waitOrGiveUp() async throws {
    let signal = Signal()
    resumeAtEnd(.signal(signal))
    await signal.wait()
    if hasEnded { return }
    remove(signal)
    cancel()
    throw CancellationError()
  }

  /// Resumes a waiter when the cascade has ended.
  private func resumeAtEnd(_ waiter: Waiter) {
    let hasEnded = state.withLock { state in
      let failure = state.failure
      switch (state.plain, waiter) {
      case (.ended, _), (.failed, _):
        return true
      case (.lasting, .continuation(let continuation)):
        state = .awaited(continuation).with(failure)
      case (.lasting, .signal):
        state = .awaitedBySeveral([waiter]).with(failure)
      case (.awaited(let other), _):
        state = .awaitedBySeveral([.continuation(other), waiter]).with(failure)
      case (.awaitedBySeveral(let others), _):
        state = .awaitedBySeveral(others + [waiter]).with(failure)
      }
      return false
    }
    if hasEnded { waiter.resume() }
  }

  private func remove(_ signal: Signal) {
    state.withLock { state in
      guard case .awaitedBySeveral(var waiters) = state.plain else { return }
      waiters.removeAll { if case .signal(let other) = $0 { other === signal } else { false } }
      state = .awaitedBySeveral(waiters).with(state.failure)
    }
  }
}

/// The error of a cascade whose store was released before the cascade had ended.
private struct ReleasedStore: Error {
  /// The store's label.
  let label: String
}

extension Cascade? {
  /// Waits for the cascade. Raises the priority of the cascade's tasks to the waiting task's priority, at the
  /// beginning and whenever the waiting task's priority is raised. Structured tasks do the same for their
  /// child tasks.
  nonisolated(nonsending) func raisingPriority<Result, Failure: Error>(
    _ wait: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let cascade = self else { return try await wait() }
    return try await cascade.raisingPriority(wait)
  }
}

extension Cascade {
  /// Waits for the cascade. Raises the priority of the cascade's tasks to the waiting task's priority, at the
  /// beginning and whenever the waiting task's priority is raised. Structured tasks do the same for their
  /// child tasks.
  nonisolated(nonsending) func raisingPriority<Result, Failure: Error>(
    _ wait: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // Apple's systems before version 26 don't report that a priority was raised.
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return try await wait() }
    let now = Task.currentPriority
    if Priority(now) > priority || runtime.core?.runtime.hasPriorities.load(ordering: .relaxed) == true {
      raisePriority(to: now)
    }
    return try await withTaskPriorityEscalationHandler(operation: wait) { _, new in raisePriority(to: new) }
  }

  private func raisePriority(to priority: TaskPriority) {
    runtime.withRuntime { $0.post(.raise(id, Priority(priority))) }
  }
}

/// The handles of the running cascades, at the slots of the engine's cascades. The table is a value that the
/// runtime owns, on the store's executor.
struct HandleTable {
  private var handles = SlotTable<Cascade>()

  /// All handles.
  var all: some Sequence<Cascade> { handles.all }

  /// The handle of a running cascade; nil if no handle was created.
  subscript(id: CascadeID) -> Cascade? { handles[id.slot] }

  mutating func add(_ handle: Cascade, of id: CascadeID) { handles.set(handle, at: id.slot) }

  /// Removes and returns the handle of a cascade that has ended; nil if no handle was created.
  mutating func remove(_ id: CascadeID) -> Cascade? {
    guard let handle = handles[id.slot] else { return nil }
    handles.remove(at: id.slot)
    return handle
  }
}
