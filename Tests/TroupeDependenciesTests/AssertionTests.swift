import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// Assertions as dependencies: issues in tests, and values that a test sets.
final class AssertionTests: DependencyTestCase {
  @Dependency(\.assert) private var assert
  @Dependency(\.precondition) private var precondition
  @Dependency(\.assertionFailure) private var assertionFailure

  func testConditionsThatHoldAreSilent() {
    XCTAssertEqual(issues { assert(true, "a") }.count, 0)
    XCTAssertEqual(issues { precondition(1 < 2) }.count, 0)
  }

  func testConditionsThatDoNotHoldAreIssuesAtTheirLine() {
    let found = issues {
      assert(false, "a", line: 1)
      precondition(2 < 1, line: 2)
      assertionFailure("b", line: 3)
    }
    XCTAssertEqual(found.map(\.location.line), [1, 2, 3])
    XCTAssertEqual(
      found.map(\.message),
      ["An assertion doesn't hold: a", "A precondition doesn't hold.", "An assertion failed: b"]
    )
  }

  func testTheyCanBeSet() {
    withDependencies {
      $0.assert = Assertion { condition, message, _ in XCTAssertFalse(condition(), message()) }
      $0.assertionFailure = AssertionFailure { message, _ in XCTAssertEqual(message(), "c") }
    } operation: {
      XCTAssertEqual(issues { assert(false) }.count, 0)
      XCTAssertEqual(issues { assertionFailure("c") }.count, 0)
    }
  }

  func testTheLiveOnesPassConditionsThatHold() {
    withDependencies {
      $0.context = .live
    } operation: {
      XCTAssertEqual(issues { assert(true) }.count, 0)
      XCTAssertEqual(issues { precondition(true) }.count, 0)
    }
  }
}
