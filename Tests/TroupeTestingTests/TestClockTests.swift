import Troupe
import Synchronization
import TroupeTesting
import XCTest

final class TestClockTests: XCTestCase {
  private final class Order: Sendable {
    private let numbers = Locked<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  private func onScheduler(
    _ body: @escaping @Sendable (Scheduler, TestClock) async throws -> Void
  ) async throws {
    for seed in 0..<10 as Range<UInt64> {
      let scheduler = Scheduler(seed: seed)
      let clock = TestClock(scheduler: scheduler)
      try await scheduler.run { try await body(scheduler, clock) }
    }
  }

  // S418, S425
  func testASleepEndsWhenItsTimeHasCome() async throws {
    try await onScheduler { scheduler, clock in
      let ended = Atomic(false)
      let task = Task(executorPreference: scheduler) {
        try await clock.sleep(for: .seconds(1))
        ended.store(true, ordering: .relaxed)
      }
      await clock.advance(by: .milliseconds(999))
      XCTAssertFalse(ended.load(ordering: .relaxed))
      await clock.advance(by: .milliseconds(1))
      XCTAssertTrue(ended.load(ordering: .relaxed))
      XCTAssertEqual(clock.now.offset, .seconds(1))
      try await task.value
    }
  }

  // S419
  func testAdvancingDrainsSleepsThatBeginOnTheWay() async throws {
    try await onScheduler { scheduler, clock in
      let count = Atomic(0)
      let task = Task(executorPreference: scheduler) {
        for _ in 0..<5 {
          try await clock.sleep(for: .seconds(1))
          count.add(1, ordering: .relaxed)
        }
      }
      await clock.advance(by: .seconds(5))
      XCTAssertEqual(count.load(ordering: .relaxed), 5)
      try await task.value
    }
  }

  // S112, S113, S420
  func testSleepersWakeByDeadlineAndThenInTheOrderInWhichTheySlept() async throws {
    try await onScheduler { scheduler, clock in
      let order = Order()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, seconds) in [3, 1, 2, 1].enumerated() {
          group.addTask {
            try await clock.sleep(for: .seconds(seconds))
            order.add(number)
          }
          await scheduler.settle()
        }
        await clock.run()
        try await group.waitForAll()
      }
      XCTAssertEqual(order.all, [1, 3, 2, 0])
    }
  }

  // S423
  func testACancelledSleepThrowsAndIsForgotten() async throws {
    try await onScheduler { scheduler, clock in
      let task = Task(executorPreference: scheduler) { try await clock.sleep(for: .seconds(1)) }
      let early = Task(executorPreference: scheduler) { try await clock.sleep(for: .seconds(1)) }
      early.cancel()
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 1)
      task.cancel()
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 0)
      for result in [await task.result, await early.result] {
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
      }
    }
  }

  // S424
  func testASleepUntilNowWaitsForTheClockAndOneInThePastDoesNot() async throws {
    try await onScheduler { scheduler, clock in
      await clock.advance(by: .seconds(1))
      try await clock.sleep(until: TestClock.Instant(offset: .milliseconds(500)))
      let task = Task(executorPreference: scheduler) { try await clock.sleep(until: clock.now) }
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 1)
      await clock.advance()
      XCTAssertEqual(clock.sleeperCount, 0)
      try await task.value
    }
  }

  func testAClockKnowsWhichEffectsSleep() async {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
      Reduce { _, action in
        .run { _ in try await clock.sleep(for: .seconds(action)) }
      }
    }
    let driver = Task(executorPreference: scheduler) {
      for seconds in 1...2 { await store.send(seconds) }
      try await clock.sleep(for: .seconds(3))
    }
    await scheduler.settle()
    let sleepers = clock.sleepers
    XCTAssertEqual(sleepers.map(\.deadline.offset).sorted(), [.seconds(1), .seconds(2), .seconds(3)])
    XCTAssertEqual(Set(sleepers.compactMap { $0.effect?.description }).count, 2)
    XCTAssertNil(sleepers.first { $0.deadline.offset == .seconds(3) }?.effect)
    await clock.advance(by: .seconds(3))
    XCTAssertEqual(clock.sleepers.count, 0)
    _ = await driver.result
  }

  // S420
  func testRunningGoesThroughAllDeadlinesAlsoThoseThatCome() async throws {
    try await onScheduler { scheduler, clock in
      let ticks = Order()
      let timer = Task(executorPreference: scheduler) {
        for tick in 0..<10 {
          try await clock.sleep(for: .seconds(1))
          ticks.add(tick)
        }
      }
      await clock.run(deadlines: 10)
      XCTAssertEqual(ticks.all, Array(0..<10))
      XCTAssertEqual(clock.now.offset, .seconds(10))
      try await timer.value
    }
  }

  // S421
  func testRunningGivesUpOnAnEndlessSleeper() async throws {
    try await onScheduler { scheduler, clock in
      let timer = Task(executorPreference: scheduler) {
        while true { try await clock.sleep(for: .seconds(1)) }
      }
      await withExpectedIssue(
        matching: {
          $0.message == """
            Expected all sleeps to finish, but 1 are still suspended after 5 deadlines, at 5.0 seconds.

            Most likely a task is sleeping in an endless loop, such as a timer. Cancel the task first, or \
            advance the clock with `advance(by:)`. If this number of deadlines is correct, pass it: `run(deadlines:)`.
            """
        },
        operation: { await clock.run(deadlines: 5) }
      )
      timer.cancel()
    }
  }

  // S422
  func testCheckingSuspensionThrowsWhileSomeoneSleeps() async throws {
    try await onScheduler { scheduler, clock in
      try await clock.checkSuspension()
      let tasks = [2, 1].map { seconds in
        Task(executorPreference: scheduler) { try await clock.sleep(for: .seconds(seconds)) }
      }
      do {
        try await clock.checkSuspension()
        XCTFail("somebody sleeps")
      } catch let error as SuspensionError {
        XCTAssertEqual(
          error.description,
          """
          No task was expected to sleep on the clock at 0.0 seconds, but 2 tasks are still sleeping, until 1.0 seconds, 2.0 seconds.

          Either cancel the tasks, or advance the clock to their deadlines with `advance(by:)` or `run()`.
          """
        )
      }
      await clock.advance(by: .seconds(2))
      try await clock.checkSuspension()
      for task in tasks { try await task.value }
    }
  }

  // S423
  func testRunningSkipsWhatComesAfterACancelledSleep() async throws {
    try await onScheduler { scheduler, clock in
      let order = Order()
      let task = Task(executorPreference: scheduler) {
        try await clock.sleep(for: .seconds(1))
        order.add(1)
      }
      await scheduler.settle()
      task.cancel()
      await clock.run()
      XCTAssertEqual(order.all, [])
      XCTAssertEqual(clock.now.offset, .zero)
      _ = await task.result
    }
  }

  // S425
  func testTheTimeMovesByWhatItIsAdvanced() async {
    let clock = TestClock(scheduler: Scheduler())
    await clock.advance(by: .seconds(3))
    await clock.advance(by: .milliseconds(250))
    await clock.advance()
    XCTAssertEqual(clock.now.offset, .milliseconds(3_250))
    await clock.advance(to: TestClock.Instant(offset: .seconds(1)))
    XCTAssertEqual(clock.now.offset, .milliseconds(3_250), "time doesn't go back")
  }
}
