extension Store {
  /// Reduces an action that carries a reply, and waits for the answer.
  ///
  /// ```swift
  /// let isAccepted = try await store.ask { .ordered(3, reply: $0) }
  /// ```
  ///
  /// The store reduces the action as ``trySend(_:)`` does. The call waits until a reducer or an effect
  /// answers the ``Reply``, in the action's turn or in a later turn. If the store is saved, the call then
  /// also waits until all turns so far are saved. A waiting call keeps the store alive.
  ///
  /// The request fails as soon as an answer is impossible: when the last copy of the reply is released, when
  /// an effect of the action fails, when the store has been shut down, or when a scoped store's state is
  /// gone. A scoped store whose state is gone keeps its last state, including any reply in that state.
  ///
  /// Cancelling the calling task cancels the action's effects, as ``StoreTask/cancel()`` does, and
  /// immediately ends the wait, including a wait for a save. The same happens at the deadline. Neither a
  /// cancellation nor a deadline undoes an action that was reduced. An action that hasn't been reduced yet is
  /// never reduced. While the call waits, raising the task's priority raises the priority of the action's
  /// effects.
  ///
  /// - Parameters:
  ///   - duration: The time limit for the answer, measured by the store's clock, the dependency
  ///     `continuousClock`; nil for no limit. If the duration isn't positive, the action isn't reduced.
  ///   - limit: The maximum number of tasks that may wait for their turn or their answer, including the
  ///     calling task; nil for no limit. The limit counts tasks that are waiting in this method, in
  ///     ``trySend(_:maxWaiting:)`` and in `commit`.
  ///   - fileID: The file named in an issue about the clock.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  ///   - action: Creates the action from the reply. The closure is called once, unless the store refuses the
  ///     request, and must not store the reply outside the action.
  /// - Returns: The answer.
  /// - Throws: The error passed to the reply's `fail`; an error that one of the action's effects threw; a
  ///   ``StoreError``; a `CancellationError` if the calling task is cancelled; the storage's error if turns
  ///   can no longer be saved.
  public nonisolated(nonsending) func ask<Value: Sendable>(
    within duration: Duration? = nil,
    maxWaiting limit: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ action: @escaping @Sendable (Reply<Value>) -> Action
  ) async throws -> Value {
    if let duration, duration <= .zero { throw StoreError(.deadlineExceeded, wasReduced: false) }
    let runtime = runtime
    guard runtime.admission.enter(limit) else { throw StoreError(.tooManyWaiting, wasReduced: false) }
    defer { runtime.admission.leave() }
    guard let duration else {
      do { return try await answer(to: action) } catch is GivenUp { throw CancellationError() }
    }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await answer(to: action, within: duration, at: location)
  }

  /// Reduces an action as ``trySend(_:)`` does, unless too many tasks are waiting for the store.
  ///
  /// ```swift
  /// try await store.trySend(.posted(message), maxWaiting: 1_000)
  /// ```
  ///
  /// The call resumes at the end of the action's turn. Cancelling the calling task doesn't affect the action.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - limit: The maximum number of tasks that may wait for the store, including the calling task. The
  ///     limit counts tasks that are waiting in this method, in
  ///     ``ask(within:maxWaiting:fileID:filePath:line:column:_:)`` and in `commit`. The tasks in an actor's
  ///     queue can't be counted, so tasks that are waiting in other methods don't count.
  /// - Returns: A handle for the action's effects and everything that these effects cause.
  /// - Throws: A ``StoreError`` whose code is ``StoreError/Code/tooManyWaiting`` or for which
  ///   ``StoreError/Code/isClosed`` is true. In both cases, the action isn't reduced.
  @discardableResult
  public nonisolated(nonsending) func trySend(
    _ action: Action,
    maxWaiting limit: Int
  ) async throws(StoreError) -> StoreTask {
    let runtime = runtime
    guard runtime.admission.enter(limit) else {
      throw StoreError(.tooManyWaiting, wasReduced: false)
    }
    defer { runtime.admission.leave() }
    do {
      return try await trySend(action)
    } catch {
      throw error
    }
  }

