import Synchronization
import XCTest

/// Knows whether a test case of XCTest is running, for which XCTest has no question.
final class RunningTestCase: NSObject, XCTestObservation {
  private static let count = Atomic(0)

  /// Whether a test case is running, so that XCTest takes failures.
  static var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  func testCaseWillStart(_ testCase: XCTestCase) {
    Self.count.add(1, ordering: .relaxed)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    Self.count.subtract(1, ordering: .relaxed)
  }
}
