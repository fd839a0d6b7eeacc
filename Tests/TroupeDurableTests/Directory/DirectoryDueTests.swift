import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// A directory of saved stores that ask to be opened.
final class DirectoryDueTests: TroupeTestCase {
  func testAStoreIsOpenedWhenItsStateAskedForIt() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let directory = alarms.directory()
      try await directory.commit(.set(10), to: "tea")
      try await directory.commit(.set(500), to: "bread")
      try await directory.commit(.set(nil), to: "never")
      await clock.advance(by: .seconds(2))
      XCTAssertEqual(alarms.opened, ["tea", "bread", "never"])
      var statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 3)
      let run = alarms.run(directory)
      await clock.advance(by: .seconds(7))
      XCTAssertEqual(alarms.opened, ["tea", "bread", "never"])
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(alarms.opened, ["tea", "bread", "never", "tea"])
      try await directory.commit(.set(nil), to: "tea")
      await clock.advance(by: .seconds(490))
      XCTAssertEqual(alarms.opened.last, "bread")
      XCTAssertEqual(alarms.opened.count, 5)
      try await directory.commit(.set(nil), to: "bread")
      // This directory isn't notified of another process's saves.
      let other = alarms.directory()
      try await other.commit(.set(510), to: "other")
      await other.shutdown(within: .zero, clock: clock)
      await clock.advance(by: .seconds(60))
      XCTAssertEqual(alarms.opened.suffix(2), ["other", "other"])
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
    }
  }

  func testAStoreThatIsPassivatedWhileOthersAreOpenedIsOpenedInTime() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let directory = alarms.directory()
      try await directory.commit(.set(1), to: "slow")
      await clock.advance(by: .seconds(3))
      alarms.opening.close()
      let run = alarms.run(directory)
      await scheduler.settle()
      // The opening of "slow" is delayed. In the meantime "tea" is opened, asks to be opened at second 7, and
      // is passivated, of which `run` has to be notified.
      let use = Gate()
      let user = Task(executorPreference: scheduler) {
        try await directory.withStore(for: "slow") { _ in await use.wait() }
      }
      try await directory.commit(.set(7), to: "tea")
      await clock.advance(by: .seconds(2))
      alarms.opening.open()
      await clock.advance(by: .seconds(3))
      XCTAssertEqual(alarms.opened, ["slow", "slow", "tea", "tea"])
      use.open()
      try await user.value
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testAnOpeningThatNeverEndsHoldsUpNoOtherKeyAndNotTheEnd() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let directory = alarms.directory()
      for (key, second) in [("slow", 1), ("tea", 10), ("bread", 20)] {
        try await directory.commit(.set(second), to: key)
      }
      await clock.advance(by: .seconds(5))
      alarms.opening.close()
      let run = alarms.run(directory)
      await clock.advance(by: .seconds(5))
      XCTAssertEqual(alarms.opened.dropFirst(3), ["slow", "tea"])
      await clock.advance(by: .seconds(10))
      XCTAssertEqual(alarms.opened.dropFirst(3), ["slow", "tea", "bread"])
      if scheduler.seed % 2 == 0 {
        run.cancel()
        do {
          try await run.value
          XCTFail("It ended.")
        } catch is CancellationError {}
        alarms.opening.open()
        await directory.shutdown(within: .zero, clock: clock)
      } else {
        let shutdown = Task(executorPreference: scheduler) {
          await directory.shutdown(within: nil, clock: clock)
        }
        try await run.value
        alarms.opening.open()
        _ = await shutdown.value
      }
    }
  }

  func testAKeyThatStaysDueIsOpenedOnceInAnInterval() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      // It is passivated after two seconds, or, without room, at once.
      let directory = alarms.directory(capacity: scheduler.seed % 2 == 0 ? 100 : 0)
      try await directory.commit(.set(1), to: "tea")
      await clock.advance(by: .seconds(5))
      let run = alarms.run(directory)
      await clock.advance(by: .seconds(59))
      XCTAssertEqual(alarms.opened.count, 2)
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(alarms.opened.count, 3)
      // Its next wake comes in time, and again without an opening for each passivation.
      try await directory.commit(.set(80), to: "tea")
      let before = alarms.opened.count
      await clock.advance(by: .seconds(14))
      XCTAssertEqual(alarms.opened.count, before)
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(alarms.opened.count, before + 1)
      await clock.advance(by: .seconds(59))
      XCTAssertEqual(alarms.opened.count, before + 1)
      try await directory.commit(.set(nil), to: "tea")
      await clock.advance(by: .seconds(120))
      let tried = await directory.triedCount
      XCTAssertEqual(tried, 0)
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  // S591
  func testDeclaredEffectsKeepAStoreOpenUnlessItsStateAsksToBeOpenedLater() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let directory = alarms.directory()
      try await directory.commit(.ring(100), to: "tea")
      await clock.advance(by: .seconds(20))
      // Otherwise nothing would open it again.
      var statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 0)
      XCTAssertGreaterThan(statistics.keptCount, 0)
      XCTAssertEqual(alarms.rung.all, [100])
      let run = alarms.run(directory)
      await clock.advance(by: .seconds(20))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.passivatedCount, 1)
      XCTAssertEqual(statistics.openCount, 0)
      await clock.advance(by: .seconds(100))
      // It is open from 100 seconds on, and stays open, because its effect continues.
      XCTAssertEqual(alarms.opened, ["tea", "tea"])
      XCTAssertEqual(alarms.rung.all, [100, 100])
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 1)
      try await directory.commit(.ring(nil), to: "tea")
      await clock.advance(by: .seconds(4))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      // Work that the state doesn't declare keeps it open.
      try await directory.commit(.work(1_000), to: "bread")
      await clock.advance(by: .seconds(20))
      statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 1)
      await directory.shutdown(within: .zero)
      try await run.value
    }
  }

  func testManyThatAreDueAreOpenedAtOnce() async throws {
    try await underSeeds(2) { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let before = alarms.directory()
      for number in 0..<100 { try await before.commit(.ring(0), to: "\(number)") }
      await before.shutdown(within: .zero)
      let directory = alarms.directory(concurrentSaves: 8)
      let run = alarms.run(directory)
      await scheduler.settle()
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 100)
      await directory.shutdown(within: .zero)
      try await run.value
    }
  }

  func testABacklogIsOpenedWithinTheCapacityAndBesideWhatIsStuck() async throws {
    try await underSeeds(3) { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let before = alarms.directory()
      for number in 0..<20 { try await before.commit(.set(0), to: "slow \(number)") }
      for number in 0..<60 { try await before.commit(.set(1), to: "\(number)") }
      await before.shutdown(within: .zero, clock: clock)
      await clock.advance(by: .seconds(1))
      alarms.opening.close()
      // The stuck ones leave room for ten.
      let directory = alarms.directory(concurrentSaves: 4, capacity: 30)
      let run = alarms.run(directory)
      for _ in 0..<20 {
        await clock.advance(by: .seconds(1))
        let statistics = await directory.statistics
        XCTAssertLessThanOrEqual(statistics.openCount + statistics.openingCount, 34)
      }
      // Each was opened for its alarm, and again for this one, without waiting for the interval.
      XCTAssertEqual(Set(alarms.opened.dropFirst(80)).count, 80)
      XCTAssertEqual(alarms.opened.count, 160)
      alarms.opening.open()
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testKeysOfOthersAndBrokenOnesDoNotHideThoseThatAreDue() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      for number in 0..<12 {
        for name in ["foreign", "broken"] {
          let key = StorageKey("\(name) \(number)")
          try await alarms.storage.save([1], for: key, expecting: nil, as: StorageRevision(), wake: .start)
        }
      }
      let directory = alarms.directory(concurrentSaves: 8)
      try await directory.commit(.set(1), to: "tea")
      await clock.advance(by: .seconds(3))
      let run = Task(executorPreference: scheduler) {
        try await withIssueReporters([IssueCollector()]) {
          try await directory.run(waking: alarms.storage, every: .seconds(1), now: { alarms.now }) { key in
            key.text.hasPrefix("foreign") ? nil : key.text
          }
        }
      }
      await clock.advance(by: .seconds(8))
      XCTAssertEqual(alarms.opened.filter { $0 == "tea" }.prefix(2), ["tea", "tea"])
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testWhatCanNotBeOpenedIsReportedOnceAndTriedAgain() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      try await alarms.storage.save(
        [1, 2, 3],
        for: "broken",
        expecting: nil,
        as: StorageRevision(),
        wake: .start
      )
      try await alarms.storage.save([], for: "foreign", expecting: nil, as: StorageRevision(), wake: .start)
      let directory = alarms.directory()
      let issues = IssueCollector()
      let run = Task(executorPreference: scheduler) {
        try await withIssueReporters([issues]) {
          try await directory.run(waking: alarms.storage, every: .seconds(1), now: { alarms.now }) { key in
            key == "foreign" ? nil : key.text
          }
        }
      }
      await clock.advance(by: .seconds(5))
      XCTAssertEqual(issues.messages.count, 1, "\(issues.messages)")
      XCTAssertTrue(
        issues.messages.first?.contains("The store of the scheduled key") == true,
        "\(issues.messages)"
      )
      XCTAssertGreaterThan(alarms.opened.count, 3)
      XCTAssertEqual(Set(alarms.opened), ["broken"])
      run.cancel()
      do {
        try await run.value
        XCTFail("It ended.")
      } catch is CancellationError {}
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  func testAStorageThatDoesNotAnswerIsAskedAgain() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock) { call in
        call.operation == .due && call.number < 4 ? .fail : .perform
      }
      let directory = alarms.directory()
      try await directory.commit(.set(0), to: "tea")
      await clock.advance(by: .seconds(2))
      let issues = IssueCollector()
      let run = Task(executorPreference: scheduler) {
        try await withIssueReporters([issues]) {
          try await directory.run(waking: alarms.storage, every: .seconds(1), now: { alarms.now }) { $0.text }
        }
      }
      await clock.advance(by: .seconds(4))
      XCTAssertEqual(alarms.opened, ["tea", "tea"])
      XCTAssertEqual(issues.messages.count, 1, "\(issues.messages)")
      XCTAssertTrue(issues.messages.first?.contains("which keys are due") == true, "\(issues.messages)")
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testWhatAnotherDirectoryHadTakenIsOpenedAgain() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let (directory, other) = (alarms.directory(), alarms.directory())
      try await directory.commit(.set(500), to: "tea")
      try await other.commit(.set(1), to: "tea")
      await withExpectedIssue {
        let error = await commitError { try await directory.commit(.set(2), to: "tea") }
        XCTAssertEqual(error?.code, .superseded)
      }
      // The other one ends without the result for which the state waits.
      await other.shutdown(within: .zero, clock: clock)
      let run = alarms.run(directory, every: .seconds(1))
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(alarms.opened, ["tea", "tea", "tea"])
      await directory.shutdown(within: .zero, clock: clock)
      try await run.value
    }
  }

  func testAStoreThatWasSupersededIsPassivated() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let (directory, other) = (alarms.directory(), alarms.directory())
      try await directory.commit(.set(nil), to: "tea")
      try await other.commit(.set(nil), to: "tea")
      await withExpectedIssue {
        let error = await commitError { try await directory.commit(.set(nil), to: "tea") }
        XCTAssertEqual(error?.code, .superseded)
      }
      await clock.advance(by: .seconds(2))
      let statistics = await directory.statistics
      XCTAssertEqual(statistics.openCount, 0)
      XCTAssertEqual(statistics.passivatedCount, 1)
    }
  }

  func testEventsHaveTheirKeys() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let directory = alarms.directory()
      try await directory.commit(.set(nil), to: "before")
      let events = await directory.events()
      let heard = Locked<[String: [String]]>([:])
      let listener = Task(executorPreference: scheduler) {
        for await event in events {
          let text =
            switch event.kind {
            case .opened: "opened"
            case .passivated: "passivated"
            case .failed: "failed"
            case .store: event.isOfAReducedAction ? "action" : ""
            }
          if !text.isEmpty { heard.withLock { $0[event.key, default: []].append(text) } }
        }
      }
      try await directory.commit(.set(nil), to: "before")
      try await directory.commit(.set(nil), to: "after")
      await clock.advance(by: .seconds(2))
      await directory.shutdown(within: .zero, clock: clock)
      await listener.value
      XCTAssertEqual(
        heard.withLock { $0 },
        ["before": ["action", "passivated"], "after": ["opened", "action", "passivated"]]
      )
      XCTAssertEqual(events.droppedCount, 0)
    }
  }

  func testEventsEndWhenTheDirectoryIsReleasedAndAreDroppedWhenTheyAreTooMany() async throws {
    try await underSeeds { scheduler, clock in
      let alarms = Alarms(scheduler, clock)
      let events: StoreDirectoryEvents<String>
      do {
        let directory = alarms.directory()
        events = await directory.events(bufferingNewest: 1)
        try await directory.commit(.set(nil), to: "a")
        try await directory.commit(.set(nil), to: "b")
        await scheduler.settle()
      }
      await scheduler.settle()
      var count = 0
      for await _ in events { count += 1 }
      XCTAssertEqual(count, 1)
      XCTAssertGreaterThan(events.droppedCount, 1)
    }
  }
}

