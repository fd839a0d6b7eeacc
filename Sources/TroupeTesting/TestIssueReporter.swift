import Testing
import Troupe
import TroupeDiagnostics
import XCTest

/// The reporter that makes an issue a failure of the test that runs, at the place of the issue.
///
/// It works in Swift Testing and in XCTest, also in one run of both.
public struct TestIssueReporter: IssueReporter {
  /// Makes the reporter.
  public init() {}

  /// Records the issue as a failure of the current test.
  public func report(_ issue: TroupeDiagnostics.Issue) {
    let location = issue.location
    guard Test.current != nil else {
      return XCTFail(issue.message, file: location.filePath, line: location.line)
    }
    Testing.Issue.record(
      Comment(rawValue: issue.message),
      sourceLocation: Testing.SourceLocation(location)
    )
  }

  /// Reports an issue, which fails the test unless someone else takes issues.
  static func report(_ message: String, at location: TroupeDiagnostics.SourceLocation) {
    reporting { reportIssue(message, at: location) }
  }

  /// Makes the issues of an operation failures of the test, unless someone else takes them.
  static func reporting<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard IssueReporting.isDefault else { return try operation() }
    return try withIssueReporters([TestIssueReporter()], operation: operation)
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
