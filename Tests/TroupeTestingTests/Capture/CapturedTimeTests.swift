import Foundation
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import XCTest

@testable import TroupeTesting

/// The clocks of the machine, in what a scheduler runs.
final class CapturedTimeTests: ExploringTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  private actor Sleeper {
    var wakings: [String] = []
    func sleep(_ name: String, _ duration: Duration) async throws {
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: duration)
      wakings.append(name)
    }
  }

  // S830
  func testATestClockMovesTheClocksOfTheMachine() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let sleeper = Sleeper()
      let tasks = [
        Task { try await sleeper.sleep("two", .seconds(2)) },
        Task { try await sleeper.sleep("one", .seconds(1)) },
        Task {
          try await clock.sleep(for: .seconds(1))
          try await sleeper.sleep("after the clock", .milliseconds(500))
        },
      ]
      // not a wait: a scheduler runs this, and its time is virtual.
      let start = ContinuousClock.now
      await clock.advance(by: .milliseconds(999))
      let early = await sleeper.wakings
      XCTAssertEqual(early, [])
      await clock.advance(by: .seconds(1))
      let late = await sleeper.wakings
      XCTAssertEqual(late, ["one", "after the clock"])
      XCTAssertEqual(start.duration(to: .now), .milliseconds(1_999))
      await clock.run()
      XCTAssertEqual(clock.now.offset, .seconds(2))
      for task in tasks { try await task.value }
    }
  }

  // S830
  func testTwoTestClocksKeepTheirTimes() async throws {
    let scheduler = Scheduler()
    let (first, second) = (TestClock(scheduler: scheduler), TestClock(scheduler: scheduler))
    try await scheduler.run {
      // not a wait: a scheduler runs this, and its time is virtual.
      let start = SuspendingClock.now
      await first.advance(by: .seconds(1))
      await second.advance(by: .seconds(2))
      XCTAssertEqual(first.now.offset, .seconds(1))
      XCTAssertEqual(second.now.offset, .seconds(2))
      XCTAssertEqual(start.duration(to: .now), .seconds(3))
    }
  }

  // S830
  func testAutomaticTimeMovesAllClocks() async throws {
    let scheduler = Scheduler(time: .automatic)
    let (first, second) = (TestClock(scheduler: scheduler), TestClock(scheduler: scheduler))
    try await scheduler.run {
      async let early: Void = first.sleep(for: .seconds(1))
      async let late: Void = second.sleep(for: .seconds(3))
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(2))
      XCTAssertEqual(second.now.offset, .seconds(2))
      _ = try await (early, late)
      XCTAssertEqual(first.now.offset, .seconds(3))
    }
  }

  // S830
  func testAutomaticTimeStandsStillWhileTheTestMovesAClock() async throws {
    let scheduler = Scheduler(time: .automatic)
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let sleeper = Sleeper()
      Task { try await sleeper.sleep("ten", .seconds(10)) }
      await clock.advance(by: .seconds(9))
      await scheduler.settle()
      let early = await sleeper.wakings
      XCTAssertEqual(early, [])
      await clock.advance(by: .seconds(1))
      let late = await sleeper.wakings
      XCTAssertEqual(late, ["ten"])
    }
  }

  // S830
  func testASleepOfNoTimeReturnsAtOnce() async throws {
    try await Scheduler().run {
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .zero)
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(-1))
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(nanoseconds: 0)
    }
  }

  // S830
  func testACancelledSleepIsOver() async throws {
    let scheduler = Scheduler(time: .automatic)
    try await scheduler.run {
      let sleeper = Sleeper()
      let tasks = [
        // not a wait: a scheduler runs this, and its time is virtual.
        Task { try await Task.sleep(for: .seconds(3_600)) },
        Task { try await sleeper.sleep("never", .seconds(3_600)) },
      ]
      // not a wait: a scheduler runs this, and its time is virtual.
      let start = ContinuousClock.now
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(1))
      for task in tasks { task.cancel() }
      for task in tasks {
        do {
          try await task.value
          XCTFail("a cancelled sleep returned")
        } catch { XCTAssertTrue(error is CancellationError) }
      }
      // The hour doesn't pass.
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(1))
      XCTAssertEqual(start.duration(to: .now), .seconds(2))
      XCTAssertEqual(scheduler.sleeps.count, 0)
    }
  }

  // S830
  func testABodyThatSleepsIsToldWhoSleepsAndUntilWhen() async {
    let scheduler = Scheduler(realTimeLimit: .milliseconds(100))
    let found = await failures {
      do {
        try await scheduler.run {
          // not a wait: a scheduler runs this, and its time is virtual.
          let other = Task(name: "other") { try await Task.sleep(for: .seconds(9)) }
          defer { other.cancel() }
          // not a wait: a scheduler runs this, and its time is virtual.
          try await Task.sleep(for: .seconds(3))
        }
        XCTFail("a sleep ended by itself")
      } catch { XCTAssertTrue(error is CancellationError, "\(error)") }
    }
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(
      found.first?.message.contains(
        """
        2 tasks are sleeping on a system clock, whose time in this run is 0.0 seconds, the first until 3.0 seconds:

        - the task "the test", until 3.0 seconds
        - the task "other", until 9.0 seconds
        """
      ) == true,
      "\(found)"
    )
  }

  // S830
  func testTheClockOfATestStoreMovesTheSleepsOfItsEffects() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        // not a wait: a scheduler runs this, and its time is virtual.
        try await Task.sleep(for: .seconds(5))
        await Task { await send(.up) }.value
      }
    }
    await store.send(.start)
    let found = await failures { await store.receive(.up) }
    XCTAssertTrue(
      found.first?.message.contains(": it is sleeping until 5.0 seconds, and the test's clock is at 0.0")
        == true,
      "\(found)"
    )
    await store.clock.advance(by: .seconds(5))
    await store.receive(.up) { $0.count = 1 }
    await store.finish()
  }

  // S836
  func testWhatStillSleepsAtTheEndNeverWakes() async {
    await explore(schedules: 3) { scheduler in
      let task = Task {
        while true {
          // not a wait: a scheduler runs this, and its time is virtual.
          try? await Task.sleep(for: .nanoseconds(1))
          XCTFail("the sleep ended")
        }
      }
      sleepingTasks.withLock { $0.append(task) }
      await scheduler.settle()
      XCTAssertEqual(scheduler.sleeps.count, 1)
    }
  }
}

/// Whether a test controls the time. Every sleep asks.
final class MachineTimeTests: XCTestCase {
  func testTheThousandthQuestionIsAnsweredAsDirectlyAsTheFirst() {
    let calls = Locked(0)
    MachineTime.install {
      calls.withLock { $0 = Thread.callStackReturnAddresses.count }
      return false
    }
    defer { MachineTime.install { Capture.owner() != nil } }
    func depth() -> Int {
      XCTAssertFalse(MachineTime.isVirtual)
      return calls.withLock { $0 }
    }
    let first = depth()
    for _ in 0..<998 { _ = depth() }
    let last = depth()
    XCTAssertEqual(first, last)
  }
}

/// The tasks that are left. They are kept, so that the leak sanitizer finds them in use.
private let sleepingTasks = Locked<[Task<Void, Never>]>([])
