import Synchronization

/// The answer of a ``Reply``, which may not have arrived yet. The request ends once, with an answer or with
/// an error.
///
/// This class doesn't contain the type of the answer. Each method of a generic class would look up the
/// metadata of all types that the method uses, which takes longer than the rest of a request.
final class PendingAnswer: Sendable {
  /// The answer or the error. The type isn't a `Result`, which takes ten times as long to copy.
  struct Outcome: Sendable {
    /// The answer; `()` if there is an error.
    let answer: any Sendable
    let error: (any Error)?

    static func success(_ answer: any Sendable) -> Outcome { Outcome(answer: answer, error: nil) }
    static func failure(_ error: any Error) -> Outcome { Outcome(answer: (), error: error) }
  }

  private struct State {
    var hasEnded = false
    /// The answer or the error, if the request has ended.
    var outcome = Outcome.success(())
    /// The waiting task; nil if no task is waiting. The continuation isn't checked. The code that takes the
    /// continuation out of the state, or finds an existing answer, resumes the continuation exactly once.
    var waiter: UnsafeContinuation<Outcome, Never>?
    var isAnswered = false
  }

  let number = ReplyRegistry.nextNumber()
  private let state = Locked(State())

  /// Whether the reply was created by a store.
  private let isOfStore: Bool

  init(isOfStore: Bool) {
    self.isOfStore = isOfStore
    ReplyRegistry.begin(isOfStore: isOfStore)
  }

  deinit { if isPending { ReplyRegistry.end(isOfStore: isOfStore) } }

  var isPending: Bool { state.withLock { !$0.hasEnded } }

  var outcome: Outcome? { state.withLock { $0.hasEnded ? $0.outcome : nil } }

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
    let (isFirst, wasAnswered, waiter) = state.withLock { state in
      let (isFirst, wasAnswered) = (!state.hasEnded, state.isAnswered)
      if isFirst {
        state.hasEnded = true
        state.outcome = outcome
      }
      if isAnswer { state.isAnswered = true }
      return (isFirst, wasAnswered, state.waiter.take())
    }
    if isFirst {
      ReplyRegistry.end(isOfStore: isOfStore)
      prepare()
      waiter?.resume(returning: outcome)
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
          if state.hasEnded { return state.outcome }
          precondition(
            state.waiter == nil,
            """
            A second task tried to wait for an answer that another task is already waiting for. Read `value` in one task, \
            and share the result.
            """
          )
          state.waiter = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      fail(error, first: prepare)
    }
  }
}
