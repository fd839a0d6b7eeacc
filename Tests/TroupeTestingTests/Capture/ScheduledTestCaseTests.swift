import Dispatch
import Troupe
import XCTest

@testable import TroupeTesting

/// Tests that run on a scheduler, without a word about a scheduler in the tests.
final class ScheduledTestCaseTests: ScheduledTestCase {
  private var schedulerOfSetUp: Scheduler?
  private var startOfTimer: ContinuousClock.Instant?
  private var timer: Task<ContinuousClock.Instant, any Error>?

  override func makeScheduler() -> Scheduler { Scheduler(time: .automatic) }

  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  override func setUp() async throws {
    guard Scheduler.capturesAllTasks else { return }
    schedulerOfSetUp = try XCTUnwrap(Scheduler.current)
    startOfTimer = .now
    timer = Task {
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(60))
      return .now
    }
  }

  override func tearDown() async throws {
    guard Scheduler.capturesAllTasks else { return }
    XCTAssertIdentical(Scheduler.current, schedulerOfSetUp)
  }

  // S842
  func testAllFunctionsOfATestRunOnOneScheduler() async throws {
    XCTAssertIdentical(Scheduler.current, schedulerOfSetUp)
    let scheduler = await Task.detached { Scheduler.current }.value
    XCTAssertIdentical(scheduler, schedulerOfSetUp)
  }

  // S842
  func testTimeIsVirtualAndPassesOnlyWhileAFunctionOfTheTestWaits() async throws {
    let start = try XCTUnwrap(startOfTimer)
    XCTAssertEqual(start, .now)
    // not a wait: a scheduler runs this, and its time is virtual.
    try await Task.sleep(for: .seconds(30))
    XCTAssertEqual(start.duration(to: .now), .seconds(30))
    let end = try await XCTUnwrap(timer).value
    XCTAssertEqual(start.duration(to: end), .seconds(60))
    XCTAssertEqual(end, .now)
  }

  // S842
  @MainActor
  func testATestOfTheMainActorRunsOnTheScheduler() async {
    XCTAssertIdentical(Scheduler.current, schedulerOfSetUp)
    var order: [String] = []
    let task = Task { order.append("the task") }
    order.append("the test")
    await task.value
    XCTAssertEqual(order, ["the test", "the task"])
  }

  // S842
  func testASynchronousTestDoesNotRunOnTheScheduler() {
    XCTAssertNil(Scheduler.current)
  }

  // S842
  func testAStoreOfATestRunsOnItsScheduler() async {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        state += action
        guard action == 1 else { return .none }
        return .run { send in
          // not a wait: a scheduler runs this, and its time is virtual.
          try await Task.sleep(for: .seconds(5))
          await send(10)
        }
      }
    }
    await store.send(1)
    // not a wait: a scheduler runs this, and its time is virtual.
    try? await Task.sleep(for: .seconds(6))
    let count = await store.state
    XCTAssertEqual(count, 11)
  }
}

/// A test case that another test runs, and whose failures that test reads.
private final class ObservedTestCase: ScheduledTestCase {
  private let failures = Locked<[String]>([])
  var texts: [String] { failures.withLock { $0 } }
  var scheduler = Scheduler()

  override func makeScheduler() -> Scheduler { scheduler }

  override func recordFailure(withDescription text: String, inFile _: String, atLine _: Int, expected _: Bool)
  {
    failures.withLock { $0.append(text) }
  }
}

private final class Order: Sendable {
  private let numbers = Locked<[Int]>([])
  var all: [Int] { numbers.withLock { $0 } }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}

/// Tests whose scheduler still runs a task of `setUp()` when XCTest's thread calls the test's next function.
final class ScheduledTestCaseOrderTests: ScheduledTestCase {
  private let next = DispatchSemaphore(value: 0)
  private let order = Order()

  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  override func setUp() async throws {
    guard Scheduler.capturesAllTasks else { return }
    // A semaphore can't be waited for in an asynchronous function.
    let wait = { @Sendable [next] in next.wait() }
    Task { [order] in
      wait()
      // not a wait: each yield adds a job, before which the next function could start.
      for _ in 0..<10_000 { await Task.yield() }
      order.add(1)
    }
  }

  /// XCTest calls this after the asynchronous `setUp()` has returned.
  override func setUp() { next.signal() }

  // S842
  func testAFunctionStartsAfterTheJobsOfThePreviousFunction() async {
    order.add(2)
    XCTAssertEqual(order.all, [1, 2])
  }
}

final class ScheduledTestCaseFailureTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  /// Runs an asynchronous function as XCTest runs a test.
  private func run(
    on scheduler: Scheduler,
    _ body: @escaping (ObservedTestCase) -> () async throws -> Void
  ) -> ObservedTestCase {
    let test = ObservedTestCase(name: "Observed.test") { testCase in
      let testCase = try XCTUnwrap(testCase as? ObservedTestCase)
      try asyncTest(body)(testCase)()
    }
    test.scheduler = scheduler
    test.invokeTest()
    return test
  }

  // S842
  func testATestThatWaitsForNothingIsCancelledAtTheLimit() {
    let collector = IssueCollector()
    let order = Order()
    withIssueReporters([collector]) {
      _ = run(on: Scheduler(realTimeLimit: .milliseconds(1))) { _ in
        {
          let (stream, continuation) = AsyncStream<Never>.makeStream()
          for await _ in stream {}
          if Task.isCancelled { order.add(1) }
          continuation.finish()
        }
      }
    }
    XCTAssertEqual(order.all, [1])
    XCTAssertEqual(collector.all.count, 1)
    XCTAssertTrue(collector.all.first?.message.hasPrefix("No job has been runnable on the scheduler") == true)
  }

  // S842
  func testAnErrorFailsTheTest() {
    let test = run(on: Scheduler()) { _ in { throw CancellationError() } }
    XCTAssertEqual(test.texts.count, 1)
    XCTAssertTrue(test.texts.first?.contains("CancellationError") == true, "\(test.texts)")
  }

  // S842
  func testASeedDecidesTheOrder() {
    func order(seed: UInt64) -> [Int] {
      let order = Order()
      _ = run(on: Scheduler(seed: seed)) { _ in
        {
          let tasks = (0..<8).map { number in Task { order.add(number) } }
          for task in tasks { await task.value }
        }
      }
      return order.all
    }
    XCTAssertEqual(order(seed: 0), Array(0..<8))
    XCTAssertEqual(order(seed: 1), order(seed: 1))
    XCTAssertNotEqual(order(seed: 1), Array(0..<8))
  }
}
