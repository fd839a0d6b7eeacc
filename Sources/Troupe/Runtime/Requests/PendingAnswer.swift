import Synchronization

/// The answer of a ``Reply``, which may not have arrived yet. The request ends once, with an answer or with
/// an error.
///
/// This class doesn't contain the type of the answer. Each method of a generic class would look up the
/// metadata of all types that the method uses, which takes longer than the rest of a request.
final class PendingAnswer: Sendable {
  typealias Outcome = Result<any Sendable, any Error>

  // The continuation isn't checked. The continuation is resumed exactly once, by the code that takes the
  // continuation out of the state or finds an existing answer.
  private enum State {
    case pending
    case awaited(UnsafeContinuation<Outcome, Never>)
    case ended(Outcome, isAnswered: Bool)
  }

  let number = ReplyRegistry.nextNumber()
  private let state = Locked(State.pending)

  /// Whether the reply was created by a store.
  private let isOfStore: Bool

  init(isOfStore: Bool) {
    self.isOfStore = isOfStore
    ReplyRegistry.begin(isOfStore: isOfStore)
  }

  deinit { if isPending { ReplyRegistry.end(isOfStore: isOfStore) } }

  var isPending: Bool {
    state.withLock { if case .ended = $0 { false } else { true } }
  }

  var outcome: Outcome? {
    state.withLock { if case .ended(let outcome, _) = $0 { outcome } else { nil } }
  }

  /// Ends the request with an answer, unless the request has already ended. Returns false if the request was
  /// already answered.
  func answer(_ outcome: Outcome) -> Bool { end(outcome, isAnswer: true) }

  /// Ends the request with an error, unless the request has already ended.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - prepare: Runs before the waiting task resumes, if this call ends the request.
  func fail(_ error: any Error, first prepare: () -> Void = {}) {
    _ = end(.failure(error), isAnswer: false, first: prepare)
  }

  private func end(_ outcome: Outcome, isAnswer: Bool, first prepare: () -> Void = {}) -> Bool {
    let (before, wasAnswered) = state.withLock { state in
      let before = state
      switch state {
      case .pending, .awaited: state = .ended(outcome, isAnswered: isAnswer)
      case .ended(_, isAnswered: true): return (before, true)
      case .ended(let first, isAnswered: false): state = .ended(first, isAnswered: isAnswer)
      }
      return (before, false)
    }
    switch before {
    case .pending:
      ReplyRegistry.end(isOfStore: isOfStore)
      prepare()
    case .awaited(let continuation):
      ReplyRegistry.end(isOfStore: isOfStore)
      prepare()
      continuation.resume(returning: outcome)
    case .ended: break
    }
    return !(isAnswer && wasAnswered)
  }

  /// Waits for the answer or the error. If the waiting task is cancelled, the request ends, unless it has
  /// already ended.
  ///
  /// - Parameters:
  ///   - error: The error with which the request ends if the waiting task is cancelled.
  ///   - prepare: Runs if the task is cancelled and the request ends, before this call returns.
  nonisolated(nonsending) func outcome(
    endingWith error: some Error,
    first prepare: @Sendable () -> Void = {}
  ) async -> Outcome {
    if let outcome { return outcome }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          switch state {
          case .pending:
            state = .awaited(continuation)
            return nil
          case .awaited:
            preconditionFailure(
              """
              A second task tried to wait for an answer that another task is already waiting for. Read `value` in one task, \
              and share the result.
              """
            )
          case .ended(let outcome, _): return outcome
          }
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      fail(error, first: prepare)
    }
  }
}
