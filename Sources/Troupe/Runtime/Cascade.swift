import Synchronization

/// Everything that one action from outside causes, until all of it has ended.
final class Cascade: Sendable {
  // The continuations aren't checked: a checked one needs another object, whose size the compiler doesn't
  // know. Each is resumed once, by the code that takes it out of the state or finds that the cascade has
  // ended.
  private enum State {
    case lasting
    /// One task waits, which is the usual case.
    case awaited(UnsafeContinuation<Void, Never>)
    case awaitedBySeveral([UnsafeContinuation<Void, Never>])
    case ended
    /// One of the others, after an effect has failed.
    indirect case failed(any Error, State)

    /// The state without the failure.
    var plain: State { if case .failed(_, let state) = self { state } else { self } }
    /// The first error that an effect ended with and didn't catch.
    var failure: (any Error)? { if case .failed(let error, _) = self { error } else { nil } }

    func with(_ failure: (any Error)?) -> State { failure.map { .failed($0, self) } ?? self }
  }

  /// The cascade of all actions that weren't reduced because the store was shut down. It was cancelled and
  /// has ended.
  static let ofRefused = refused()
  /// The cascade of all actions that weren't reduced because the state of the scoped store was gone.
  static let ofGone = refused()

  private static func refused() -> Cascade {
    let cascade = Cascade(id: CascadeID(number: 0, slot: -1), runtime: Weak(nil))
    cascade.cancel()
    cascade.end()
    return cascade
  }

  /// Why the action wasn't reduced; nil if it was.
  private var refusal: StoreClosed? {
    self === Cascade.ofRefused ? .shutDown : self === Cascade.ofGone ? .stateGone : nil
  }

  /// Makes the cascade of all actions of a store that caused nothing. It was cancelled and has ended.
  static func ofNothing(in runtime: Weak<Runtime>) -> Cascade {
    let cascade = Cascade(id: CascadeID(number: 0, slot: -2), runtime: runtime)
    cascade.wasCancelled.store(true, ordering: .relaxed)
    cascade.end()
    return cascade
  }

  let id: CascadeID
  private let runtime: Weak<Runtime>
  private let wasCancelled = Atomic(false)
  private let state = Locked(State.lasting)

  init(id: CascadeID, runtime: Weak<Runtime>) {
    self.id = id
    self.runtime = runtime
  }

  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  var hasEnded: Bool {
    state.withLock { if case .ended = $0.plain { true } else { false } }
  }

  /// The first error that an effect ended with and didn't catch; nil if there was none so far.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Records that an effect ended with an error. Only the first call counts.
  func fail(_ error: any Error) {
    state.withLock { state in
      if state.failure == nil { state = .failed(error, state) }
    }
  }

  /// Cancels the tasks of the cascade's effects, and refuses what they send from now on.
  func cancel() {
    guard !wasCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    runtime.value?.post(.cancel(id))
  }

  /// Marks the cascade as ended. Only the first call counts.
  func end() {
    let before = state.withLock { state in
      defer { state = .ended.with(state.failure) }
      return state.plain
    }
    switch before {
    case .lasting, .ended, .failed: break
    case .awaited(let continuation): continuation.resume()
    case .awaitedBySeveral(let continuations): for continuation in continuations { continuation.resume() }
    }
  }

  /// Waits until the cascade has ended. Cancelling the waiting task cancels the cascade, but doesn't end the
  /// wait.
  nonisolated(nonsending) func finish() async {
    guard RunningEffect.current != nil else { return await wait() }
    if hasEnded { return }
    _ = await Waits.wait(for: .cascade(ObjectIdentifier(runtime), id), "finish()") { await wait() }
  }

  /// Waits until the cascade has ended and its turns are saved, and throws what went wrong.
  nonisolated(nonsending) func result() async throws {
    if let refusal { throw refusal }
    await finish()
    if let runtime = runtime.value, let error = await runtime.failureOfSaving() { throw error }
    if let failure { throw failure }
    if isCancelled, id.slot >= 0 { throw CancellationError() }
  }

  private nonisolated(nonsending) func wait() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { resumeAtEnd($0) }
    } onCancel: {
      cancel()
    }
  }

  /// Resumes a continuation when the cascade has ended.
  private func resumeAtEnd(_ continuation: UnsafeContinuation<Void, Never>) {
    let hasEnded = state.withLock { state in
      let failure = state.failure
      switch state.plain {
      case .ended, .failed:
        return true
      case .lasting:
        state = .awaited(continuation).with(failure)
      case .awaited(let other):
        state = .awaitedBySeveral([other, continuation]).with(failure)
      case .awaitedBySeveral(let others):
        state = .awaitedBySeveral(others + [continuation]).with(failure)
      }
      return false
    }
    if hasEnded { continuation.resume() }
  }
}
