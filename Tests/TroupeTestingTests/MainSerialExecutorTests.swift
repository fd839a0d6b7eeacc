// virtual time: a scheduler runs the sleeps of this file.

import Troupe
import TroupeTesting
import XCTest

@MainActor
private final class Model {
  private(set) var log: [Int] = []

  func add(_ number: Int) { log.append(number) }

  func load() async throws {
    let tasks = (0..<20).map { number in
      Task {
        add(number)
        try await Task.sleep(for: .seconds(3_600))
        add(number + 20)
      }
    }
    for task in tasks { try await task.value }
  }
}

private struct Failure: Error, Equatable {}

/// Tests whose asynchronous functions `withMainSerialExecutor` runs, as in tests for other libraries.
final class MainSerialExecutorTests: XCTestCase {
  private var schedulerOfSetUp: Scheduler?

  override func invokeTest() {
    withMainSerialExecutor { super.invokeTest() }
  }

  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  override func setUp() async throws { schedulerOfSetUp = Scheduler.current }

  // S931
  func testTheFunctionsOfATestRunOnOneScheduler() async throws {
    let scheduler = try XCTUnwrap(schedulerOfSetUp)
    XCTAssertIdentical(Scheduler.current, scheduler)
    let start = ContinuousClock.now
    try await Task.sleep(for: .seconds(3_600))
    XCTAssertEqual(start.duration(to: .now), .seconds(3_600))
  }

  // S931
  @MainActor
  func testTasksRunInTheOrderOfTheirCreation() async throws {
    let model = Model()
    try await model.load()
    XCTAssertEqual(model.log, Array(0..<40))
  }

  // S931
  func testYieldingRunsEverythingThatIsRunnable() async {
    let count = Locked(0)
    let task = Task {
      for _ in 0..<1_000 {
        count.withLock { $0 += 1 }
        // not a wait: it lets the other tasks run.
        await Task.yield()
      }
    }
    await Task.megaYield()
    XCTAssertEqual(count.withLock { $0 }, 1_000)
    await task.value
  }

  // S931
  func testASchedulerInsideOfASchedulerIsTheSame() async throws {
    let outer = try XCTUnwrap(Scheduler.current)
    await withMainSerialExecutor {
      // not a wait: it makes the closure asynchronous.
      await Task.yield()
      XCTAssertIdentical(Scheduler.current, outer)
    }
  }
}

final class MainSerialExecutorFunctionTests: XCTestCase {
  // S931
  @MainActor
  func testAnOperationRunsOnAScheduler() async throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
    XCTAssertNil(Scheduler.current)
    let model = Model()
    try await withMainSerialExecutor {
      XCTAssertNotNil(Scheduler.current)
      try await model.load()
    }
    XCTAssertEqual(model.log, Array(0..<40))
    XCTAssertNil(Scheduler.current)
  }

  // S931
  @MainActor
  func testTheErrorOfAnOperationIsThrown() async {
    do throws(Failure) {
      try await withMainSerialExecutor { () async throws(Failure) in throw Failure() }
      XCTFail("The error wasn't thrown.")
    } catch {
      XCTAssertEqual(error, Failure())
    }
  }

  // S931
  func testTheErrorOfASynchronousOperationIsThrown() {
    do throws(Failure) {
      try withMainSerialExecutor { () throws(Failure) in throw Failure() }
      XCTFail("The error wasn't thrown.")
    } catch {
      XCTAssertEqual(error, Failure())
    }
  }

  // S931
  @MainActor
  func testAnOperationThatWaitsForeverIsAnIssue() async throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
    let collector = IssueCollector()
    await withIssueReporters([collector]) {
      await withMainSerialExecutor {
        Scheduler.current?.stepLimit = 400
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
      }
    }
    XCTAssertEqual(collector.all.count, 1)
    XCTAssertTrue(collector.all.first?.message.hasPrefix("100 sleeps have ended") == true)
  }

  // S931
  func testYieldingWithoutASchedulerResumes() async {
    await Task.megaYield()
  }
}
