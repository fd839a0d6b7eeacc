import Troupe
import TroupeTesting
import XCTest

/// A test clock on another scheduler than the store whose effects sleep on it.
final class OtherSchedulerTests: XCTestCase {
  private struct Sleeper: Reducer {
    enum Action: Sendable { case sleep, debounce, throttle, timeout, retry, woke }

    struct Failure: Error {}

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      let clock = self.clock
      switch action {
      case .woke:
        state += 1
        return .none
      case .sleep:
        return .run(name: "sleeper") { send in
          try await clock.sleep(for: .seconds(1))
          await send(.woke)
        }
      case .debounce: return .send(.woke).debounce(id: 1, for: .seconds(1), clock: clock)
      case .throttle: return .send(.woke).throttle(id: 1, for: .seconds(1), latest: true, clock: clock)
      case .timeout:
        return .run { _ in try await waitForCancellation() }
          .timeout(after: .seconds(1), clock: clock, sending: .woke)
      case .retry:
        return .run { _ in throw Failure() }
          .retry(.constant(.seconds(1), attempts: 2), clock: clock)
      }
    }
  }

  private func assertNamesBoth(
    _ issues: [ReportedIssue],
    clock: UInt,
    store: UInt,
    line: UInt = #line
  ) {
    XCTAssertEqual(issues.count, 1, "\(issues)", line: line)
    let text = issues.first?.message ?? ""
    for part in [
      "is sleeping on a test clock of another scheduler",
      "The clock was created at TroupeTestingTests/OtherSchedulerTests.swift:\(clock)",
      "the test store created at TroupeTestingTests/OtherSchedulerTests.swift:\(store)",
      "`store.clock`",
    ] {
      XCTAssertTrue(text.contains(part), "\(part) in \(text)", line: line)
    }
  }

  // S805: any sleep, in a test store with another clock.
  func testATestStoreWithAnotherClock() async {
    for action in [Sleeper.Action.sleep, .debounce, .throttle, .timeout, .retry] {
      let clock = TestClock(scheduler: Scheduler())
      let clockLine: UInt = #line - 1
      var storeLine: UInt = 0
      let found = await failures {
        storeLine = #line + 1
        let store = TestStore(initialState: 0) {
          Sleeper()
        } withDependencies: {
          $0.continuousClock = clock
        }
        store.exhaustivity = .off(showSkippedAssertions: false)
        await store.send(action)
        // A throttle sleeps when there is a second action.
        await store.send(action)
        await clock.advance(by: .seconds(1))
        await clock.run()
        await store.skipInFlightEffects()
      }
      assertNamesBoth(found.filter { $0.message.contains("clock") }, clock: clockLine, store: storeLine)
      // At the statement that caused the first use.
      let uses = [storeLine + 6, storeLine + 8]
      XCTAssertTrue(found.contains { uses.contains($0.location.line) && $0.message.contains("clock") })
    }
  }

  // S805: the clock of one test store in another.
  func testTheClockOfAnotherTestStore() async {
    let first = TestStore(initialState: 0) { Sleeper() }
    let firstLine: UInt = #line - 1
    var storeLine: UInt = 0
    let found = await failures {
      storeLine = #line + 1
      let store = TestStore(initialState: 0) {
        Sleeper()
      } withDependencies: {
        $0.continuousClock = first.clock
      }
      store.exhaustivity = .off(showSkippedAssertions: false)
      await store.send(.sleep)
      await store.skipInFlightEffects()
    }
    assertNamesBoth(Array(found.prefix(1)), clock: firstLine, store: storeLine)
    XCTAssertTrue(found[0].message.contains("The effect \"sleeper\""), found[0].message)
  }

  // S805: stores on schedulers that the test has made.
  func testAStoreOnAScheduler() async throws {
    let own = Scheduler(seed: 7)
    let ownLine: UInt = #line - 1
    let other = Scheduler()
    let clock = TestClock(scheduler: other)
    let found = try await failures {
      let store = Store(initialState: 0, configuration: own.configuration()) {
        Sleeper()
      } withDependencies: {
        $0.continuousClock = clock
      }
      try await own.run {
        await store.send(.sleep)
        await own.settle()
      }
      _ = try await own.run { await store.shutdown(within: .zero) }
    }
    XCTAssertEqual(found.count, 1)
    let made = "a scheduler created at TroupeTestingTests/OtherSchedulerTests.swift:"
    XCTAssertTrue(found[0].message.contains("\(made)\(ownLine), with the seed 7"), found[0].message)
    XCTAssertTrue(found[0].message.contains("\(made)\(ownLine + 2)."), found[0].message)
  }

  // S805: one scheduler for several stores and clocks, created in any order, as the message advises.
  func testOneSchedulerForAll() async {
    let scheduler = Scheduler()
    let first = TestStore(initialState: 0, scheduler: scheduler) { Sleeper() }
    let clock = TestClock(scheduler: scheduler)
    let second = TestStore(initialState: 0, scheduler: scheduler) {
      Sleeper()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await first.send(.sleep)
    await second.send(.sleep)
    await clock.advance(by: .seconds(1))
    await second.receive(.woke) { $0 = 1 }
    await first.clock.advance(by: .seconds(1))
    await first.receive(.woke) { $0 = 1 }
  }

  /// A task without a scheduler may sleep on any clock.
  func testATaskOfTheTest() async {
    let clock = TestClock(scheduler: Scheduler())
    let found = await failures {
      do { try await clock.sleep(until: .init(offset: .seconds(-1))) } catch { XCTFail("\(error)") }
    }
    XCTAssertEqual(found.count, 0)
  }
}
