import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// When a directory retries scheduled keys, and its reports about them.
final class DirectoryRetryTests: TroupeTestCase {
  private static let a = [ScheduledKey(key: "a", wake: .start)]

  /// A call of `run` on a directory, and the issues that it reports.
  private static func run(
    _ directory: StoreDirectory<String, Tally.State, Tally.Action>,
    _ storage: AskedStorage,
    every interval: Duration = .seconds(1),
    on scheduler: Scheduler,
    _ issues: IssueCollector = IssueCollector()
  ) -> Task<Void, any Error> {
    Task(executorPreference: scheduler) {
      try await withIssueReporters([issues]) {
        try await directory.run(waking: storage, every: interval, now: { .start }) { $0.text }
      }
    }
  }

  func testStoresThatAreBeingPassivatedLeaveRoomForOthers() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (asked, shelf, gate) = (Collector<Int>(), Shelf(scheduler), Gate())
      let storage = AskedStorage { _, limit in
        asked.append(limit)
        return []
      }
      let directory = shelf.directory(
        clock: clock,
        opening: { _ in },
        passivating: { store, _ in
          await gate.wait()
          return await shelf.passivate(store)
        }
      ) { ($0.capacity, $0.concurrentSaves, $0.idleTime) = (10, 3, .seconds(1)) }
      for key in ["a", "b", "c"] { try await directory.send(.add(1), to: key) }
      await clock.advance(by: .seconds(1))
      for key in ["d", "e", "f"] { try await directory.send(.add(1), to: key) }
      let closing = await directory.statistics.closingCount
      XCTAssertEqual(closing, 3)
      let run = Self.run(directory, storage, on: scheduler)
      await scheduler.settle()
      // It knows six keys, and has room for seven more.
      XCTAssertEqual(asked.all, [6 + 6])
      gate.open()
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testAKeyThatFailedAndIsOpenCountsOnce() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (asked, shelf) = (Collector<Int>(), Shelf(scheduler))
      shelf.fail("a")
      let storage = AskedStorage { _, limit in
        asked.append(limit)
        return Self.a
      }
      let directory = shelf.directory(clock: clock) { $0.concurrentSaves = 8 }
      let run = Self.run(directory, storage, on: scheduler)
      await scheduler.settle()
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(asked.all, [8, 9])
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testAnAnswerThatComesAfterAShutdownOpensNothing() async throws {
    try await underSeeds { scheduler, clock in
      let (shelf, gate) = (Shelf(scheduler), Gate())
      let storage = AskedStorage { _, _ in
        await gate.wait()
        return Self.a
      }
      let directory = shelf.directory(clock: clock)
      let run = Self.run(directory, storage, on: scheduler)
      await scheduler.settle()
      await directory.shutdown(within: .zero, clock: clock)
      gate.open()
      try await run.value
      let statistics = await directory.statistics
      XCTAssertEqual(statistics, StoreDirectoryStatistics())
      XCTAssertEqual(shelf.opened, [])
    }
  }

  func testAFailureIsReportedAgainAfterACallerHadOpenedTheStore() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (issues, shelf) = (IssueCollector(), Shelf(scheduler))
      shelf.fail("a")
      let directory = shelf.directory(clock: clock) { $0.idleTime = .seconds(3) }
      let run = Self.run(directory, AskedStorage { _, _ in Self.a }, on: scheduler, issues)
      await scheduler.settle()
      XCTAssertEqual(issues.count, 1)
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(2))
      shelf.fail("a", 100)
      await clock.advance(by: .seconds(5))
      XCTAssertEqual(issues.count, 2)
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testAFailureIsReportedAgainAfterTheDirectoryHadOpenedTheStore() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (issues, shelf) = (IssueCollector(), Shelf(scheduler))
      shelf.fail("a")
      // The stores that it opens are passivated before it asks the storage again.
      let directory = shelf.directory(clock: clock) { $0.capacity = 0 }
      let run = Self.run(directory, AskedStorage { _, _ in Self.a }, on: scheduler, issues)
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(shelf.opened, ["a", "a"])
      XCTAssertEqual(issues.count, 1)
      shelf.fail("a", 100)
      await clock.advance(by: .seconds(5))
      XCTAssertEqual(issues.count, 2)
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testAKeyThatTookLongIsTriedAgainAfterAnInterval() async throws {
    try await underSeeds(3) { scheduler, clock in
      let shelf = Shelf(scheduler)
      shelf.fail("a", 100)
      let gate = shelf.hold("a")
      let directory = shelf.directory(clock: clock)
      let run = Self.run(directory, AskedStorage { _, _ in Self.a }, on: scheduler)
      await clock.advance(by: .milliseconds(5_500))
      gate.finish()
      await scheduler.settle()
      XCTAssertEqual(shelf.opened.count, 1)
      // Not when the storage is asked at second 6, but an interval after the failure.
      await clock.advance(by: .milliseconds(900))
      XCTAssertEqual(shelf.opened.count, 1)
      await clock.advance(by: .milliseconds(100))
      XCTAssertEqual(shelf.opened.count, 2)
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testWhatMayBeTriedAgainWhenTheAnswerComesIsTriedThen() async throws {
    for late in [5, 6] as [Int64] {
      try await underSeeds(3) { scheduler, clock in
        let (asked, shelf, gate) = (Collector<Int>(), Shelf(scheduler), Gate(isOpen: true))
        shelf.fail("a", 100)
        let storage = AskedStorage { _, limit in
          asked.append(limit)
          await gate.wait()
          return Self.a
        }
        let directory = shelf.directory(clock: clock)
        let run = Self.run(directory, storage, every: .seconds(10), on: scheduler)
        await clock.advance(by: .seconds(5))
        gate.close()
        await directory.tellNews()
        await scheduler.settle()
        XCTAssertEqual(asked.count, 2)
        await clock.advance(by: .seconds(late))
        XCTAssertEqual(shelf.opened.count, 1)
        gate.open()
        await scheduler.settle()
        XCTAssertEqual(shelf.opened.count, 2)
        XCTAssertEqual(asked.count, 2)
        await directory.shutdown(within: .zero, clock: clock)
        try await run.value
      }
    }
  }
}