extension StoreDirectory {
  /// The number of keys that a call of `run` remembers.
  fileprivate var triedCount: Int { runs.reduce(0) { $0 + $1.tried.count } }
}

/// Stores that remember when they want to be opened.
private final class Alarms: Sendable {
  struct Alarm: Reducer {
    struct State: Codable, Equatable, Sendable {
      var rings: Int?
      /// The second for which an effect runs.
      var waits: Int?
    }
    enum Action: Sendable {
      case set(Int?)
      case ring(Int?)
      case work(Int?)
    }

    let rung: Collector<Int>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let second):
          state.rings = second
          return .none
        case .ring(let second):
          (state.rings, state.waits) = (second, second)
          return .none
        case .work(let second):
          state.rings = second
          return .run { _ in try await Task.never() }
        }
      }
      .task(id: { $0.waits }) { second in
        .run { _ in
          rung.append(second)
          try await Task.never()
        }
      }
    }
  }

  let storage: MemoryStorage
  /// Delays the opening of the stores whose key begins with "slow".
  let opening = Gate(isOpen: true)
  /// The seconds for which an effect was started.
  let rung = Collector<Int>()
  private let scheduler: Scheduler
  private let clock: TestClock
  private let start: TestClock.Instant
  private let keys = Locked<[String]>([])

  init(
    _ scheduler: Scheduler,
    _ clock: TestClock,
    faults: @escaping @Sendable (MemoryStorage.Call) -> MemoryStorage.Fault = { _ in .perform }
  ) {
    self.scheduler = scheduler
    self.clock = clock
    start = clock.now
    storage = MemoryStorage(faults)
  }

  /// The keys in the order in which they were opened.
  var opened: [String] { keys.withLock { $0 } }
  var now: WallClockInstant { .start.advanced(by: start.duration(to: clock.now)) }

  /// Opens due stores, on the scheduler.
  func run(
    _ directory: StoreDirectory<String, Alarm.State, Alarm.Action>,
    every interval: Duration = .seconds(60)
  ) -> Task<Void, any Error> {
    Task(executorPreference: scheduler) {
      try await directory.run(waking: self.storage, every: interval, now: { self.now }) { $0.text }
    }
  }

  func directory(
    concurrentSaves: Int = 64,
    capacity: Int = 10_000
  ) -> StoreDirectory<String, Alarm.State, Alarm.Action> {
    var configuration = StoreDirectoryConfiguration()
    configuration.capacity = capacity
    configuration.concurrentSaves = concurrentSaves
    configuration.clock = clock
    configuration.executor = scheduler
    configuration.taskExecutor = scheduler
    configuration.idleTime = .seconds(2)
    return StoreDirectory(configuration: configuration) { [self] (key: String) in
      keys.withLock { $0.append(key) }
      if key.hasPrefix("slow") { await opening.wait() }
      return try await Store(
        initialState: Alarm.State(),
        storage: storage,
        key: StorageKey(key),
        codec: StateCodec(format: JSONFormat()),
        wake: { state in state.rings.map { .start.advanced(by: .seconds($0)) } },
        clock: clock,
        configuration: scheduler.configuration()
      ) {
        Alarm(rung: rung)
      }
    }
  }
}
