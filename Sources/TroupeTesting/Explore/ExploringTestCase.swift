import XCTest

/// An XCTest case whose failed assertions `explore` can hold back and repeat.
///
/// XCTest records the failure of an assertion at once. This class holds back the failures of an explored
/// body, so that `explore` can repeat the run and report it in its shortest form. In other test cases,
/// `explore` also finds a failing assertion and reports its seed, but doesn't shorten the run. Swift Testing
/// needs no such class.
open class ExploringTestCase: XCTestCase {
  /// Records a failure, or holds it back if it comes from an explored body.
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
