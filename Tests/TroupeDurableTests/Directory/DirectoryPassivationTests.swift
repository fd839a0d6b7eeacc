import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// How a directory reopens stores and passivates them.
final class DirectoryPassivationTests: TroupeTestCase {
  private typealias Directory = StoreDirectory<String, Tally.State, Tally.Action>

  func testNoMoreStoresThanAllowedArePassivatedAtATime() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (shelf, gate) = (Shelf(scheduler), Gate())
      let directory = shelf.directory(
        clock: clock,
        opening: { _ in },
        passivating: { store, _ in
          await gate.wait()
          return await shelf.passivate(store)
        }
      ) { $0.concurrentSaves = 2 }
      for key in 0..<6 { try await directory.send(.add(1), to: "\(key)") }
      for closed in [0, 2, 4] {
        await clock.advance(by: .seconds(60))
        let statistics = await directory.statistics
        XCTAssertEqual(statistics.closingCount, 2)
        XCTAssertEqual(statistics.passivatedCount, closed)
        XCTAssertEqual(clock.sleeperCount, 0, "It looks again when one is away.")
        gate.letPass()
        await scheduler.settle()
      }
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.closingCount, 0)
      XCTAssertEqual(statistics.passivatedCount, 6)
    }
  }

  func testAStoreThatClosedWhenItWasToBePassivatedIsAway() async throws {
    try await underSeeds(3) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(
        clock: clock,
        opening: { _ in },
        passivating: { store, _ in
          await store.shutdown(within: .zero)
          return false
        }
      )
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(60))
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 1)
      XCTAssertEqual(statistics.keptCount, 0)
      XCTAssertEqual(statistics.openCount, 0)
    }
  }

  func testAStoreThatWasPassivatedIsNotUsedAgainEvenIfItTakesActions() async throws {
    try await underSeeds(3) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock, opening: { _ in }, passivating: { _, _ in true })
      let first = try await directory.withStore(for: "a") { $0 }
      await clock.advance(by: .seconds(60))
      let second = try await directory.withStore(for: "a") { $0 }
      XCTAssertFalse(first === second)
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 1)
      XCTAssertEqual(statistics.keptCount, 0)
    }
  }

  func testNothingIsOpenedAgainForCallersThatHaveLeft() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (shelf, gate) = (Shelf(scheduler), Gate())
      let directory = shelf.directory(
        clock: clock,
        opening: { _ in },
        passivating: { store, _ in
          await gate.wait()
          return await shelf.passivate(store)
        }
      )
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(60))
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "a") }
      await scheduler.settle()
      caller.cancel()
      await scheduler.settle()
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(shelf.opened, ["a"])
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 1)
      XCTAssertEqual(statistics.openCount + statistics.openingCount + statistics.closingCount, 0)
    }
  }

  func testOfSeveralRunsTheLastOneHasTheTime() async throws {
    try await underSeeds(3) { scheduler, clock in
      let (shelf, times) = (Shelf(scheduler), Collector<WallClockInstant?>())
      let directory = shelf.directory(
        clock: clock,
        opening: { _ in },
        passivating: { store, time in
          times.append(time)
          return await shelf.passivate(store)
        }
      )
      let instants = (1...2).map { WallClockInstant.start.advanced(by: .seconds($0)) }
      var runs: [Task<Void, any Error>] = []
      for count in 0...2 {
        try await directory.send(.add(1), to: "a")
        await clock.advance(by: .seconds(60))
        XCTAssertEqual(times.all.count, count + 1)
        XCTAssertEqual(times.all.last ?? nil, count == 0 ? nil : instants[count - 1])
        guard count < 2 else { break }
        runs.append(
          Task(executorPreference: scheduler) {
            try await directory.run(waking: AskedStorage { _, _ in [] }, now: { instants[count] }) { $0.text }
          }
        )
        await scheduler.settle()
      }
      await directory.shutdown(within: .zero, clock: clock)
      for run in runs { try await run.value }
    }
  }

  func testAStoreThatIsOpenedAgainRestsFromThenOn() async throws {
    try await underSeeds(3) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      let closed = try await directory.withStore(for: "a") { $0 }
      await closed.shutdown(within: .zero)
      shelf.keep(await closed.state)
      await clock.advance(by: .seconds(30))
      let run = Task(executorPreference: scheduler) {
        let storage = AskedStorage { _, _ in [ScheduledKey(key: "a", wake: .start)] }
        try await directory.run(waking: storage, every: .seconds(1_000), now: { .start }) { $0.text }
      }
      await clock.advance(by: .seconds(59))
      XCTAssertEqual(shelf.opened, ["a", "a"])
      var statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 0)
      await clock.advance(by: .seconds(1))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 1)
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testTheEventsTellOfAFailedOpening() async throws {
    try await underSeeds(3) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      let events = await directory.events()
      shelf.fail("a")
      do {
        try await directory.send(.add(1), to: "a")
        XCTFail("It sent.")
      } catch is Shelf.Unreadable {}
      await directory.shutdown(within: .zero, clock: clock)
      var failures: [String] = []
      for await event in events {
        if case .failed(let error) = event.kind, error is Shelf.Unreadable { failures.append(event.key) }
      }
      XCTAssertEqual(failures, ["a"])
    }
  }

  func testNothingIsKeptOfAStoreThatWasPassivated() async throws {
    try await underSeeds(3) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let store = Locked(Weak())
      let directory = shelf.directory(clock: clock)
      try await directory.withStore(for: "a") { found in store.withLock { $0.store = found } }
      XCTAssertNotNil(store.withLock { $0.store })
      await clock.advance(by: .seconds(60))
      XCTAssertNil(store.withLock { $0.store })
    }
  }

  func testNothingIsKeptOfAStoreWhileItIsOpenedAgain() async throws {
    try await underSeeds(3) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let store = Locked(Weak())
      let (away, opening) = (Gate(), Gate(isOpen: true))
      let directory = shelf.directory(
        clock: clock,
        opening: { _ in await opening.wait() },
        passivating: { store, _ in
          await away.wait()
          return await shelf.passivate(store)
        }
      )
      let events = await directory.events()
      try await directory.withStore(for: "a") { found in store.withLock { $0.store = found } }
      await clock.advance(by: .seconds(60))
      opening.close()
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "a") }
      await scheduler.settle()
      away.open()
      await scheduler.settle()
      XCTAssertEqual(opening.count, 1)
      XCTAssertNil(store.withLock { $0.store })
      opening.open()
      _ = try await caller.value
      XCTAssertEqual(events.droppedCount, 0)
    }
  }

  /// A task that an opening's closure has started waits for the store of "x". Its opening asks for the store
  /// of "a" when "a" is opened again. These are two openings of "a", and no deadlock.
  func testAnOpeningDoesNotWaitForWhatAFormerOneWaitsFor() async throws {
    for isPassivated in [false, true] {
      try await underSeeds { scheduler, clock in
        let (shelf, x, away) = (Shelf(scheduler), Gate(), Gate())
        let directories = Locked<[Directory]>([])
        let tasks = Collector<Task<Void, any Error>>()
        let again = Gate(isOpen: true)
        let directory = shelf.directory(
          clock: clock,
          opening: { key in
            let directory = try XCTUnwrap(directories.withLock { $0.first })
            if key == "a", tasks.count == 0 {
              tasks.append(Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "x") })
              await scheduler.settle()
            } else if key == "a" {
              await again.wait()
            } else {
              await x.wait()
              try await directory.send(.add(1), to: "a")
            }
          },
          passivating: { store, _ in
            await away.wait()
            return await shelf.passivate(store)
          }
        )
        directories.withLock { $0 = [directory] }
        let closed = try await directory.withStore(for: "a") { $0 }
        again.close()
        let caller: Task<StoreTask, any Error>
        if isPassivated {
          await clock.advance(by: .seconds(60))
        } else {
          await closed.shutdown(within: .zero)
          shelf.keep(await closed.state)
        }
        caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "a") }
        await scheduler.settle()
        x.open()
        await scheduler.settle()
        away.open()
        again.open()
        for task in tasks.all { try await task.value }
        _ = try await caller.value
        let count = try await directory.withStore(for: "a") { await $0.count }
        XCTAssertEqual(count, 2)
        directories.withLock { $0 = [] }
      }
    }
  }
}

private struct Weak: Sendable {
  weak var store: Store<Tally.State, Tally.Action>?
}
