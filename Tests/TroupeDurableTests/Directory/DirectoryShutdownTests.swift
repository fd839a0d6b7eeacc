import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

final class DirectoryShutdownTests: StorageTestCase {
  func testAllStoresEndAndEachHasAReport() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      try await directory.send(.work, to: "busy")
      try await directory.send(.add(1), to: "idle")
      async let first = directory.shutdown(within: .seconds(1), clock: clock)
      async let second = directory.shutdown(within: .seconds(2), clock: clock)
      await clock.advance(by: .seconds(1))
      let reports = await first
      XCTAssertEqual(Set(reports.keys), ["busy", "idle"])
      XCTAssertEqual(reports["busy"]?.cancelled.count, 1)
      XCTAssertEqual(reports["idle"]?.isClean, true)
      let others = await second
      XCTAssertEqual(Set(others.keys), ["busy", "idle"])
      XCTAssertEqual(others["busy"]?.cancelled.count, 1)
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      do {
        try await directory.send(.add(1), to: "idle")
        XCTFail("It sent.")
      } catch let error as StoreDirectoryError { XCTAssertEqual(error, .shutDown) }
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  func testNobodyGetsAStoreOnceAShutdownHasBegun() async throws {
    try await underSeeds(40) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      try await directory.send(.add(1), to: "a")
      async let reports = directory.shutdown(within: nil, clock: clock)
      // not a wait: a step of the schedule
      while await !directory.isShutDown { await Task.yield() }
      // Its stores may not have heard of it yet.
      do {
        try await directory.withStore(for: "a") { _ in XCTFail("There is a store.") }
      } catch let error as StoreDirectoryError { XCTAssertEqual(error, .shutDown) }
      let count = await reports.count
      XCTAssertEqual(count, 1)
    }
  }

  func testNobodyGetsAStoreThatIsOpenedDuringAShutdown() async throws {
    try await underSeeds(40) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let (gate, late) = (Gate(), Collector<Store<Tally.State, Tally.Action>>())
      let directory = shelf.directory(scheduler, clock, stuck: gate, late)
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "stuck") }
      await scheduler.settle()
      async let reports = directory.shutdown(within: nil, clock: clock)
      // not a wait: a step of the schedule
      while await !directory.isShutDown { await Task.yield() }
      gate.open()
      while await directory.reports == nil {
        do {
          try await directory.withStore(for: "stuck") { _ in XCTFail("There is a store.") }
        } catch let error as StoreDirectoryError { XCTAssertEqual(error, .shutDown) }
        await Task.yield()  // not a wait: a step of the schedule
      }
      let keys = await Set(reports.keys)
      XCTAssertEqual(keys, ["stuck"])
      _ = await caller.result
    }
  }

  func testWhoWaitsForAnOpeningGetsAnErrorAndTheOpeningIsCancelled() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock)
      let gate = shelf.hold("a")
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "a") }
      if scheduler.seed % 2 == 0 { await scheduler.settle() } else { await Task.yield() }
      let reports = await directory.shutdown(within: nil, clock: clock)
      XCTAssertEqual(reports.count, 0)
      do {
        _ = try await caller.value
        XCTFail("It sent.")
      } catch let error as StoreDirectoryError { XCTAssertEqual(error, .shutDown) }
      gate.finish()
    }
  }

  func testAnOpeningThatIgnoresItsCancellationHasADeadline() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let (gate, late) = (Gate(), Collector<Store<Tally.State, Tally.Action>>())
      let directory = shelf.directory(scheduler, clock, stuck: gate, late)
      try await directory.send(.add(1), to: "idle")
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "stuck") }
      await scheduler.settle()
      let shutdown = Task(executorPreference: scheduler) {
        await directory.shutdown(within: .seconds(10), cancellationGrace: .seconds(5), clock: clock)
      }
      let isOver = Locked(false)
      let waiting = Task(executorPreference: scheduler) {
        let reports = await shutdown.value
        isOver.withLock { $0 = true }
        return reports
      }
      await scheduler.settle()
      // Cancelling moves the first deadline to now.
      if scheduler.seed % 2 == 0 { shutdown.cancel() } else { await clock.advance(by: .seconds(10)) }
      await clock.advance(by: .seconds(4))
      XCTAssertFalse(isOver.withLock { $0 })
      await clock.advance(by: .seconds(1))
      XCTAssertTrue(isOver.withLock { $0 })
      XCTAssertEqual(clock.sleeperCount, 0)
      // What is opened later is shut down.
      gate.open()
      let reports = await waiting.value
      XCTAssertEqual(Set(reports.keys), ["idle"])
      await scheduler.settle()
      XCTAssertEqual(late.all.count, 1)
      XCTAssertTrue(late.all.allSatisfy(\.isClosedToActions))
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.opened, 2)
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(statistics.openingCount, 0)
      XCTAssertEqual(statistics.closingCount, 0)
      do {
        _ = try await caller.value
        XCTFail("It sent.")
      } catch let error as StoreDirectoryError { XCTAssertEqual(error, .shutDown) }
    }
  }

  func testTheEarliestDeadlineCountsForAnOpening() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let (gate, late) = (Gate(), Collector<Store<Tally.State, Tally.Action>>())
      let directory = shelf.directory(scheduler, clock, stuck: gate, late)
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "stuck") }
      await scheduler.settle()
      let ended = Collector<Duration?>()
      let shutdowns = [nil, .seconds(3)].map { (duration: Duration?) -> Task<Void, Never> in
        Task(executorPreference: scheduler) {
          await directory.shutdown(within: duration, cancellationGrace: .zero, clock: clock)
          ended.append(duration)
        }
      }
      await clock.advance(by: .seconds(3))
      XCTAssertEqual(ended.count, 2)
      gate.open()
      for shutdown in shutdowns { await shutdown.value }
      _ = await caller.result
    }
  }

  /// Whatever is going on, it ends, and every store is closed once.
  func testInTheMiddleOfEverything() async throws {
    try await underSeeds(40) { scheduler, clock in
      let shelf = Shelf(scheduler)
      let directory = shelf.directory(clock: clock) { $0.capacity = 1 }
      let callers = (0..<8).map { (task: Int) -> Task<Void, any Error> in
        Task(executorPreference: scheduler) {
          for number in 0..<20 {
            do {
              try await directory.withStore(for: "\((task + number) % 4)") { store in
                try await store.trySend(.add(1))
              }
            } catch is StoreDirectoryError {
              return
            } catch is StoreClosed { return }
          }
        }
      }
      // not a wait: it only varies when the shutdown comes.
      for _ in 0..<Int(scheduler.seed * 7) { await Task.yield() }
      let reports = await directory.shutdown(within: .zero, clock: clock)
      for caller in callers { try await caller.value }
      XCTAssertTrue(reports.values.allSatisfy(\.isClean))
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(statistics.openingCount, 0)
      XCTAssertEqual(statistics.closingCount, 0)
      XCTAssertEqual(statistics.opened, statistics.putAway + reports.count)
    }
  }

  func testAReleasedDirectoryLeavesNoTimerBehind() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      do {
        let directory = shelf.directory(clock: clock)
        try await directory.send(.add(1), to: "a")
        await scheduler.settle()
        XCTAssertEqual(clock.sleeperCount, 1)
      }
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }
}

extension Shelf {
  /// Returns a directory in which the opening of "stuck" waits for a gate, also when it is cancelled.
  fileprivate func directory(
    _ scheduler: Scheduler,
    _ clock: TestClock,
    stuck gate: Gate,
    _ late: Collector<Store<Tally.State, Tally.Action>>
  ) -> StoreDirectory<String, Tally.State, Tally.Action> {
    var configuration = StoreDirectoryConfiguration()
    configuration.clock = clock
    configuration.executor = scheduler
    configuration.taskExecutor = scheduler
    configuration.idleTime = nil
    return StoreDirectory(
      configuration: configuration,
      open: { key in
        if key == "stuck" { await gate.wait() }
        let store = try await self.open(key)
        if key == "stuck" { late.append(store) }
        return store
      },
      putAway: { store, _ in await self.putAway(store) }
    )
  }
}
