import TroupeDiagnostics
import XCTest

/// Makes each issue a failure at the issue's location.
package struct FailingReporter: IssueReporter {
  package init() {}

  package func report(_ issue: ReportedIssue) {
    XCTFail(issue.message, file: issue.location.filePath, line: issue.location.line)
  }
}
