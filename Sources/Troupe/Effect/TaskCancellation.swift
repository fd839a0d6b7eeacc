/// Runs a part of an effect's work under a separate cancellation id.
///
/// ```swift
/// .run { send in
///   let page = try await withTaskCancellation(id: DownloadID()) { try await api.download() }
///   await send(.downloaded(page))
/// }
/// ```
///
/// Call this function inside an effect. The id is valid in the effect's scope, as with
/// ``Effect/cancellable(id:cancelInFlight:)``: an ``Effect/cancel(id:)`` that the feature returns, or a call
/// to `Task.cancel(id:)`, cancels the operation. The operation is also cancelled when the calling task is
/// cancelled, or when the effect or the store ends. Actions that the operation sends after its cancellation
/// are dropped.
///
/// The call returns when the operation has ended. If the effect has already been cancelled or has ended, the
/// operation doesn't run, and the call throws a `CancellationError`. Outside an effect, the call reports an
/// issue and runs the operation without an id.
///
/// - Parameters:
///   - id: The id.
///   - cancelInFlight: Whether to cancel the effects and operations that are already running under the id.
///     The calling effect continues, even if the calling effect itself has the id.
///   - operation: The work, which runs in a new task. This call waits until the task has ended.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws, or a `CancellationError`.
public func withTaskCancellation<Result: Sendable>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws -> Result {
  guard let effect = RunningEffect.current else {
    reportMissingEffect(
      "withTaskCancellation(id: \(id))",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return try await operation()
  }
  guard
    let subtask = await effect.startSubtask(
      id: CancelID(id),
      cancelInFlight: cancelInFlight,
      carrying: .current,
      on: effect.isolation,
      operation: operation
    )
  else {
    // The effect was cancelled or has ended in the meantime, so don't run the operation.
    throw CancellationError()
  }
  let result = await withTaskCancellationHandler {
    await subtask.task.result
  } onCancel: {
    subtask.task.cancel()
  }
  await subtask.effect.end(error: nil, on: effect.isolation)
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects that have an id, in the scope of the calling effect and in the scopes below it.
  ///
  /// ```swift
  /// .run { send in
  ///   try await api.signOut()
  ///   await Task.cancel(id: DownloadID())
  ///   await send(.signedOut)
  /// }
  /// ```
  ///
  /// Call this method inside an effect. The call returns when the effects have been cancelled, without
  /// waiting for the effects to end. The cancelled effects can include the calling effect itself. Outside an
  /// effect, the call reports an issue and does nothing.
  ///
  /// - Parameters:
  ///   - id: The id to cancel.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public static func cancel(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let effect = RunningEffect.current else {
      return reportMissingEffect(
        "Task.cancel(id: \(id))",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    await effect.cancel(CancelID(id), on: effect.isolation)
  }
}

private func reportMissingEffect(_ call: String, at location: CallSite) {
  reportIssue(
    """
    `\(call)` was called outside an effect, so the store to which the id belongs is unknown. Call it in \
    the operation of a `.run` effect, or in a task that inherits the effect's task-local values.
    """,
    at: location
  )
}
