import TroupeDiagnostics
import XCTest

/// A test case in which every issue that isn't expected is a failure.
class CollectionsTestCase: XCTestCase {
  override func invokeTest() {
    withIssueReporters([FailingReporter()]) { super.invokeTest() }
  }
}
