import Troupe
import TroupeTesting
import XCTest

/// A test case in which every issue that isn't expected is a failure.
class TroupeTestCase: XCTestCase {
  override func invokeTest() {
    withIssueReporters([FailingReporter()]) { super.invokeTest() }
  }

  /// Runs a body on a scheduler under many seeds, and prints the seed that fails.
  ///
  /// `TROUPE_SEED=7 swift test --filter …` runs it under that seed alone.
  func underSeeds(
    _ count: UInt64 = 20,
    _ body: @escaping @Sendable (Scheduler, TestClock) async throws -> Void
  ) async throws {
    let replayed = ProcessInfo.processInfo.environment["TROUPE_SEED"].flatMap(UInt64.init)
    for seed in replayed.map({ [$0] }) ?? Array(0..<count) {
      let failures = testRun?.totalFailureCount ?? 0
      let scheduler = Scheduler(seed: seed)
      let clock = TestClock(scheduler: scheduler)
      defer {
        if (testRun?.totalFailureCount ?? 0) > failures { print("failed under TROUPE_SEED=\(seed): \(name)") }
      }
      try await scheduler.run { try await body(scheduler, clock) }
      if (testRun?.totalFailureCount ?? 0) > failures { return }
    }
  }
}

struct FailingReporter: IssueReporter {
  func report(_ issue: Issue) {
    XCTFail(issue.message, file: issue.location.filePath, line: issue.location.line)
  }
}