  // This method isn't inlined, because a request without a deadline needs no `Result`, whose metadata generic
  // code looks up.
  @inline(never)
  private nonisolated(nonsending) func answer<Value: Sendable>(
    to action: @escaping @Sendable (Reply<Value>) -> Action,
    within duration: Duration,
    at location: CallSite
  ) async throws -> Value {
    let (result, isOver) = await withDeadline(duration, on: runtime.clock, of: "ask(within:)", at: location) {
      try await self.answer(to: action)
    }
    do {
      return try result.get()
    } catch let givenUp as GivenUp {
      if isOver { throw StoreError(.deadlineExceeded, wasReduced: givenUp.wasReduced) }
      throw CancellationError()
    }
  }

  // Inlined, because the frame of another asynchronous function takes 4 % of a request.
  @inline(__always)
  private nonisolated(nonsending) func answer<Value: Sendable>(
    to action: @escaping @Sendable (Reply<Value>) -> Action
  ) async throws -> Value {
    let pending = PendingAnswer(isOfStore: true)
    // The request starts in a separate function, so that this function retains neither the action nor its
    // reply.
    let request = try await core.begin(pending, action, on: isolation)
    if !request.isWaiting, request.turn == nil, let outcome = pending.outcome {
      return try outcome.value(Value.self)
    }
    let outcome = await request.cascade.raisingPriority {
      await pending.outcome(endingWith: GivenUp(wasReduced: true)) { request.cascade?.cancel() }
    }
    return try await core.end(request, pending, with: outcome, on: isolation).value(Value.self)
  }
}

// The executor is passed as the actor `isolation`. To switch to the store, generic code would look up the
// metadata of the store's type.
extension StateCore {
  /// Reduces the action of a request.
  fileprivate func begin<Value: Sendable>(
    _ pending: PendingAnswer,
    _ action: @Sendable (Reply<Value>) -> Action,
    on isolation: isolated any Actor
  ) throws -> Request {
    if Task.isCancelled { throw GivenUp(wasReduced: false) }
    return try runtime.enter { try beginInside(pending, action) }
  }

  private func beginInside<Value: Sendable>(
    _ pending: PendingAnswer,
    _ action: @Sendable (Reply<Value>) -> Action
  ) throws -> Request {
    if let failure = runtime.saveQueue?.failure {
      throw (failure as? any SavingFailure)?.of(.notReduced) ?? failure
    }
    if let closed { throw closed }
    runtime.recordRequest()
    let cascade = submit(action(Reply(to: pending)), from: .request).cascade
    let isWaiting = pending.isPending
    if isWaiting {
      requestsToTheState?.add(pending)
      runtime.add(pending, of: cascade?.id)
    } else {
      runtime.remove(pending, of: nil)
    }
    return Request(cascade: cascade, isWaiting: isWaiting, turn: runtime.saveQueue?.newestOfActions)
  }

  /// Ends a request and waits until the answer is saved.
  fileprivate func end(
    _ request: Request,
    _ pending: PendingAnswer,
    with outcome: PendingAnswer.Outcome,
    on isolation: isolated any Actor
  ) async -> PendingAnswer.Outcome {
    if request.isWaiting {
      requestsToTheState?.remove(pending)
      runtime.remove(pending, of: request.cascade?.id)
    }
    if let error = await runtime.failureOfSaving() {
      switch error {
      case is CancellationError:
        // The caller doesn't get the answer, so the request's effects are cancelled.
        request.cascade?.cancel()
        return .failure(GivenUp(wasReduced: true))
      case let closed as StoreError:
        return .failure(closed.afterReducing())
      default:
        let fate = request.turn.flatMap { runtime.saveQueue?.fate(of: $0) }
        return .failure(fate.flatMap { (error as? any SavingFailure)?.of($0) } ?? error)
      }
    }
    // Closing the store also releases the last copy of the reply.
    if let error = outcome.error as? StoreError, error.code == .unanswered,
      runtime.turn.lifecycle != .open
    {
      return .failure(runtime.reasonOfEnd.afterReducing())
    }
    return outcome
  }
}

/// A request whose action was reduced.
private struct Request: Sendable {
  let cascade: Cascade?
  /// Whether the request wasn't answered in the action's turn.
  let isWaiting: Bool
  /// The turn whose save includes the action; nil in a store without a storage.
  let turn: UInt64?
}

/// The error of a request whose task was cancelled or whose deadline has passed.
struct GivenUp: Error {
  let wasReduced: Bool
}
