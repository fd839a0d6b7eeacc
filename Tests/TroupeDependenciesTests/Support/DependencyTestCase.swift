import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// A test case in which every issue that isn't expected is a failure, and whose tests have separate defaults.
class DependencyTestCase: XCTestCase {
  override func invokeTest() {
    withIssueReporters([FailingReporter()]) {
      withFreshDependencies { super.invokeTest() }
    }
  }

  /// The issues of an operation.
  func issues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
    let collector = IssueCollector()
    try withIssueReporters([collector], operation: operation)
    return collector.all
  }

  /// The issues of an asynchronous operation.
  func issues(_ operation: nonisolated(nonsending) () async throws -> Void) async rethrows -> [ReportedIssue]
  {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) { try await operation() }
    return collector.all
  }
}

/// A number that is counted up from any task.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  @discardableResult
  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
