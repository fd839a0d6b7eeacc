import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

final class StoreDirectoryTests: TroupeTestCase {
  func testAStoreIsOpenedOnceHoweverManyAsk() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask { try await directory.send(.add(1), to: "a") }
          group.addTask { try await directory.withStore(for: "a") { store in _ = await store.send(.add(1)) } }
        }
        try await group.waitForAll()
      }
      let count = try await directory.withStore(for: "a") { await $0.count }
      XCTAssertEqual(count, 100)
      XCTAssertEqual(shelf.opened, ["a"])
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 1)
      XCTAssertEqual(statistics.usedCount, 0)
      XCTAssertEqual(statistics.openedCount, 1)
    }
  }

  func testAFailureIsGivenToAllWhoWaitAndIsNotKept() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      let gate = shelf.hold("a")
      shelf.fail("a")
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<10 {
          group.addTask {
            do {
              try await directory.send(.add(1), to: "a")
              return false
            } catch is Shelf.Unreadable { return true }
          }
        }
        await scheduler.settle()
        gate.finish()
        for try await failed in group { XCTAssertTrue(failed) }
      }
      XCTAssertEqual(shelf.opened, ["a"])
      try await directory.send(.add(1), to: "a")
      XCTAssertEqual(shelf.opened, ["a", "a"])
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.failedCount, 1)
      XCTAssertEqual(statistics.openCount, 1)
    }
  }

  func testAStoreThatNobodyUsesIsPassivatedAndOpenedAgain() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.idleTime = .seconds(60) }
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(40))
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(59))
      XCTAssertNil(shelf.state(of: "a"))
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(shelf.state(of: "a")?.count, 2)
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(statistics.passivatedCount, 1)
      try await directory.send(.add(1), to: "a")
      let count = try await directory.withStore(for: "a") { await $0.count }
      XCTAssertEqual(count, 3)
      XCTAssertEqual(shelf.opened, ["a", "a"])
    }
  }

  func testWithoutAnIdleTimeNothingIsPassivatedWhileThereIsRoom() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.idleTime = nil }
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(1_000_000))
      XCTAssertNil(shelf.state(of: "a"))
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  func testTheStoreThatWasUsedTheLongestAgoIsPassivatedFirst() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.capacity = 2 }
      for key in ["a", "b", "a", "c"] {
        try await directory.send(.add(1), to: key)
        await scheduler.settle()
      }
      XCTAssertEqual(shelf.state(of: "b")?.count, 1)
      XCTAssertNil(shelf.state(of: "a"))
      XCTAssertNil(shelf.state(of: "c"))
      XCTAssertLessThanOrEqual(shelf.mostOpen, 3)
    }
  }

  func testAStoreThatRunsEffectsStaysAndIsTriedAgainLater() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) {
        $0.capacity = 0
        $0.retryTime = .seconds(5)
        // Over its capacity, it also tries again if it isn't configured to look for unused stores.
        if scheduler.seed % 2 == 0 { $0.idleTime = nil }
      }
      try await directory.send(.work, to: "a")
      await scheduler.settle()
      var statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 1)
      XCTAssertEqual(statistics.keptCount, 1)
      await clock.advance(by: .seconds(4))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.keptCount, 1)
      await clock.advance(by: .seconds(1))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.keptCount, 2)
      try await directory.send(.stopWorking, to: "a")
      // A cancelled effect may run for a moment, so the first attempt may be too early.
      await clock.advance(by: .seconds(5))
      XCTAssertNotNil(shelf.state(of: "a"))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
    }
  }

  /// Keys that come and go all the time, with room for one: nothing is lost, and no store is open twice.
  func testUnderPressureNothingIsLost() async throws {
    try await underSeeds(40) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) {
        $0.capacity = Int(scheduler.seed % 3)
        $0.concurrentSaves = 1 + Int(scheduler.seed % 2)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<12 {
          group.addTask {
            for number in 0..<10 {
              let key = "\((task * 7 + number * 3) % 5)"
              try await directory.send(.add(1), to: key)
              if number % 4 == 0 { try await directory.send(.work, to: key) }
              if number % 4 == 1 { try await directory.send(.stopWorking, to: key) }
            }
          }
        }
        try await group.waitForAll()
      }
      var sum = 0
      for key in 0..<5 {
        sum += try await directory.withStore(for: "\(key)") { await $0.count }
        try await directory.send(.stopWorking, to: "\(key)")
      }
      XCTAssertEqual(sum, 120)
      XCTAssertEqual(shelf.openTwice, [])
      await clock.advance(by: .seconds(100))
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(statistics.closingCount, 0)
      XCTAssertEqual(statistics.usedCount, 0)
      XCTAssertEqual(statistics.openedCount, statistics.passivatedCount)
    }
  }

  func testANestedUseNeverWaitsForRoom() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) {
        $0.capacity = 1
        if scheduler.seed % 2 == 0 { $0.idleTime = nil }
      }
      let count = try await directory.withStore(for: "a") { first in
        try await directory.withStore(for: "b") { second in
          try await directory.withStore(for: "a") { third in
            await third.send(.add(1))
            await second.send(.add(2))
            return await first.count
          }
        }
      }
      XCTAssertEqual(count, 1)
      await scheduler.settle()
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 1)
    }
  }

  func testKeysDoNotWaitForEachOther() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      let gate = shelf.hold("slow")
      async let slow = directory.send(.add(1), to: "slow")
      for _ in 0..<10 { try await directory.send(.add(1), to: "a") }
      var statistics = await directory.statistics
      XCTAssertLessThanOrEqual(statistics.openingCount, 1)
      gate.finish()
      _ = try await slow
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 2)
    }
  }

  func testCancellingACallerEndsItsWaitAlone() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      let gate = shelf.hold("a")
      let impatient = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "a") }
      let patient = Task(executorPreference: scheduler) { try await directory.send(.add(2), to: "a") }
      await scheduler.settle()
      impatient.cancel()
      do {
        _ = try await impatient.value
        XCTFail("It sent.")
      } catch { XCTAssertTrue(error is CancellationError, "\(error)") }
      gate.finish()
      _ = try await patient.value
      let count = try await directory.withStore(for: "a") { await $0.count }
      XCTAssertEqual(count, 2)
    }
  }

  func testAStoreThatNobodyWaitsForAnyMoreIsPassivated() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.idleTime = .seconds(60) }
      let gate = shelf.hold("a")
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "a") }
      await scheduler.settle()
      caller.cancel()
      _ = await caller.result
      gate.finish()
      await scheduler.settle()
      var statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 1)
      await clock.advance(by: .seconds(60))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(shelf.state(of: "a")?.count, 0)
    }
  }

  func testAStoreWhoseUseThrowsIsPassivated() async throws {
    struct Failure: Error {}
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.idleTime = .seconds(60) }
      do {
        try await directory.withStore(for: "a") { _ in throw Failure() }
        XCTFail("It returned.")
      } catch is Failure {}
      await clock.advance(by: .seconds(60))
      XCTAssertEqual(shelf.state(of: "a")?.count, 0)
    }
  }

  func testTheEventsOfAStoreThatCouldNotBePassivatedArePassedOn() async throws {
    try await underSeeds(40) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.capacity = 0 }
      try await directory.send(.work, to: "a")
      // The store may be about to be passivated.
      let events = await directory.events()
      await scheduler.settle()
      try await directory.send(.add(1), to: "a")
      try await directory.send(.stopWorking, to: "a")
      await scheduler.settle()
      await directory.shutdown(within: .zero, clock: clock)
      var actions = 0
      for await event in events where event.isOfAReducedAction { actions += 1 }
      XCTAssertEqual(actions, 2)
    }
  }

  func testStoresAreOpenedUnderTheTaskLocalsOfTheDirectory() async throws {
    try await underSeeds { scheduler, clock in
      var configuration = StoreDirectoryConfiguration()
      configuration.clock = clock
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      let directory = Tenant.$current.withValue("the directory's") {
        StoreDirectory(
          configuration: configuration,
          open: { (_: Int) in
            Store(initialState: Tenant.current, configuration: scheduler.configuration(for: Never.self)) {
              EmptyReducer()
            }
          },
          passivate: { _, _ in true }
        )
      }
      let tenant = try await Tenant.$current.withValue("the caller's") {
        try await directory.withStore(for: 1) { await $0.state }
      }
      XCTAssertEqual(tenant, "the directory's")
    }
  }

  func testAClosureThatAsksForTheStoreThatItOpensGetsAnError() async throws {
    try await underSeeds { scheduler, clock in
      let directories = Locked<[StoreDirectory<Int, Tally.State, Tally.Action>]>([])
      var configuration = StoreDirectoryConfiguration()
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      configuration.clock = clock
      let directory = StoreDirectory<Int, Tally.State, Tally.Action>(
        configuration: configuration,
        open: { key in
          // 1 asks for 2, which asks for 1.
          let directory = try XCTUnwrap(directories.withLock { $0.first })
          return try await directory.withStore(for: 3 - key) { $0 }
        },
        passivate: { _, _ in true }
      )
      directories.withLock { $0 = [directory] }
      do {
        try await directory.send(.add(1), to: 1)
        XCTFail("It sent.")
      } catch let error as StoreDirectoryError { XCTAssertEqual(error, .recursiveOpen) }
      directories.withLock { $0 = [] }
    }
  }

  // S786
  func testClosuresThatNeedEachOthersStoresGetAnErrorAlsoAtTheSameTime() async throws {
    try await underSeeds(40) { scheduler, clock in
      // Each of the keys asks for the next one, and the last one for the first, alternating between two
      // directories.
      let count = 2 + Int(scheduler.seed % 3)
      let directories = Locked<[StoreDirectory<Int, Tally.State, Tally.Action>]>([])
      var configuration = StoreDirectoryConfiguration()
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      configuration.clock = clock
      let all = (0..<2).map { _ in
        StoreDirectory<Int, Tally.State, Tally.Action>(
          configuration: configuration,
          open: { key in
            let next = (key + 1) % count
            let directory = try XCTUnwrap(directories.withLock { $0.isEmpty ? nil : $0[next % 2] })
            return try await directory.withStore(for: next) { $0 }
          },
          passivate: { _, _ in true }
        )
      }
      directories.withLock { $0 = all }
      let callers = (0..<count).map { (key: Int) -> Task<Void, any Error> in
        Task(executorPreference: scheduler) { try await all[key % 2].send(.add(1), to: key) }
      }
      await scheduler.settle()
      let statistics = await [all[0].statistics, all[1].statistics]
      XCTAssertEqual(statistics.map(\.openingCount), [0, 0])
      // If an opening never ended, its callers would make this wait forever.
      for caller in callers { caller.cancel() }
      for caller in callers {
        do {
          try await caller.value
          XCTFail("It sent.")
        } catch { XCTAssertEqual(error as? StoreDirectoryError, .recursiveOpen, "\(error)") }
      }
      directories.withLock { $0 = [] }
    }
  }

  // S786
  func testATaskThatAClosureStartedUsesTheDirectoryWhenTheStoreIsOpen() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directories = Locked<[StoreDirectory<String, Tally.State, Tally.Action>]>([])
      let tasks = Collector<Task<Void, any Error>>()
      let (gate, early) = (Gate(), Collector<StoreDirectoryError>())
      var configuration = StoreDirectoryConfiguration()
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      configuration.clock = clock
      let directory = StoreDirectory<String, Tally.State, Tally.Action>(
        configuration: configuration,
        open: { key in
          let directory = try XCTUnwrap(directories.withLock { $0.first })
          // "a" needs "b". The task of "b" also uses the store of "a".
          if key == "a" { try await directory.send(.add(1), to: "b") }
          tasks.append(
            Task(executorPreference: scheduler) {
              await gate.wait()
              for other in ["a", "b", "c"] {
                try await directory.send(.add(1), to: other)
                try await directory.withStore(for: other) { _ in try await directory.send(.add(1), to: other)
                }
              }
            }
          )
          do { try await directory.send(.add(1), to: key) } catch let error as StoreDirectoryError {
            early.append(error)
          }
          return try await shelf.open(key)
        },
        passivate: { store, _ in await shelf.passivate(store) }
      )
      directories.withLock { $0 = [directory] }
      try await directory.send(.add(1), to: "a")
      // Each closure has asked for the store that it opens.
      XCTAssertEqual(early.all, [.recursiveOpen, .recursiveOpen])
      gate.open()
      for task in tasks.all { try await task.value }
      for key in ["a", "b", "c"] {
        let count = try await directory.withStore(for: key) { await $0.count }
        XCTAssertGreaterThanOrEqual(count, 4, key)
      }
      directories.withLock { $0 = [] }
    }
  }

  // S786
  func testWhatAFailedOpeningLeavesBehindMayAskForTheStoreAgain() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directories = Locked<[StoreDirectory<String, Tally.State, Tally.Action>]>([])
      let tasks = Collector<Task<Void, any Error>>()
      let gate = Gate()
      var configuration = StoreDirectoryConfiguration()
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      configuration.clock = clock
      let directory = StoreDirectory<String, Tally.State, Tally.Action>(
        configuration: configuration,
        open: { key in
          let directory = try XCTUnwrap(directories.withLock { $0.first })
          if tasks.count == 0 {
            tasks.append(
              Task(executorPreference: scheduler) {
                await gate.wait()
                try await directory.send(.add(1), to: key)
              }
            )
          }
          return try await shelf.open(key)
        },
        passivate: { store, _ in await shelf.passivate(store) }
      )
      directories.withLock { $0 = [directory] }
      shelf.fail("a")
      do {
        try await directory.send(.add(1), to: "a")
        XCTFail("It sent.")
      } catch is Shelf.Unreadable {}
      gate.open()
      for task in tasks.all { try await task.value }
      let count = try await directory.withStore(for: "a") { await $0.count }
      XCTAssertEqual(count, 1)
      directories.withLock { $0 = [] }
    }
  }

  func testOpeningsThatNeedTheSameStoreWaitForIt() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directories = Locked<[StoreDirectory<String, Tally.State, Tally.Action>]>([])
      var configuration = StoreDirectoryConfiguration()
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      configuration.clock = clock
      configuration.capacity = 0
      let directory = StoreDirectory<String, Tally.State, Tally.Action>(
        configuration: configuration,
        open: { key in
          // "a" needs "b" and "c", and "b" needs "c".
          let directory = try XCTUnwrap(directories.withLock { $0.first })
          for needed in ["a": ["b", "c"], "b": ["c"]][key] ?? [] {
            try await directory.send(.add(1), to: needed)
          }
          return try await shelf.open(key)
        },
        passivate: { store, _ in await shelf.passivate(store) }
      )
      directories.withLock { $0 = [directory] }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for key in ["a", "b", "c", "a", "c", "b"] {
          group.addTask { try await directory.send(.add(1), to: key) }
        }
        try await group.waitForAll()
      }
      await scheduler.settle()
      XCTAssertEqual(shelf.openTwice, [])
      directories.withLock { $0 = [] }
    }
  }

  func testAStoreThatClosedByItselfIsOpenedAgain() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      try await directory.withStore(for: "a") { store in
        await store.send(.add(1))
        await store.shutdown(within: .zero)
        shelf.keep(await store.state)
        try await directory.send(.add(1), to: "a")
      }
      let count = try await directory.withStore(for: "a") { await $0.count }
      XCTAssertEqual(count, 2)
      XCTAssertEqual(shelf.opened, ["a", "a"])
      await clock.advance(by: .seconds(60))
      XCTAssertEqual(shelf.state(of: "a")?.count, 2)
    }
  }

  func testWhoReturnsAStoreThatIsGoneReturnsNoOther() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      try await directory.withStore(for: "a") { store in
        await store.shutdown(within: .zero)
        shelf.fail("a")
        do {
          try await directory.send(.add(1), to: "a")
          XCTFail("It sent.")
        } catch is Shelf.Unreadable {}
        // It has the place of the other one.
        try await directory.send(.add(1), to: "b")
      }
      var statistics = await directory.statistics
      XCTAssertEqual(statistics.usedCount, 0)
      try await directory.withStore(for: "b") { store in
        await clock.advance(by: .seconds(60))
        await store.send(.add(1))
        statistics = await directory.statistics
        XCTAssertEqual(statistics.usedCount, 1)
      }
      await clock.advance(by: .seconds(60))
      XCTAssertEqual(shelf.state(of: "b")?.count, 2)
    }
  }

  func testThePlacesOfKeysThatArePassivatedAreUsedAgain() async throws {
    try await underSeeds(2) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.capacity = 3 }
      for key in 0..<500 { try await directory.send(.add(1), to: "\(key)") }
      await scheduler.settle()
      let places = await directory.placeCount
      let statistics = await directory.statistics
      XCTAssertLessThan(places, 80)
      XCTAssertEqual(statistics.openCount, 3)
      XCTAssertEqual(statistics.passivatedCount, 497)
    }
  }

  func testATimerThatIsTooLateForAStoreIsSetAnew() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) {
        $0.idleTime = .seconds(60)
        $0.retryTime = .seconds(1_000)
      }
      // It can't be passivated, and is retried after a long time.
      try await directory.send(.work, to: "busy")
      await clock.advance(by: .seconds(60))
      var statistics = await directory.statistics
      XCTAssertEqual(statistics.keptCount, 1)
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(30))
      try await directory.send(.add(1), to: "a")
      await clock.advance(by: .seconds(60))
      XCTAssertEqual(shelf.state(of: "a")?.count, 2)
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 1)
      try await directory.send(.stopWorking, to: "busy")
    }
  }
}

extension StoreDirectory {
  fileprivate var placeCount: Int { slots.count }
}

private enum Tenant {
  @TaskLocal static var current = "nobody's"
}
