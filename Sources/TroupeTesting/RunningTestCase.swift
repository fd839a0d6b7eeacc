import Synchronization
import Troupe
import XCTest

/// Records which XCTest test case is running, because XCTest provides no such query.
final class RunningTestCase: NSObject, XCTestObservation {
  private static let count = Atomic(0)

  /// Whether a test case is running, so that XCTest accepts failures.
  static var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  private static let number = Atomic(0)

  /// The identity of the running test case, which differs from other runs; nil if no test case is running.
  static var name: TestDefaults.Name? {
    isAny ? TestDefaults.Name(number.load(ordering: .relaxed)) : nil
  }

  private static let running = Locked<String?>(nil)

  /// The name by which XCTest runs the running test case alone; nil if no test case is running.
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
