/// Runs a part of an effect's work under an id of its own.
///
/// ```swift
/// .run { send in
///   let page = try await withTaskCancellation(id: DownloadID()) { try await api.download() }
///   await send(.downloaded(page))
/// }
/// ```
///
/// Call it inside of an effect. The id is valid in the scope of the effect, like that of
/// ``Effect/cancellable(id:cancelInFlight:)``: an ``Effect/cancel(id:)`` of the feature, or
/// `Task.cancel(id:)`, cancels the operation. Cancelling the calling task, ending the effect and ending the
/// store cancel it, too. Actions that the operation sends after it was cancelled are dropped.
///
/// It resumes when the operation has ended. If the effect was already cancelled or has ended, the operation
/// doesn't run, and a `CancellationError` is thrown. Outside of an effect, the call reports an issue and
/// runs the operation without an id.
///
/// - Parameters:
///   - id: The id.
///   - cancelInFlight: Whether to cancel what already runs under the id. The calling effect continues, even
///     if it has the id itself.
///   - operation: The work. It runs in a task of its own, which this call awaits.
///   - fileID: The file named in issues.
///   - filePath: The path of that file.
///   - line: The line named in issues.
///   - column: The column named in issues.
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
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return try await operation()
  }
  guard
    let piece = await effect.startPiece(
      id: CancelID(id),
      cancelInFlight: cancelInFlight,
      carrying: .current,
      on: effect.home,
      operation: operation
    )
  else {
    // The effect was cancelled or has ended in the meantime, so the work has no purpose any more.
    throw CancellationError()
  }
  let result = await withTaskCancellationHandler {
    await piece.task.result
  } onCancel: {
    piece.task.cancel()
  }
  await piece.effect.end(error: nil, on: effect.home)
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects that have an id, in the scope of the calling effect and in the scopes below.
  ///
  /// ```swift
  /// .run { send in
  ///   try await api.signOut()
  ///   await Task.cancel(id: DownloadID())
  ///   await send(.signedOut)
  /// }
  /// ```
  ///
  /// Call it inside of an effect. It resumes when the effects are cancelled, and doesn't wait for them to
  /// end. They can include the calling effect itself. Outside of an effect, the call reports an issue and
  /// does nothing.
  ///
  /// - Parameters:
  ///   - id: The id to cancel.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
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
        at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    await effect.cancel(CancelID(id), on: effect.home)
  }
}

private func reportMissingEffect(_ call: String, at location: SourceLocation) {
  reportIssue(
    """
    `\(call)` was called outside of an effect. It looks up the id in the store that runs the current effect. Call it in \
    the operation of a `.run` effect, or in a task that inherits from one.
    """,
    at: location
  )
}
