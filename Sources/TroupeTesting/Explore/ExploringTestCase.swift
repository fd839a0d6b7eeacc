import XCTest

/// A test case of XCTest whose assertions `explore` can try again and again.
///
/// XCTest records the failure of an assertion at once. This class keeps back those of a body that is explored, so
/// that the run can be repeated, and told in its shortest form. In other test cases a failing assertion is found,
/// too, with its seed, but that is all. Swift Testing needs nothing of the kind.
open class ExploringTestCase: XCTestCase {
  /// Records a failure, or keeps it back when it comes from a body that is explored.
  open override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    if let failures = RunFailures.current {
      // Sound as XCTest itself takes failures from any thread, and the test case waits for the exploration.
      nonisolated(unsafe) let testCase = self
      let failure = RunFailure.assertion(file: filePath, line: lineNumber) {
        testCase.recordFailure(
          withDescription: description,
          inFile: filePath,
          atLine: lineNumber,
          expected: expected
        )
      }
      return failures.add(failure)
    }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }
}
