import Foundation
import Synchronization
import Troupe
import XCTest

@testable import TroupeTesting

/// What an operation starts runs on its scheduler, though it says nothing of one.
final class CaptureTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  // S830
  func testASleepOfAnHourTakesNoTime() async throws {
    // not a wait: a scheduler runs this, and its time is virtual.
    let start = ContinuousClock.now
    let scheduler = Scheduler(time: .automatic)
    let elapsed = try await scheduler.run {
      // not a wait: a scheduler runs this, and its time is virtual.
      let start = ContinuousClock.now
      // not a wait: a scheduler runs this, and its time is virtual.
      let date = Date()
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(3_600))
      // not a wait: a scheduler runs this, and its time is virtual.
      XCTAssertEqual(Date().timeIntervalSince(date), 3_600)
      return start.duration(to: .now)
    }
    XCTAssertEqual(elapsed, .seconds(3_600))
    XCTAssertLessThan(start.duration(to: .now), .seconds(1_000))
  }

  // S830
  func testAMainActorModelTicksUnderAdvance() async throws {
    @MainActor final class Model {
      var ticks = 0
      func start(_ clock: TestClock) {
        Task {
          for _ in 0..<5 {
            try await clock.sleep(for: .seconds(1))
            MainActor.assertIsolated()
            ticks += 1
          }
        }
      }
    }
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let model = Model()
      await MainActor.run { model.start(clock) }
      await clock.advance(by: .seconds(3))
      let ticks = await model.ticks
      XCTAssertEqual(ticks, 3)
    }
  }

  // S831
  func testDetachedTasksAndActorsRunInTheOrderOfTheSeed() async throws {
    var orders: Set<[Int]> = []
    for seed in 0..<20 as Range<UInt64> {
      let first = try await Self.order(seed)
      let second = try await Self.order(seed)
      XCTAssertEqual(first, second, "seed \(seed)")
      orders.insert(first)
    }
    XCTAssertGreaterThan(orders.count, 5)
  }

  private static func order(_ seed: UInt64) async throws -> [Int] {
    actor Log {
      var numbers: [Int] = []
      func add(_ number: Int) async {
        await Task.yield()
        numbers.append(number)
      }
    }
    return try await Scheduler(seed: seed).run {
      let log = Log()
      let tasks = (0..<5).map { number in Task.detached { await log.add(number) } }
      for task in tasks { await task.value }
      return await log.numbers
    }
  }

  // S834
  func testAnUnstructuredTaskIsNamedByThePlaceWhereItWasMade() async {
    let body = ExploredBody(realTimeLimit: .seconds(10), location: CallSite()) { _ in
      await Task {}.value
      await Task.detached {}.value
      await Task(name: "named") {}.value
    }
    let run = await body.run([], [], seed: 0, isTraced: true)
    let line = #line - 5
    XCTAssertEqual(
      (0..<3).map { run.trace.name(of: $0) },
      [
        "the test", "task 1 (created at CaptureTests.swift:\(line))",
        "task 2 (created at CaptureTests.swift:\(line + 1))",
      ]
    )
  }
}
