import Troupe
import TroupeTesting
import XCTest

final class TimeTests: TroupeTestCase {
  // S159
  func testDebounceRunsTheLastAfterThePause() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 10 else { return .none }
        return Effect.run { await $0(action + 10) }.debounce(id: "search", for: .seconds(1), clock: clock)
      }
      for action in 0..<3 {
        await store.send(action)
        await clock.advance(by: .milliseconds(500))
      }
      var state = await store.state
      XCTAssertEqual(state, [0, 1, 2])
      await clock.advance(by: .milliseconds(500))
      state = await store.state
      XCTAssertEqual(state, [0, 1, 2, 12])
    }
  }

  // S160, S161
  func testThrottle() async throws {
    for (latest, expected) in [(true, [1, 5]), (false, [1, 2])] {
      try await underSeeds { scheduler, clock in
        let store = numberStore(scheduler) { action in
          action < 10
            ? .send(action + 10).throttle(id: "taps", for: .seconds(1), latest: latest, clock: clock) : .none
        }
        await store.send(1)
        await store.send(2)
        for action in 3...5 {
          await clock.advance(by: .milliseconds(250))
          await store.send(action)
        }
        let early = await store.state.filter { $0 > 10 }
        XCTAssertEqual(early, [11])
        await clock.advance(by: .milliseconds(250))
        let late = await store.state.filter { $0 > 10 }
        XCTAssertEqual(late, expected.map { $0 + 10 })
        let running = await store.runningEffects
        XCTAssertTrue(running.isEmpty, "a window is no effect")
      }
    }
  }

  func testATimeoutCancelsAndSendsItsAction() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 10 else { return .none }
        return Effect.run { send in
          try await clock.sleep(for: .seconds(action))
          await send(10)
        }
        .timeout(after: .seconds(2), clock: clock, sending: 20)
      }
      await store.send(1)
      await clock.advance(by: .seconds(3))
      var state = await store.state
      XCTAssertEqual(state, [1, 10])
      await store.send(3)
      await clock.advance(by: .seconds(3))
      state = await store.state
      XCTAssertEqual(state, [1, 10, 3, 20])
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  func testAClockThatFailsCancelsWhatWaitsForIt() async throws {
    struct Failure: Error {}
    struct Broken: Clock {
      var now: TestClock.Instant { TestClock.Instant() }
      var minimumResolution: Duration { .zero }
      func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { throw Failure() }
    }
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = numberStore(scheduler) { action in
          guard action == 0 else { return .none }
          return .send(1).debounce(id: "d", for: .seconds(1), clock: Broken())
        }
        await store.send(0).finish()
        let state = await store.state
        XCTAssertEqual(state, [0])
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(collector.messages[0].contains("\"debounce\""), collector.messages[0])
  }

  func testRetryWaitsBetweenAttemptsAndGivesUp() async throws {
    struct Failure: Error {}
    try await underSeeds { scheduler, clock in
      let attempts = Collector<Duration>()
      let backoff = Backoff.exponential(initial: .seconds(1), maximum: .seconds(3), attempts: 3)
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return Effect.run { _ in
          attempts.append(clock.now.offset)
          throw Failure()
        } catch: { _, send in
          await send(1)
        }
        .retry(backoff, clock: clock)
      }
      await store.send(0)
      await clock.run()
      XCTAssertEqual(attempts.all, [.zero, .seconds(1), .seconds(3), .seconds(6)])
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
    }
  }

  func testARetryThatSucceedsIsOver() async throws {
    struct Failure: Error {}
    try await underSeeds { scheduler, clock in
      let attempts = Collector<Void>()
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return Effect.run { send in
          attempts.append(())
          if attempts.count < 3 { throw Failure() }
          await send(attempts.count)
        }
        .retry(.constant(.seconds(1), attempts: 5), clock: clock)
      }
      let task = await store.send(0)
      await clock.run()
      await task.finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 3])
    }
  }

  func testBackoff() {
    let constant = Backoff.constant(.seconds(2), attempts: 2)
    XCTAssertEqual((1...3).map { constant.delay(beforeAttempt: $0) }, [.seconds(2), .seconds(2), nil])
    let growing = Backoff.exponential(initial: .seconds(1), factor: 3, maximum: .seconds(10), attempts: 4)
    XCTAssertEqual(
      (1...5).map { growing.delay(beforeAttempt: $0) },
      [.seconds(1), .seconds(3), .seconds(9), .seconds(10), nil]
    )
  }

  func testLimitedEffectsRunSoManyAtATime() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 10 else { return .none }
        return Effect.run { send in
          try await clock.sleep(for: .seconds(1))
          await send(action + 10)
        }
        .limited(id: "workers", to: 2)
      }
      for action in 0..<5 { await store.send(action) }
      for expected in [2, 4, 5] {
        await clock.advance(by: .seconds(1))
        let done = await store.state.filter { $0 >= 10 }
        XCTAssertEqual(Set(done), Set(10..<(10 + expected)))
      }
    }
  }
}
