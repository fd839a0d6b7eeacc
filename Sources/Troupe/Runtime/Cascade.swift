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
  }

  /// The cascade of all actions that weren't reduced. It was cancelled and has ended.
  static let ofRefused: Cascade = {
    let cascade = Cascade(id: CascadeID(number: 0, slot: -1), runtime: Weak(nil))
    cascade.cancel()
    cascade.end()
    return cascade
  }()

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
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  /// Cancels the tasks of the cascade's effects, and refuses what they send from now on.
  func cancel() {
    guard !wasCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    runtime.value?.post(.cancel(id))
  }

  /// Marks the cascade as ended. Only the first call counts.
  func end() {
    let before = state.withLock { Swift.exchange(&$0, with: .ended) }
    switch before {
    case .lasting, .ended: break
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
      switch state {
      case .ended:
        return true
      case .lasting:
        state = .awaited(continuation)
      case .awaited(let other):
        state = .awaitedBySeveral([other, continuation])
      case .awaitedBySeveral(let others):
        state = .awaitedBySeveral(others + [continuation])
      }
      return false
    }
    if hasEnded { continuation.resume() }
  }
}
