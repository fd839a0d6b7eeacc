import Troupe
import TroupeTesting
import XCTest

/// A test case in which every issue that isn't expected is a failure.
class TroupeTestCase: ExploringTestCase {
  override func invokeTest() {
    withIssueReporters([TestIssueReporter()]) { super.invokeTest() }
  }

  /// Explores a body that has a clock.
  func underSeeds(
    _ count: Int = 20,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    _ body: @escaping @Sendable (Scheduler, TestClock) async throws -> Void
  ) async throws {
    let expected = IssueCollector.expecting
    await explore(
      schedules: count,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      function: function
    ) { scheduler in
      let clock = TestClock(scheduler: scheduler)
      guard let expected else { return try await body(scheduler, clock) }
      // Exploring takes issues for failures, but for those that someone inside of it collects.
      try await withIssueReporters([expected]) { try await body(scheduler, clock) }
    }
  }
}
