import TroupeDiagnostics
import XCTest

/// A test case in which every issue that isn't expected is a failure.
class CollectionsTestCase: XCTestCase {
  override func invokeTest() {
    withIssueReporters([FailingReporter()]) { super.invokeTest() }
  }
}

private struct FailingReporter: IssueReporter {
  func report(_ issue: Issue) {
    XCTFail(issue.message, file: issue.location.filePath, line: issue.location.line)
  }
}

/// Keeps the issues that are reported to it.
final class IssueCollector: IssueReporter {
  private let issues = Locked<[Issue]>([])

  var messages: [String] { issues.withLock { $0.map(\.message) } }

  func report(_ issue: Issue) {
    issues.withLock { $0.append(issue) }
  }
}
