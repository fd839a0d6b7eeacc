import Synchronization
import Troupe
import XCTest

/// Knows whether a test case of XCTest is running, and which, for which XCTest has no question.
final class RunningTestCase: NSObject, XCTestObservation {
  private static let count = Atomic(0)

  /// Whether a test case is running, so that XCTest takes failures.
  static var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  private static let number = Atomic(0)

  /// The identity of the running test case, which differs from those before and after it; nil if none is
  /// running.
  static var name: TestDefaults.Name? {
    isAny ? TestDefaults.Name(number.load(ordering: .relaxed)) : nil
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    Self.number.add(1, ordering: .relaxed)
    Self.count.add(1, ordering: .relaxed)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let name = Self.name
    Self.count.subtract(1, ordering: .relaxed)
    if let name { TestDefaults.forget(name) }
  }
}
