import Testing
import Troupe
import TroupeDiagnostics
import XCTest

/// The reporter that makes an issue a failure of the test that runs, at the place of the issue.
///
/// It works in Swift Testing and in XCTest, also in one run of both. A program that has this module in it uses it wherever
/// no other reporter is set: nothing has to be written for that.
///
/// In XCTest, an issue belongs to the test case that is running, whatever thread it comes from. In Swift Testing, tests run
/// side by side, and an issue belongs to the test whose task, or a task that inherits from it, reports it: the effects of a
/// store to which the test has sent an action are such tasks. An issue of a task that inherits nothing, such as a detached
/// one, fails the run as that of an unknown test, and is written to standard error as well. So is one that comes
/// when no test is running.
public struct TestIssueReporter: IssueReporter {
  /// Makes the reporter.
  public init() {}

  /// Records the issue as a failure of the current test.
  public func report(_ issue: TroupeDiagnostics.Issue) {
    let location = issue.location
    if Test.current == nil {
      if RunningTestCase.isAny {
        return XCTFail(issue.message, file: location.filePath, line: location.line)
      }
      StandardErrorReporter().report(issue)
    }
    // Without a current test, it goes to all runs of tests that are going on.
    Testing.Issue.record(
      Comment(rawValue: issue.message),
      sourceLocation: Testing.SourceLocation(location)
    )
  }

  /// Reports an issue, which fails the test unless someone else takes issues.
  static func report(_ message: String, at location: TroupeDiagnostics.SourceLocation) {
    reportIssue(message, at: location)
  }
}

extension Testing.SourceLocation {
  init(_ location: TroupeDiagnostics.SourceLocation) {
    self.init(
      fileID: "\(location.fileID)",
      filePath: "\(location.filePath)",
      line: Int(location.line),
      column: Int(location.column)
    )
  }
}
