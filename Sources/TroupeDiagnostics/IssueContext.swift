/// Makes an operation's issues refer to a location, regardless of the code that reports them.
///
/// Use this function in test helpers: an issue in code that the helper calls then refers to the line that
/// calls the helper.
///
/// ```swift
/// func checkDraft(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
///   withIssueContext(fileID: fileID, filePath: filePath, line: line) { check(draft) }
/// }
/// ```
///
/// The location also applies to the tasks that the operation starts. If calls are nested, the outermost
/// call's location is used.
///
/// - Parameters:
///   - fileID: The file named in the issues.
///   - filePath: The file's path.
///   - line: The line named in the issues.
///   - column: The column named in the issues.
///   - operation: The work whose issues refer to the location.
/// - Throws: The error that `operation` throws.
public func withIssueContext<Result>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: () throws -> Result
) rethrows -> Result {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try IssueReporting.$context.withValue(IssueReporting.context ?? location, operation: operation)
}

/// Makes an asynchronous operation's issues refer to a location, regardless of the code that reports them.
///
/// The function returns when the operation has ended. Cancelling the calling task cancels the operation's
/// task.
///
/// - Parameters:
///   - fileID: The file named in the issues.
///   - filePath: The file's path.
///   - line: The line named in the issues.
///   - column: The column named in the issues.
///   - operation: The work whose issues refer to the location.
/// - Throws: The error that `operation` throws.
nonisolated(nonsending)
  public func withIssueContext<Result>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await IssueReporting.$context.withValue(IssueReporting.context ?? location) {
    try await operation()
  }
}

/// Runs an operation and reports an issue if the operation throws an error.
///
/// - Parameters:
///   - message: The text before the error's description.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
///   - operation: The work that may throw an error.
/// - Returns: The result of `operation`, or nil if it throws an error.
@discardableResult
public func withErrorReporting<Result>(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: () throws -> Result
) -> Result? {
  do {
    return try operation()
  } catch {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    report(error, message(), at: location)
    return nil
  }
}

/// Runs an asynchronous operation and reports an issue if the operation throws an error.
///
/// The function returns when the operation has ended. Cancelling the calling task cancels the operation's
/// task. A `CancellationError` is also reported.
///
/// - Parameters:
///   - message: The text before the error's description.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
///   - operation: The work that may throw an error.
/// - Returns: The result of `operation`, or nil if it throws an error.
@discardableResult
nonisolated(nonsending)
  public func withErrorReporting<Result>(
    _ message: @autoclosure () -> String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async -> Result?
{
  do {
    return try await operation()
  } catch {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    report(error, message(), at: location)
    return nil
  }
}

private func report(_ error: any Error, _ message: String?, at location: CallSite) {
  let text = IssueText.error(error)
  reportIssue(message.map { "\($0): \(text)" } ?? "An error was thrown: \(text)", at: location)
}
