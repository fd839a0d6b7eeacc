import TestSupport
import XCTest

/// A test case whose samples print.
///
/// A test that passes prints nothing. When a test fails, its output is printed.
class GuideTestCase: TroupeTestCase {
  override func invokeTest() {
    let capture = OutputCapture(of: .standardOutput)
    super.invokeTest()
    let output = capture.end()
    if testRun?.totalFailureCount != 0 { print(output, terminator: "") }
  }

  /// Runs a body, and returns what was written to standard error in the meantime.
  nonisolated(nonsending)
    func standardError(of body: nonisolated(nonsending) () async -> Void) async -> String
  {
    let capture = OutputCapture(of: .standardError)
    await body()
    return capture.end()
  }
}
