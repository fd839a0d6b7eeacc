import XCTest

/// An XCTest case whose failed assertions `explore` can hold back and repeat.
///
/// XCTest records a failed assertion immediately. This class holds back an explored body's failures, so that
/// `explore` can repeat the run and report the failing run that is closest to first in, first out. In other
/// test cases, `explore` finds a failing assertion and reports its seed, but doesn't shrink the run. Tests of
/// Swift Testing don't need this class.
open class ExploringTestCase: XCTestCase {
  /// Records a failure, or holds the failure back if an explored body caused it.
  open override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    if let failures = RunFailures.current {
      // This is sound because XCTest accepts failures from any thread, and the test case waits for the
      // exploration.
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
