import Troupe
import TroupeTesting
import XCTest

/// A test clock that is created without a scheduler.
final class UnownedClockTests: XCTestCase {
  private struct Ticker: Reducer {
    enum Action: Equatable, Sendable { case start, woke }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .woke:
        state += 1
        return .none
      case .start:
        return .run { [clock] send in
          for _ in 0..<2 {
            try await clock.sleep(for: .seconds(1))
            await send(.woke)
          }
        }
      }
    }
  }

  // S822
  func testItBelongsToTheTestStoreThatGetsIt() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Ticker()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.woke) { $0 = 1 }
    await clock.run()
    await store.receive(.woke) { $0 = 2 }
  }

  // S822
  func testItBelongsToTheTestStoreWhoseReducerHasIt() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Ticker().dependency(\.continuousClock, clock)
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.woke) { $0 = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.woke) { $0 = 2 }
  }

  // S822
  func testASecondTestStoreOnAnotherSchedulerIsAnIssue() async {
    let clock = TestClock()
    func store() -> TestStore<Int, Ticker.Action> {
      TestStore(initialState: 0) {
        Ticker()
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    let first = store()
    await first.send(.start)
    let found = await failures {
      let second = store()
      await second.send(.start)
      await second.skipInFlightEffects()
    }
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(
      found[0].message.contains("is sleeping on a test clock of another scheduler"),
      found[0].message
    )
    await clock.run()
    await first.receive(.woke) { $0 = 1 }
    await first.receive(.woke) { $0 = 2 }
  }

  // S822
  func testItBelongsToTheSchedulerOfTheFirstTask() async throws {
    let clock = TestClock()
    let scheduler = Scheduler()
    try await scheduler.run {
      let task = Task(executorPreference: scheduler) {
        try await clock.sleep(for: .seconds(3))
        return clock.now.offset
      }
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 1)
      await clock.advance(by: .seconds(3))
      let offset = try await task.value
      XCTAssertEqual(offset, .seconds(3))
    }
  }

  // S822
  func testWithoutASchedulerItWakesTheTasksThatAreDue() async throws {
    let clock = TestClock()
    let (sleeping, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      continuation.yield()
      try await clock.sleep(until: TestClock.Instant(offset: .seconds(3)))
      return clock.now.offset
    }
    for await _ in sleeping { break }
    // It wakes the task now, or lets it not sleep at all.
    await clock.advance(by: .seconds(4))
    let offset = try await task.value
    // A task that wakes reads the time at its deadline, or later while the clock moves on.
    XCTAssertTrue([.seconds(3), .seconds(4)].contains(offset), "\(offset)")
    XCTAssertEqual(clock.now.offset, .seconds(4))
    try await clock.checkSuspension()
  }
}
