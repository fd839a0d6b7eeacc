import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

final class DirectoryShutdownTests: TroupeTestCase {
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
      XCTAssertEqual(reports["idle"]?.isComplete, true)
      let others = await second
      XCTAssertEqual(Set(others.keys), ["busy", "idle"])
      XCTAssertEqual(others["busy"]?.cancelled.count, 1)
      let later = await directory.shutdown(within: .zero, clock: clock)
      XCTAssertEqual(later["busy"]?.cancelled.count, 1)
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
      // Its stores may not know of it yet.
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
      // A store that is opened later is shut down.
      gate.open()
      let reports = await waiting.value
      XCTAssertEqual(Set(reports.keys), ["idle"])
      await scheduler.settle()
      XCTAssertEqual(late.all.count, 1)
      XCTAssertTrue(late.all.allSatisfy(\.isClosedToActions))
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openedCount, 2)
      XCTAssertEqual(statistics.passivatedCount, 1)
      let isAnyLeft = await directory.isAnyLeft
      XCTAssertFalse(isAnyLeft)
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(statistics.openingCount, 0)
      XCTAssertEqual(statistics.closingCount, 0)
      do {
        _ = try await caller.value
        XCTFail("It sent.")
      } catch let error as StoreDirectoryError { XCTAssertEqual(error, .shutDown) }
    }
  }

  func testAStoreThatIsOpenedMeanwhileHasTheRestOfTheTime() async throws {
    // It is opened at a time, and its effect ignores its cancellation, or doesn't.
    for (opened, isDeaf, end) in [(4, false, 10), (12, false, 12), (4, true, 15), (12, true, 15)] {
      try await underSeeds { scheduler, clock in
        let (shelf, opening, effect) = (Shelf(scheduler), Gate(), Gate())
        var configuration = StoreDirectoryConfiguration()
        (configuration.clock, configuration.executor, configuration.taskExecutor) = (
          clock, scheduler, scheduler
        )
        let directory = StoreDirectory(
          configuration: configuration,
          open: { (_: String) in
            await opening.wait()
            let store = Store(initialState: Deaf.State(), configuration: scheduler.configuration()) {
              Deaf(gate: isDeaf ? effect : nil)
            }
            _ = await store.send(.start)
            return store
          },
          passivate: { _, _ in true }
        )
        let caller = Task(executorPreference: scheduler) { try await directory.withStore(for: "a") { _ in } }
        await scheduler.settle()
        let ended = Locked(false)
        let shutdown = Task(executorPreference: scheduler) {
          let reports = await directory.shutdown(
            within: .seconds(10),
            cancellationGrace: .seconds(5),
            clock: clock
          )
          ended.withLock { $0 = true }
          return reports
        }
        await clock.advance(by: .seconds(opened))
        XCTAssertFalse(ended.withLock { $0 })
        opening.open()
        // Even a wait of zero needs the clock.
        await clock.advance(by: .zero)
        for second in opened..<end {
          XCTAssertFalse(ended.withLock { $0 }, "opened at \(opened), at \(second)")
          await clock.advance(by: .seconds(1))
        }
        XCTAssertTrue(ended.withLock { $0 }, "opened at \(opened), deaf: \(isDeaf)")
        effect.open()
        let reports = await shutdown.value
        XCTAssertEqual(reports.count, 1)
        _ = await caller.result
        XCTAssertEqual(shelf.opened, [])
      }
    }
  }

  func testWithoutALimitForTheEndAnOpeningIsAwaited() async throws {
    try await underSeeds { scheduler, clock in
      let shelf = Shelf(scheduler)
      let (gate, late) = (Gate(), Collector<Store<Tally.State, Tally.Action>>())
      let directory = shelf.directory(scheduler, clock, stuck: gate, late)
      let caller = Task(executorPreference: scheduler) { try await directory.send(.add(1), to: "stuck") }
      await scheduler.settle()
      let sleepers = Locked<Int?>(nil)
      let duration: Duration? = scheduler.seed % 2 == 0 ? .seconds(1) : .seconds(1_000)
      let shutdown = Task(executorPreference: scheduler) {
        let reports = await directory.shutdown(within: duration, cancellationGrace: nil, clock: clock)
        sleepers.withLock { $0 = clock.sleeperCount }
        return reports
      }
      await clock.advance(by: .seconds(100))
      XCTAssertNil(sleepers.withLock { $0 })
      gate.open()
      let reports = await shutdown.value
      XCTAssertEqual(Set(reports.keys), ["stuck"])
      XCTAssertEqual(sleepers.withLock { $0 }, 0, "Nothing is left behind.")
      _ = await caller.result
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

  /// In any case, it ends, and every store is closed once.
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
            } catch is StoreError { return }
          }
        }
      }
      // not a wait: it only varies when the shutdown comes.
      for _ in 0..<Int(scheduler.seed * 7) { await Task.yield() }
      let reports = await directory.shutdown(within: .zero, clock: clock)
      for caller in callers { try await caller.value }
      XCTAssertTrue(reports.values.allSatisfy(\.isComplete))
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(statistics.openingCount, 0)
      XCTAssertEqual(statistics.closingCount, 0)
      XCTAssertEqual(statistics.openedCount, statistics.passivatedCount + reports.count)
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

extension StoreDirectory {
  fileprivate var isAnyLeft: Bool { !entries.isEmpty }
}

/// A feature with an effect that never ends by itself. With a gate, it also ignores its cancellation.
private struct Deaf: Reducer {
  struct State: Equatable, Sendable {}
  enum Action: Sendable { case start }

  let gate: Gate?

  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { [gate] _ in
        if let gate { await gate.wait() } else { try await Task.never() }
      }
    }
  }
}

extension Shelf {
  /// Returns a directory in which the opening of "stuck" waits for a gate, even when it is cancelled.
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
      passivate: { store, _ in await self.passivate(store) }
    )
  }
}
