import Foundation
import Synchronization
import TestSupport
import Troupe
import XCTest

@testable import TroupeTesting

/// Explorations whose seeds are tried by other processes.
final class WorkersTests: ExploringTestCase {
  private final class Texts: Sendable { let all = Locked<[String]>([]) }

  /// The failures that an exploration reports in this process; nil in a worker, which reports none.
  private func failures(of exploration: nonisolated(nonsending) () async -> Void) async -> [String]? {
    struct Reporter: IssueReporter {
      let take: @Sendable (String) -> Void
      func report(_ issue: ReportedIssue) { take(issue.message) }
    }
    let texts = Texts()
    let reporter = Reporter { text in texts.all.withLock { $0.append(text) } }
    await withIssueReporters([reporter]) { await exploration() }
    return WorkerOrder.current == nil ? texts.all.withLock { $0 } : nil
  }

  // S839
  func testTheSeedsAreTriedInOtherProcesses() async {
    var seeds: [UInt64] = []
    let failures = await failures {
      await explore(schedules: 40, workers: 2) { scheduler in
        seeds.append(scheduler.seed)
        if scheduler.seed == 33 { reportIssue("an issue") }
      }
    }
    guard let failures else { return XCTAssertFalse(seeds.isEmpty) }
    // The failed run, the same once more, and first in, first out, with a trace and without.
    XCTAssertEqual(Set(seeds), [33])
    XCTAssertEqual(failures.first, "an issue")
    XCTAssertTrue(failures.last?.contains("TROUPE_SEED=33 ") == true, "\(failures)")
    XCTAssertEqual(failures.count, 2)
  }

  // S839
  func testTheFirstSeedThatFailsIsTold() async {
    let failures = await failures {
      await explore(schedules: 40, workers: 3) { scheduler in
        if scheduler.seed % 10 == 9 { reportIssue("an issue") }
      }
    }
    guard let failures else { return }
    XCTAssertTrue(failures.last?.contains("TROUPE_SEED=9 ") == true, "\(failures)")
  }

  // S839
  func testAnExplorationWithoutAFailureRunsNothingHere() async {
    var runs = 0
    let failures = await failures {
      await explore(schedules: 10, workers: 2) { _ in runs += 1 }
    }
    guard let failures else { return XCTAssertEqual(runs, 5) }
    XCTAssertEqual(failures, [])
    XCTAssertEqual(runs, 0)
  }

  // S839
  func testAFailureOfAnotherProcessAloneIsCalledThat() async {
    let failures = await failures {
      await explore(schedules: 4, workers: 2) { scheduler in
        if scheduler.seed == 3, WorkerOrder.current != nil { reportIssue("an issue") }
      }
    }
    guard let failures else { return }
    XCTAssertEqual(failures.count, 1)
    XCTAssertTrue(
      failures.first?.hasPrefix("A run failed under the seed 3 in another process, but not in this process")
        == true,
      "\(failures)"
    )
  }

  // S839
  func testAProcessThatEndsIsTold() async {
    let failures = await failures {
      await explore(schedules: 4, workers: 2) { scheduler in
        guard scheduler.seed == 2, WorkerOrder.current != nil else { return }
        print("the last words")
        exit(7)
      }
    }
    guard let failures else { return }
    XCTAssertEqual(failures.count, 1)
    XCTAssertTrue(
      failures.first?.hasPrefix(
        "A process that tried seeds for this exploration ended with the status 7 under the seed 2."
      ) == true,
      "\(failures)"
    )
    XCTAssertTrue(failures.first?.hasSuffix("the last words") == true, "\(failures)")
  }

  // S839
  func testProcessesAreReplaced() async {
    let failures = await failures {
      let explored = ExploredBody(realTimeLimit: .seconds(10), time: .manual, location: CallSite()) {
        scheduler in
        if let seeds = WorkerOrder.current?.seeds, seeds.count > 3 { reportIssue("a process has \(seeds)") }
        if scheduler.seed == 9 { reportIssue("an issue") }
      }
      await Exploration.run(
        explored,
        schedules: 20,
        workers: 2,
        runsOfWorker: 3,
        function: #function,
        kind: .test
      )
    }
    guard let failures else { return }
    XCTAssertEqual(failures.first, "an issue")
    XCTAssertTrue(failures.last?.contains("TROUPE_SEED=9 ") == true, "\(failures)")
  }

  func testTheSeedsAreDividedAmongTheProcesses() {
    XCTAssertEqual(ExplorationWorkers.parts(of: 0..<10, workers: 3), [0..<3, 3..<6, 6..<10])
    XCTAssertEqual(ExplorationWorkers.parts(of: 5..<7, workers: 4), [5..<6, 6..<7])
    XCTAssertEqual(ExplorationWorkers.parts(of: 0..<0, workers: 4), [0..<0])
  }

  func testAnOrderIsReadAsItIsWritten() {
    let order = WorkerOrder(seeds: 3..<9, place: "Module/File.swift:7", path: "/a b/c")
    XCTAssertEqual(WorkerOrder(order.text), order)
    XCTAssertNil(WorkerOrder("3\n2\nplace\npath"))
    XCTAssertNil(WorkerOrder(""))
    for result in [.tries(3), .failed(4), .passed] as [WorkerOrder.Result] {
      XCTAssertEqual(WorkerOrder.Result(result.text), result)
    }
    XCTAssertNil(WorkerOrder.Result("tries"))
  }
}
