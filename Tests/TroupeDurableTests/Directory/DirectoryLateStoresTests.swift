import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// What happens to stores that are being opened or passivated when a directory is shut down.
final class DirectoryLateStoresTests: TroupeTestCase {
  func testOfKeysThatAreEqualTheReportThatIsNotCleanCounts() async throws {
    let keys = ["\u{e9}", "e\u{301}"]
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      for key in keys { try await directory.send(.add(1), to: key) }
      try await directory.send(.work, to: keys[Int(scheduler.seed % 2)])
      let shutdown = Task(executorPreference: scheduler) {
        await directory.shutdown(within: .zero, clock: clock)
      }
      await clock.advance(by: .seconds(1))
      let reports = await shutdown.value
      XCTAssertEqual(reports.count, 1)
      XCTAssertEqual(reports["\u{e9}"]?.cancelled.count, 1)
    }
  }

  func testAnOpeningThatFailsAfterTheShutdownIsNoEvent() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (shelf, gate) = (Shelf(scheduler), Gate())
      let directory = shelf.directory(
        clock: clock,
        opening: { _ in
          await gate.wait()
          throw Shelf.Unreadable()
        },
        passivating: { _, _ in true }
      )
      let events = await directory.events()
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "a") }
      await scheduler.settle()
      let shutdown = Task(executorPreference: scheduler) {
        await directory.shutdown(within: .zero, cancellationGrace: .zero, clock: clock)
      }
      await clock.advance(by: .seconds(1))
      _ = await shutdown.value
      gate.open()
      await scheduler.settle()
      for await event in events { XCTFail("\(event)") }
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.failedCount, 1)
      _ = await caller.result
    }
  }

  // A store that turns out to be busy when it is being passivated is shut down with the others, or separately
  // if the shutdown has given up on it.
  func testAStoreThatCannotBePassivatedDuringAShutdownIsShutDown() async throws {
    for isGivenUp in [false, true] {
      try await underSeeds(3) { scheduler, clock in
        let (shelf, gate) = (Shelf(scheduler), Gate())
        let directory = shelf.directory(
          clock: clock,
          opening: { _ in },
          passivating: { _, _ in
            await gate.wait()
            return false
          }
        )
        let store = try await directory.withStore(for: "a") { $0 }
        await clock.advance(by: .seconds(60))
        XCTAssertEqual(gate.count, 1)
        let shutdown = Task(executorPreference: scheduler) {
          await directory.shutdown(within: .seconds(10), cancellationGrace: .seconds(1), clock: clock)
        }
        await clock.advance(by: .seconds(isGivenUp ? 11 : 10))
        gate.open()
        let reports = await shutdown.value
        await scheduler.settle()
        XCTAssertEqual(reports.map(\.key), isGivenUp ? [] : ["a"])
        XCTAssertTrue(store.isClosedToActions)
        let statistics = await directory.statistics
        XCTAssertEqual(statistics.openCount + statistics.openingCount + statistics.closingCount, 0)
        XCTAssertEqual(statistics.keptCount, isGivenUp ? 0 : 1)
      }
    }
  }
}
