import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// What a call of `run` remembers, reports and asks for.
final class DirectoryRunTests: TroupeTestCase {
  private struct Failure: Error {}

  func testAFailureOfAKeyIsReportedOnceUntilItIsOver() async {
    let issues = IssueCollector()
    withIssueReporters([issues]) {
      let run = DirectoryRun<String>(now: { .start })
      run.failed("a", Failure())
      run.failed("a", Failure())
      run.failed("b", Failure())
      XCTAssertEqual(issues.messages.count, 2)
      XCTAssertTrue(
        issues.messages.allSatisfy { $0.contains("The store of the scheduled key ") },
        "\(issues.messages)"
      )
      // Neither of these is a failure of the key, and the earlier failure is over.
      let ends: [any Error] = [
        CancellationError(), StoreDirectoryError.shutDown, StoreDirectoryError.recursiveOpen,
      ]
      for (number, end) in ends.enumerated() {
        run.failed("a", end)
        XCTAssertEqual(run.failing.keys, ["b"])
        run.failed("a", Failure())
        XCTAssertEqual(issues.messages.count, 3 + number)
      }
    }
  }

  func testAFailureOfTheStorageIsReportedOnceUntilItAnswers() {
    let issues = IssueCollector()
    withIssueReporters([issues]) {
      let run = DirectoryRun<String>(now: { .start })
      run.storageFailed(.unavailable(nil, because: CancellationError()))
      XCTAssertEqual(issues.messages, [])
      for count in 1...2 {
        run.storageFailed(.unavailable(nil, because: Failure()))
        run.storageFailed(.unavailable(nil, because: Failure()))
        XCTAssertEqual(issues.messages.count, count)
        run.storageAnswered()
      }
    }
  }

  func testAnEndedHostRunsNothingMore() async throws {
    try await underSeeds { scheduler, _ in
      let ran = Collector<String>()
      let host = DirectoryHost(executor: scheduler)
      host.run {
        ran.append(Task.isCancelled ? "cancelled" : "before")
      }
      if scheduler.seed % 2 == 0 { await scheduler.settle() }
      host.end()
      host.run { ran.append("after") }
      await scheduler.settle()
      XCTAssertEqual(ran.count, 1)
      XCTAssertNotEqual(ran.all, ["after"])
      if scheduler.seed % 2 == 0 { XCTAssertEqual(ran.all, ["before"]) }
    }
  }

  func testItAsksForAsManyKeysAsItCanOpenBesideThoseThatItKnows() async throws {
    try await underSeeds { scheduler, clock in
      let asked = Collector<Int>()
      let storage = AskedStorage { _, limit in
        asked.append(limit)
        return []
      }
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) {
        $0.concurrentSaves = 8
        $0.idleTime = nil
      }
      let run = Task(executorPreference: scheduler) {
        try await directory.run(waking: storage, every: .seconds(1), now: { .start }) { $0.text }
      }
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(asked.all, [8, 8])
      for key in 0..<3 { try await directory.send(.add(1), to: "\(key)") }
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(asked.all.last, 3 + 8)
      for key in 3..<20 { try await directory.send(.add(1), to: "\(key)") }
      await clock.advance(by: .seconds(1))
      // Many open stores may all be due.
      XCTAssertEqual(asked.all.last, 20 + 20)
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
      let runs = await directory.runCount
      XCTAssertEqual(runs, 0)
    }
  }
}

extension StoreDirectory {
  fileprivate var runCount: Int { runs.count }
}
