import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// How the consumers of a directory's events join and leave.
final class DirectoryEventsTests: TroupeTestCase {
  private typealias Directory = StoreDirectory<String, Tally.State, Tally.Action>

  /// The actions that stores have reduced, by the events until the end.
  private static func actions(_ events: StoreDirectoryEvents<String>) async -> Int {
    var count = 0
    for await event in events where event.isOfAReducedAction { count += 1 }
    return count
  }

  func testConsumersThatAreGoneAreForgotten() async throws {
    try await underSeeds { scheduler, clock in
      let directory = Shelf(scheduler).directory(clock: clock)
      for _ in 0..<10 { _ = await directory.events() }
      var count = await directory.sinkCount
      XCTAssertLessThanOrEqual(count, 1)
      let events = await directory.events()
      try await directory.send(.add(1), to: "a")
      await scheduler.settle()
      count = await directory.sinkCount
      XCTAssertEqual(count, 1)
      await directory.shutdown(within: .zero, clock: clock)
      let actions = await Self.actions(events)
      XCTAssertEqual(actions, 1)
    }
  }

  func testAConsumerThatComesLaterHearsOfOpenStores() async throws {
    try await underSeeds { scheduler, clock in
      let directory = Shelf(scheduler).directory(clock: clock)
      do {
        let first = await directory.events()
        try await directory.send(.add(1), to: "a")
        await scheduler.settle()
        XCTAssertEqual(first.droppedCount, 0)
      }
      // Nothing consumes this one.
      try await directory.send(.add(1), to: "a")
      await scheduler.settle()
      let count = await directory.sinkCount
      XCTAssertEqual(count, 0)
      let second = await directory.events()
      let third = await directory.events()
      try await directory.send(.add(1), to: "a")
      await scheduler.settle()
      await directory.shutdown(within: .zero, clock: clock)
      for events in [second, third] {
        let actions = await Self.actions(events)
        XCTAssertEqual(actions, 1)
      }
    }
  }

  func testAConsumerHearsNothingOfWhatHappenedBefore() async throws {
    try await underSeeds(40) { scheduler, clock in
      let directory = Shelf(scheduler).directory(clock: clock)
      try await directory.send(.add(1), to: "a")
      let events = await directory.events()
      await scheduler.settle()
      await directory.shutdown(within: .zero, clock: clock)
      let actions = await Self.actions(events)
      XCTAssertEqual(actions, 0)
    }
  }

  func testThereAreNoEventsAfterAShutdown() async throws {
    try await underSeeds { scheduler, clock in
      let directory = Shelf(scheduler).directory(clock: clock)
      await directory.shutdown(within: .zero, clock: clock)
      let events = await directory.events()
      let isOver = Locked(false)
      let listener = Task(executorPreference: scheduler) {
        for await _ in events { XCTFail("There is an event.") }
        isOver.withLock { $0 = true }
      }
      await scheduler.settle()
      XCTAssertTrue(isOver.withLock { $0 })
      listener.cancel()
    }
  }
}

extension StoreDirectory {
  fileprivate var sinkCount: Int { sinks.count }
}
