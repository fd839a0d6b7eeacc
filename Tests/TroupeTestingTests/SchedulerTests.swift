import Troupe
import TroupeTesting
import XCTest

final class SchedulerTests: XCTestCase {
  private final class Log: Sendable {
    private let entries = Locked<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  private actor Pinned {
    private nonisolated let scheduler: Scheduler
    init(_ scheduler: Scheduler) { self.scheduler = scheduler }
    nonisolated var unownedExecutor: UnownedSerialExecutor { scheduler.asUnownedSerialExecutor() }
    func note(_ entry: String, in log: Log) { log.add(entry) }
  }

  private actor Plain {
    func note(_ entry: String, in log: Log) { log.add(entry) }
  }

  /// Tasks, groups, a pinned actor, a default actor and a clock, all at once.
  private static func scenario(seed: UInt64) async throws -> [String] {
    let scheduler = Scheduler(seed: seed)
    let log = Log()
    let pinned = Pinned(scheduler)
    let plain = Plain()
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      async let first: Void = {
        for step in 0..<3 { await pinned.note("a\(step)", in: log) }
      }()
      async let second: Void = {
        for step in 0..<3 { await plain.note("b\(step)", in: log) }
      }()
      async let third: Void = withTaskGroup(of: Void.self) { group in
        for member in 0..<4 {
          group.addTask {
            try? await clock.sleep(for: .seconds(member % 2))
            log.add("c\(member)")
          }
        }
      }
      await clock.run()
      _ = await (first, second, third)
    }
    return log.all
  }

  // S510
  func testTheSameSeedGivesTheSameRun() async throws {
    var different: Set<[String]> = []
    for seed in 0..<50 as Range<UInt64> {
      let run = try await Self.scenario(seed: seed)
      let again = try await Self.scenario(seed: seed)
      XCTAssertEqual(run, again, "seed \(seed)")
      XCTAssertEqual(run.count, 10)
      different.insert(run)
    }
    XCTAssertGreaterThan(different.count, 25, "seeds lead to different runs")
  }

  // S511
  func testSeedZeroIsFirstInFirstOut() async throws {
    let scheduler = Scheduler()
    let log = Log()
    try await scheduler.run {
      await withTaskGroup(of: Void.self) { group in
        for member in 0..<10 { group.addTask { log.add("\(member)") } }
      }
    }
    XCTAssertEqual(log.all, (0..<10).map(String.init))
  }

  // S512
  func testRunPassesValuesErrorsAndCancellationOn() async throws {
    struct Failure: Error {}
    let scheduler = Scheduler()
    let value = try await scheduler.run { 42 }
    XCTAssertEqual(value, 42)
    do {
      try await scheduler.run { throw Failure() }
      XCTFail("the error was lost")
    } catch {
      XCTAssertTrue(error is Failure)
    }
    let clock = TestClock(scheduler: scheduler)
    let (started, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await scheduler.run {
        continuation.yield()
        try await clock.sleep(for: .seconds(1))
      }
    }
    for await _ in started { break }
    task.cancel()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
  }

  // S513
  func testSettleWaitsUntilNothingIsRunnable() async throws {
    let scheduler = Scheduler(seed: 3)
    let log = Log()
    try await scheduler.run {
      let task = Task(executorPreference: scheduler) {
        for step in 0..<100 {
          // not a wait: so long is the work, in steps.
          await Task.yield()
          log.add("\(step)")
        }
      }
      await scheduler.settle()
      XCTAssertEqual(log.all.count, 100)
      await task.value
    }
  }

  // S513
  func testWorkFromOutsideComesBack() async throws {
    let scheduler = Scheduler(seed: 5)
    let value = try await scheduler.run {
      await outside { 7 }
    }
    XCTAssertEqual(value, 7)
  }

  func testDrainRunsWhatIsRunnable() {
    let scheduler = Scheduler()
    let log = Log()
    Task(executorPreference: scheduler) { log.add("ran") }
    XCTAssertFalse(scheduler.isIdle)
    scheduler.drain()
    XCTAssertTrue(scheduler.isIdle)
    XCTAssertEqual(scheduler.steps, 1)
    XCTAssertEqual(log.all, ["ran"])
  }

  func testATaskThatPrefersTheSchedulerIsNotIsolatedToIt() async throws {
    let scheduler = Scheduler()
    let pinned = Pinned(scheduler)
    let log = Log()
    try await scheduler.run {
      let before = scheduler.steps
      await pinned.note("hop", in: log)
      XCTAssertGreaterThanOrEqual(scheduler.steps, before + 2, "there and back are steps of their own")
    }
  }

  func testSettleRunsTheSchedulerWhereNobodyElseDoes() async throws {
    let scheduler = Scheduler(seed: 3)
    let clock = TestClock(scheduler: scheduler)
    let log = Log()
    let task = Task(executorPreference: scheduler) {
      log.add("began")
      await scheduler.settle()
      log.add("settled")
      try await clock.sleep(for: .seconds(1))
      log.add("slept")
    }
    await scheduler.settle()
    XCTAssertEqual(log.all, ["began", "settled"])
    await clock.advance(by: .seconds(1))
    XCTAssertEqual(log.all, ["began", "settled", "slept"])
    try await task.value
    try await scheduler.run { log.add("run") }
    XCTAssertEqual(log.all.last, "run")
  }

  func testSeveralMaySettleAtOnce() async {
    let scheduler = Scheduler()
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          Task(executorPreference: scheduler) { log.add("\(number)") }
          await scheduler.settle()
        }
      }
    }
    XCTAssertEqual(log.all.count, 20)
    XCTAssertTrue(scheduler.isIdle)
  }

  func testWaitingForWorkEndsWithAJob() async {
    let scheduler = Scheduler()
    Task.detached { Task(executorPreference: scheduler) {} }
    let hasWork = await scheduler.waitForWork(within: .seconds(60))
    XCTAssertTrue(hasWork)
    scheduler.drain()
    XCTAssertTrue(scheduler.isIdle)
  }

  func testWaitingForWorkHasALimit() async {
    let scheduler = Scheduler()
    let hasWork = await scheduler.waitForWork(within: .milliseconds(1))
    XCTAssertFalse(hasWork)
  }

  func testNotEvenTheShortestLimitIsMissed() async {
    let scheduler = Scheduler()
    for _ in 0..<200 {
      let hasWork = await scheduler.waitForWork(within: .zero)
      XCTAssertFalse(hasWork)
    }
  }
}
