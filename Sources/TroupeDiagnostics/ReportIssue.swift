import Synchronization

/// Reports a mistake to the current context's reporters.
///
/// The current reporters are set by the innermost `withIssueReporters` around the caller. If no reporters are
/// set, the issue fails the current test if `TroupeTesting` is linked, and is written to standard error
/// otherwise. Reporting never traps, in either debug or release builds.
///
/// - Parameters:
///   - message: A description of what happened, and of how to fix it.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
public func reportIssue(
  _ message: @autoclosure () -> String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    message(),
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Reports a mistake at a recorded location to the current context's reporters.
public func reportIssue(_ message: @autoclosure () -> String, at location: CallSite) {
  report(message, at: location, isOperational: false)
}

/// Reports a problem that the program's environment caused to the current context's reporters.
package func reportOperationalIssue(_ message: @autoclosure () -> String, at location: CallSite) {
  report(message, at: location, isOperational: true)
}

private func report(_ message: () -> String, at location: CallSite, isOperational: Bool) {
  let reporters = IssueReporting.reporters
  guard !reporters.isEmpty else { return }
  let issue = ReportedIssue(
    message: message(),
    location: IssueReporting.location(insteadOf: location),
    isOperational: isOperational
  )
  for reporter in reporters { reporter.report(issue) }
}

/// Sends the issues of an operation, and of the tasks that it starts, to other reporters.
///
/// - Parameters:
///   - reporters: The reporters that replace the current reporters. If the array is empty, issues are
///     dropped.
///   - operation: The work that runs with the reporters.
public func withIssueReporters<Result>(
  _ reporters: [any IssueReporter],
  operation: () throws -> Result
) rethrows -> Result {
  try IssueReporting.$replacement.withValue(reporters, operation: operation)
}

/// Sends the issues of an asynchronous operation, and of the tasks that it starts, to other reporters.
///
/// The function returns when the operation has ended. Cancelling the calling task cancels the operation's
/// task.
///
/// - Parameters:
///   - reporters: The reporters that replace the current reporters. If the array is empty, issues are
///     dropped.
///   - operation: The work that runs with the reporters.
nonisolated(nonsending)
  public func withIssueReporters<Result>(
    _ reporters: [any IssueReporter],
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await IssueReporting.$replacement.withValue(reporters) { try await operation() }
}

/// Runs an operation that is expected to report an issue, and withholds that issue from the outer reporters.
///
/// If the operation doesn't report an expected issue, the missing issue is itself reported as an issue.
///
/// - Parameters:
///   - matching: A closure that returns whether an issue is expected. Other issues are sent to the outer
///     reporters.
///   - operation: The work that is expected to report an issue.
///   - fileID: The file named in the issue if the expected issue is missing.
///   - filePath: The file's path.
///   - line: The line named in the issue if the expected issue is missing.
///   - column: The column named in the issue if the expected issue is missing.
public func withExpectedIssue<Result>(
  matching: @escaping @Sendable (ReportedIssue) -> Bool = { _ in true },
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let expectation = IssueExpectation(matching: matching, otherwise: IssueReporting.reporters)
  defer {
    expectation.check(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return try withIssueReporters([expectation], operation: operation)
}

/// Runs an asynchronous operation that is expected to report an issue, and withholds that issue from the
/// outer reporters.
///
/// The function returns when the operation has ended. If the operation hasn't reported an expected issue by
/// then, the missing issue is itself reported as an issue.
///
/// - Parameters:
///   - matching: A closure that returns whether an issue is expected. Other issues are sent to the outer
///     reporters.
///   - operation: The work that is expected to report an issue.
///   - fileID: The file named in the issue if the expected issue is missing.
///   - filePath: The file's path.
///   - line: The line named in the issue if the expected issue is missing.
///   - column: The column named in the issue if the expected issue is missing.
nonisolated(nonsending)
  public func withExpectedIssue<Result>(
    matching: @escaping @Sendable (ReportedIssue) -> Bool = { _ in true },
    operation: nonisolated(nonsending) () async throws -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Result
{
  let expectation = IssueExpectation(matching: matching, otherwise: IssueReporting.reporters)
  defer {
    expectation.check(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
  return try await withIssueReporters([expectation], operation: operation)
}

/// The reporter that ``withExpectedIssue`` uses.
private final class IssueExpectation: IssueReporter {
  private let matching: @Sendable (ReportedIssue) -> Bool
  private let otherwise: [any IssueReporter]
  private let isMet = Atomic(false)

  init(matching: @escaping @Sendable (ReportedIssue) -> Bool, otherwise: [any IssueReporter]) {
    self.matching = matching
    self.otherwise = otherwise
  }

  func report(_ issue: ReportedIssue) {
    if matching(issue) {
      isMet.store(true, ordering: .relaxed)
    } else {
      for reporter in otherwise { reporter.report(issue) }
    }
  }

  func check(at location: CallSite) {
    guard !isMet.load(ordering: .relaxed) else { return }
    reportIssue("An issue was expected here, but none was reported.", at: location)
  }
}
