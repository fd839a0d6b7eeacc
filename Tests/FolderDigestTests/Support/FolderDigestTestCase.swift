import Foundation
import Troupe
import TroupeTesting
import XCTest

@testable import FolderDigest

/// A test case in which every issue that the library reports is a failure.
class FolderDigestTestCase: XCTestCase {
  override func invokeTest() {
    withIssueReporters([FailingReporter()]) { super.invokeTest() }
  }

  /// Runs a body on a scheduler under many seeds, and prints the seed that fails.
  func underSeeds(
    _ count: UInt64 = 20,
    _ body: @escaping @Sendable (Scheduler) async throws -> Void
  ) async throws {
    for seed in 0..<count {
      let failures = testRun?.totalFailureCount ?? 0
      let scheduler = Scheduler(seed: seed)
      try await scheduler.run { try await body(scheduler) }
      guard (testRun?.totalFailureCount ?? 0) == failures else {
        return print("failed under seed \(seed): \(name)")
      }
    }
  }

  /// Runs the program on files, which are the live ones only where a test says so.
  func run(_ arguments: [String], _ files: FileAccess, _ console: Console) async -> Int32 {
    await withDependencies {
      $0[FileAccess.self] = files
    } operation: {
      await Program(console: console).run(arguments)
    }
  }
}

private struct FailingReporter: IssueReporter {
  func report(_ issue: Issue) {
    XCTFail(issue.message, file: issue.location.filePath, line: issue.location.line)
  }
}
