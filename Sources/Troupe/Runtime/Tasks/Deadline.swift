/// Runs an operation with a deadline. At the deadline, the operation is cancelled and must then end promptly,
/// because the call waits for its end.
///
/// - Parameters:
///   - duration: The time until the deadline; nil for no deadline.
///   - clock: The clock that measures the deadline.
///   - call: The name of the called method, for an issue about the clock.
///   - location: The location of that call.
///   - operation: The operation.
/// - Returns: The operation's result or error, even if the operation ends after the deadline, and whether the
///   deadline was reached first.
nonisolated(nonsending) func withDeadline<Value: Sendable>(
  _ duration: Duration?,
  on clock: @autoclosure () -> any Clock<Duration>,
  of call: String,
  at location: CallSite,
  _ operation: @escaping @Sendable () async throws -> Value
) async -> (result: Result<Value, any Error>, isOver: Bool) {
  guard let duration else { return (await Result { try await operation() }, false) }
  let clock = clock()
  if clock is UnimplementedClock {
    reportMissingClock(of: call, at: location)
    return (await Result { try await operation() }, false)
  }
  return await withTaskGroup(of: EndOfWait<Value>.self) { group in
    group.addTask {
      do {
        try await clock.promptSleep(for: duration.bounded)
        return .deadline
      } catch is CancellationError {
        return .clockStopped
      } catch {
        reportIssue(
          """
          The clock for the deadline of `\(call)` threw an error: \(IssueText.error(error)). The call continues without a deadline.

          A clock may throw from `sleep` only when the task is cancelled.
          """,
          at: location
        )
        return .clockStopped
      }
    }
    group.addTask { .result(await Result { try await operation() }) }
    var isOver = false
    while let end = await group.next() {
      switch end {
      case .result(let result):
        group.cancelAll()
        return (result, isOver)
      case .deadline:
        isOver = true
        group.cancelAll()
      case .clockStopped: break
      }
    }
    preconditionFailure("An operation ended without a result.")
  }
}

/// Reports that a deadline has no clock.
private func reportMissingClock(of call: String, at location: CallSite) {
  reportIssue(
    """
    `\(call)` measures its time on the store's clock, the dependency `continuousClock`, which is not implemented here. \
    The call continues without a deadline.

    Give the store a clock when the test creates the store: `withDependencies: { $0.continuousClock = TestClock(scheduler: \
    scheduler) }`, with the scheduler that the store runs on. A `TestStore` has a clock, `store.clock`.
    """,
    at: location
  )
}

/// An event for which ``withDeadline(_:on:_:)`` waits.
private enum EndOfWait<Value: Sendable>: Sendable {
  case result(Result<Value, any Error>)
  case deadline
  /// The sleep was cancelled, or the clock failed.
  case clockStopped
}
