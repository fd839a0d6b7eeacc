import Synchronization
import Troupe
import XCTest

/// Records which XCTest test case is running, because XCTest has no function that returns the running test
/// case.
final class RunningTestCase: NSObject, XCTestObservation {
  private static let count = Atomic(0)

  /// Whether a test case is running. XCTest accepts failures only while a test case is running.
  static var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  private static let number = Atomic(0)

  /// The identity of this run of the running test case; nil if no test case is running.
  static var name: TestDefaults.Name? {
    isAny ? TestDefaults.Name(number.load(ordering: .relaxed)) : nil
  }

  private static let running = Locked<String?>(nil)

  /// The argument with which XCTest runs only the running test case; nil if no test case is running.
  static var specifier: String? { running.withLock { $0 } }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let method = testCase.name.split(separator: ".").last.map(String.init) ?? testCase.name
    Self.running.withLock { $0 = "\(String(reflecting: type(of: testCase)))/\(method)" }
    Self.number.add(1, ordering: .relaxed)
    Self.count.add(1, ordering: .relaxed)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let name = Self.name
    Self.running.withLock { $0 = nil }
    Self.count.subtract(1, ordering: .relaxed)
    if let name { TestDefaults.forget(name) }
  }
}
