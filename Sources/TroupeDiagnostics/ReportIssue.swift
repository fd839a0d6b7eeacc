import Synchronization

/// Reports a mistake to the reporters of the current context.
///
/// The reporters are those of the innermost `withIssueReporters` around the caller, by
/// task-local. Outside of any, the issue fails the test that runs, where `TroupeTesting` is linked; elsewhere, one line
/// goes to standard error. Reporting never traps, in debug and in release builds alike.
///
/// - Parameters:
///   - message: What happened and what to do.
///   - fileID: The file to point at.
///   - filePath: The path of the file to point at.
///   - line: The line to point at.
///   - column: The column to point at.
public func reportIssue(
  _ message: @autoclosure () -> String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    message(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Reports a mistake at a location that was recorded earlier, to the reporters of the current context.
public func reportIssue(_ message: @autoclosure () -> String, at location: SourceLocation) {
  let reporters = IssueReporting.reporters
  guard !reporters.isEmpty else { return }
  let issue = Issue(message: message(), location: location)
  for reporter in reporters { reporter.report(issue) }
}

/// Sends the issues of an operation, and of the tasks it starts, to other reporters.
///
/// - Parameters:
///   - reporters: The reporters that take the place of the current ones. With none, issues are dropped.
///   - operation: The work during which they are in force.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter],
  operation: () throws -> Result
) rethrows -> Result {
  try IssueReporting.$replacement.withValue(reporters, operation: operation)
}

/// Sends the issues of an asynchronous operation, and of the tasks it starts, to other reporters.
///
/// It resumes when the operation has ended; cancelling the calling task cancels the operation's.
///
/// - Parameters:
///   - reporters: The reporters that take the place of the current ones. With none, issues are dropped.
///   - operation: The work during which they are in force.
nonisolated(nonsending)
  public func withIssueReporters<Result>(
    _ reporters: [any IssueReporter],
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await IssueReporting.$replacement.withValue(reporters) { try await operation() }
}

/// Runs an operation that has to report an issue, and keeps that issue from the reporters around it.
///
/// When the operation reports none, that is an issue itself.
///
/// - Parameters:
///   - matching: Decides whether an issue is the expected one; others go on to the reporters around.
///   - operation: The work that is to report.
///   - fileID: The file to point at when no issue came.
///   - filePath: The path of that file.
///   - line: The line to point at when no issue came.
///   - column: The column to point at when no issue came.
public func withExpectedIssue<Result>(
  matching: @escaping @Sendable (Issue) -> Bool = { _ in true },
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let expectation = IssueExpectation(matching: matching, otherwise: IssueReporting.reporters)
  defer {
    expectation.check(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return try withIssueReporters([expectation], operation: operation)
}

/// Runs an asynchronous operation that has to report an issue, and keeps that issue from the reporters
/// around it.
///
/// It resumes when the operation has ended. When the operation reported none by then, that is an issue
/// itself.
///
/// - Parameters:
///   - matching: Decides whether an issue is the expected one; others go on to the reporters around.
///   - operation: The work that is to report.
///   - fileID: The file to point at when no issue came.
///   - filePath: The path of that file.
///   - line: The line to point at when no issue came.
///   - column: The column to point at when no issue came.
nonisolated(nonsending)
  public func withExpectedIssue<Result>(
    matching: @escaping @Sendable (Issue) -> Bool = { _ in true },
    operation: nonisolated(nonsending) () async throws -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Result
{
  let expectation = IssueExpectation(matching: matching, otherwise: IssueReporting.reporters)
  defer {
    expectation.check(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return try await withIssueReporters([expectation], operation: operation)
}

/// The reporter behind ``withExpectedIssue``.
private final class IssueExpectation: IssueReporter {
  private let matching: @Sendable (Issue) -> Bool
  private let otherwise: [any IssueReporter]
  private let isMet = Atomic(false)

  init(matching: @escaping @Sendable (Issue) -> Bool, otherwise: [any IssueReporter]) {
    self.matching = matching
    self.otherwise = otherwise
  }

  func report(_ issue: Issue) {
    if matching(issue) {
      isMet.store(true, ordering: .relaxed)
    } else {
      for reporter in otherwise { reporter.report(issue) }
    }
  }

  func check(at location: SourceLocation) {
    guard !isMet.load(ordering: .relaxed) else { return }
    reportIssue("An issue was expected here, but none was reported.", at: location)
  }
}
