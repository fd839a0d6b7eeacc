import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// A test case in which every issue that isn't expected is a failure, and whose tests have defaults of their
/// own.
class DependencyTestCase: XCTestCase {
  override func invokeTest() {
    withIssueReporters([FailingReporter()]) {
      withFreshDependencies { super.invokeTest() }
    }
  }

  /// The issues of an operation.
  func issues(_ operation: () throws -> Void) rethrows -> [Issue] {
    let collector = IssueCollector()
    try withIssueReporters([collector], operation: operation)
    return collector.all
  }

  /// The issues of an asynchronous operation.
  func issues(_ operation: nonisolated(nonsending) () async throws -> Void) async rethrows -> [Issue] {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) { try await operation() }
    return collector.all
  }
}

private struct FailingReporter: IssueReporter {
  func report(_ issue: Issue) {
    XCTFail(issue.message, file: issue.location.filePath, line: issue.location.line)
  }
}

private final class IssueCollector: IssueReporter {
  private let issues = Locked<[Issue]>([])

  var all: [Issue] { issues.withLock { $0 } }

  func report(_ issue: Issue) { issues.withLock { $0.append(issue) } }
}

/// A number that is counted up from any task.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  @discardableResult
  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
