import Testing
import Troupe
import XCTest

/// A reporter that turns an issue into a failure of the current test, at the issue's location.
///
/// The reporter works in Swift Testing and in XCTest, even if one run uses both. A program that links this
/// module uses the reporter by default, without further setup.
///
/// In XCTest, an issue belongs to the running test case, regardless of the thread that reports it. Swift
/// Testing runs tests in parallel, so an issue belongs to the test whose task reports the issue. A task that
/// inherits the test's task-local values counts as the test's task, as does an effect of a store to which the
/// test has sent an action. If a task that inherits nothing, such as a detached task, reports an issue, or if
/// no test is running, the issue fails the run without naming a test, and is also written to standard error.
public struct TestIssueReporter: IssueReporter {
  /// Creates the reporter.
  public init() {}

  /// Records the issue as a failure of the current test.
  public func report(_ issue: ReportedIssue) {
    let location = issue.location
    if Test.current == nil {
      if RunningTestCase.isAny {
        return XCTFail(issue.message, file: location.filePath, line: location.line)
      }
      StandardErrorReporter().report(issue)
    }
    // If no test is current, each running test run records the issue.
    Testing.Issue.record(
      Comment(rawValue: issue.message),
      sourceLocation: Testing.SourceLocation(location)
    )
  }

  /// Reports an issue, which fails the test unless another reporter is set.
  static func report(_ message: String, at location: CallSite) {
    reportIssue(message, at: location)
  }
}

extension Testing.SourceLocation {
  init(_ location: CallSite) {
    self.init(
      fileID: "\(location.fileID)",
      filePath: "\(location.filePath)",
      line: Int(location.line),
      column: Int(location.column)
    )
  }
}
