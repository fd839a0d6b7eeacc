/// Runs a piece of an effect's work under an id of its own.
///
/// To be called inside of an effect. The id counts in the scope of the effect, like that of
/// ``Effect/cancellable(id:cancelInFlight:)``: an ``Effect/cancel(id:)`` of the feature or
/// `Task.cancel(id:)` cancels the operation. It resumes when the operation has ended.
/// Cancelling the calling task cancels the operation, too, and so does the end of the effect and of the
/// store. What the operation sends after it was cancelled is dropped.
///
/// Called anywhere else it runs the operation without an id, which is an issue.
///
/// - Parameters:
///   - id: The id.
///   - cancelInFlight: Whether to cancel what runs under the id already. The effect that calls goes on, also where it has
///     the id itself.
///   - operation: The work. It runs as a task that is awaited here.
///   - fileID: The file named in issues.
///   - filePath: The path of that file.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Throws: What `operation` throws.
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
    // The effect was cancelled meanwhile or has ended: there is nothing to work for any more.
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
  /// Cancels the effects that have an id, in the scope of the effect that calls it and in the scopes below.
  ///
  /// To be called inside of an effect; it resumes when they are cancelled. They may include the calling
  /// effect itself. Called anywhere else it does nothing, which is an issue.
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
    `\(call)` was called outside of an effect. It looks up the id in the store that runs the current effect; \
    here there is none. Call it in the operation of a `.run` effect, or in a task that inherits from one.
    """,
    at: location
  )
}
