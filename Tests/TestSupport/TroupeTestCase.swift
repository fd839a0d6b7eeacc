import Troupe
import TroupeTesting
import XCTest

/// A test case that explores bodies with a clock.
open class TroupeTestCase: ExploringTestCase {
  /// Explores a body that has a clock.
  public func underSeeds(
    _ count: Int = 20,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    _ body: @escaping @Sendable (Scheduler, TestClock) async throws -> Void
  ) async throws {
    await explore(
      schedules: count,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      function: function
    ) { scheduler in
      try await body(scheduler, TestClock(scheduler: scheduler))
    }
  }
}
