import Troupe
import TroupeTesting
import XCTest

/// Work that runs forever without waiting for anything is a failure, and the test continues without it.
final class EndlessTests: XCTestCase {
  private static let advice = """
    Most likely a loop never suspends, or never checks `Task.isCancelled`, or effects and actions cause each \
    other forever. If the work does end, raise the scheduler's `stepLimit`.
    """

  private static func message(_ steps: Int, _ list: String) -> String {
    """
    \(steps) jobs have run in a row, and others are still runnable. This sequence most likely never ends, so the test \
    continues without the remaining jobs.

    \(list)

    \(advice)
    """
  }

  // S514
  func testAnEffectThatLoopsForEverFailsTheStatementAndIsNamed() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run(name: "spinner") { _ in await spin() }
    }
    store.scheduler.stepLimit = 2_000
    await assertFailure(
      Self.message(
        2_000,
        """
        These tasks enqueued the last jobs:

        - the effect "spinner" (TroupeTestingTests/EndlessTests.swift:\(#line - 9))
        """
      ),
      lines: 11
    ) {
      await store.send(.start)
    }
    // It is known now, and reported once.
    await store.send(.up) { $0.count = 1 }
    await store.clock.advance(by: .seconds(1))
    await store.skipInFlightEffects()
    await store.finish()
  }

  // S514
  func testEffectsAndActionsThatCauseEachOtherForEverAreNamed() async {
    let hasToEnd = Locked(false)
    let store = Lab.store { action in
      guard !hasToEnd.withLock({ $0 }), action != .stop else { return .none }
      return .run { send in await send(action == .up ? .start : .up) }
    }
    store.scheduler.stepLimit = 2_000
    store.exhaustivity = .off
    let line: UInt = #line - 4
    let found = await failures { await store.send(.up) { $0.count = 1 } }
    XCTAssertEqual(found.count, 1)
    XCTAssertEqual(
      found.first?.message,
      Self.message(
        2_000,
        "These tasks enqueued the last jobs:\n\n- the effect at TroupeTestingTests/EndlessTests.swift:\(line)"
      )
    )
    hasToEnd.withLock { $0 = true }
    await store.skipReceivedActions()
    await store.finish()
  }

  // S514
  func testMovingTheClockAndSettlingHaveTheLimitToo() async {
    let scheduler = Scheduler()
    scheduler.stepLimit = 2_000
    let clock = TestClock(scheduler: scheduler)
    let task = Task(name: "loop", executorPreference: scheduler) { await spin() }
    await assertFailure(
      Self.message(2_000, "These tasks enqueued the last jobs:\n\n- the task \"loop\""),
      lines: 4
    ) {
      await clock.advance(by: .seconds(1))
    }
    XCTAssertEqual(clock.now.offset, .seconds(1))
    await scheduler.settle()
    task.cancel()
    await scheduler.settle()
    await task.value

    let second = Task(executorPreference: scheduler) { await spin() }
    await assertFailure(Self.message(2_000, "None of the tasks has a name."), lines: 1) {
      await scheduler.settle()
    }
    second.cancel()
    scheduler.drain()
    await second.value
  }

  // S514
  func testARunIsCancelledThatHasNoEnd() async {
    let scheduler = Scheduler(seed: 1)
    scheduler.stepLimit = 2_000
    await assertFailure(
      Self.message(2_000, "These tasks enqueued the last jobs:\n\n- the task \"the test\""),
      lines: 5
    ) {
      do {
        try await scheduler.run {
          await spin()
          try Task.checkCancellation()
        }
        XCTFail("a run without an end has ended")
      } catch {
        XCTAssertTrue(error is CancellationError)
      }
    }
  }

  func testWhoeverWaitsForQuietInARunIsWokenWhenThereIsNone() async throws {
    let scheduler = Scheduler(seed: 2)
    scheduler.stepLimit = 2_000
    let found = try await failures {
      try await scheduler.run {
        let task = Task(executorPreference: scheduler) { await spin() }
        await scheduler.settle()
        task.cancel()
        await task.value
      }
    }
    XCTAssertEqual(found.count, 1)
  }

  // S514
  func testAnExplorationFindsAScheduleWithoutAnEnd() async {
    let found = await failures {
      await explore(schedules: 10) { scheduler in
        scheduler.stepLimit = 2_000
        let store = TestStore(initialState: Lab.State(), scheduler: scheduler) {
          Lab { $0 == .start ? .run { _ in await spin() } : .none }
        }
        await store.send(.start)
        await store.skipInFlightEffects()
      }
    }
    XCTAssertEqual(found.count, 2)
    XCTAssertTrue(found.first?.message.hasPrefix("2000 jobs have run in a row") ?? false, "\(found)")
  }

  // S514
  func testALoopThatWaitsForeverWhileTimePassesIsCancelled() async throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The sleeps would take real time.")
    let found = await failures {
      await explore(schedules: 1, time: .automatic) { scheduler in
        scheduler.stepLimit = 2_000
        // not a wait: time passes automatically.
        while true { try await Task.sleep(for: .seconds(1)) }
      }
    }
    XCTAssertEqual(found.count, 3, "\(found)")
    let message = found.first?.message ?? ""
    XCTAssertTrue(
      message.hasPrefix(
        """
        500 sleeps have ended, and the operation hasn't. The operation is now cancelled.

        1 task is sleeping on a system clock, whose time in this run is 500.0 seconds, the first until 501.0 seconds:

        - the task "the test", until 501.0 seconds

        Most likely a loop waits for an event that never happens
        """
      ),
      message
    )
  }

  // S514
  func testWhatWaitsNowAndThenHasNoLimit() async {
    let scheduler = Scheduler()
    scheduler.stepLimit = 50
    let clock = TestClock(scheduler: scheduler)
    let count = Locked(0)
    let task = Task(executorPreference: scheduler) {
      for _ in 0..<100 {
        // not a wait: so long is the work, in steps.
        for _ in 0..<20 { await Task.yield() }
        try await clock.sleep(for: .seconds(1))
        count.withLock { $0 += 1 }
      }
    }
    await clock.run()
    XCTAssertEqual(count.withLock { $0 }, 100)
    _ = await task.result
  }
}

/// Continues until it is cancelled, and never waits for anything.
private func spin() async {
  // not a wait: it is what the tests are about.
  while !Task.isCancelled { await Task.yield() }
}
