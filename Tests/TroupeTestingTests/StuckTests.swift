import Dispatch
import Synchronization
import TestSupport
import Troupe
import XCTest

@testable import TroupeTesting

/// Work that waits for something that never happens is reported by name, and the test continues without it.
final class StuckTests: XCTestCase {
  private static let line: UInt = #line + 5

  private func store(on scheduler: Scheduler) -> Store<Int, Int> {
    Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
      Reduce<Int, Int> { _, _ in
        .run(name: "hanging") { _ in await waitWithoutEnd() }
      }
    }
  }

  func testABodyThatAwaitsAContinuationThatNobodyResumesIsAbandoned() async throws {
    for seed: UInt64 in [0, 3] {
      let scheduler = Scheduler(seed: seed, realTimeLimit: .milliseconds(1))
      let found = await failures {
        do {
          try await scheduler.run { await waitWithoutEnd() }
          XCTFail("an operation that never ends has ended")
        } catch {
          XCTAssertTrue(error is RunAbandoned, "\(error)")
        }
      }
      XCTAssertEqual(found.count, 2)
      XCTAssertTrue(found[0].message.hasPrefix("No job has been runnable"), found[0].message)
      XCTAssertTrue(
        found[1].message.hasPrefix("The operation hasn't ended 0.001 seconds after it was cancelled."),
        found[1].message
      )
      XCTAssertTrue(scheduler.isIdle)
    }
  }

  func testABodyThatAwaitsTheEndOfAnEffectThatNeverEndsNamesTheEffect() async throws {
    let scheduler = Scheduler(realTimeLimit: .milliseconds(1))
    let store = store(on: scheduler)
    let found = await failures {
      do {
        try await scheduler.run { await store.send(1).finish() }
        XCTFail("an operation that never ends has ended")
      } catch {
        XCTAssertTrue(error is RunAbandoned, "\(error)")
      }
    }
    XCTAssertEqual(found.count, 2)
    for issue in found {
      XCTAssertTrue(
        issue.message.contains(
          "These effects are still running:\n\n- #2 \"hanging\" at TroupeTestingTests/StuckTests.swift:\(Self.line), started by 1"
        ),
        issue.message
      )
    }
  }

  func testExploreFailsATestThatIsStuckAndGoesOn() async {
    let found = await failures {
      await explore(schedules: 3, realTimeLimit: .milliseconds(1)) { _ in await waitWithoutEnd() }
    }
    XCTAssertEqual(found.count, 3)
    XCTAssertTrue(found[0].message.hasPrefix("No job has been runnable"), found[0].message)
    XCTAssertTrue(found[1].message.hasPrefix("The operation hasn't ended"), found[1].message)
    XCTAssertTrue(found[2].message.contains("seed 0"), found[2].message)
  }

  func testNothingRunsOnASchedulerWhoseOperationWasAbandoned() async {
    let scheduler = Scheduler(realTimeLimit: .milliseconds(1))
    let hasGoneOn = Atomic(false)
    _ = await failures {
      try? await scheduler.run {
        await waitWithoutEnd()
        hasGoneOn.store(true, ordering: .relaxed)
      }
    }
    keptContinuations.withLock { $0.last }?.resume()
    await scheduler.settle()
    scheduler.drain()
    XCTAssertFalse(hasGoneOn.load(ordering: .relaxed))
  }

  func testWhoIsResumedFromOutsideInTimeIsNotStuck() async throws {
    let scheduler = Scheduler()
    let found = try await failures {
      try await scheduler.run { await outside {} }
    }
    XCTAssertEqual(found.count, 0)
  }

  // MARK: Blocked threads

  private static func blocked(_ name: String) -> String {
    "A job has blocked the scheduler's thread for more than 10.0 seconds, and no other job can run: \(name).\n"
  }

  func testAJobThatKeepsTheThreadIsNamed() async throws {
    let line: UInt = #line + 6
    let written = OutputCapture(of: .standardError)
    let found = try await failures {
      let scheduler = Scheduler()
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce<Int, Int> { _, _ in
          .run(name: "blocking") { _ in
            await scheduler.settle()
            // As the watchdog does while the job runs.
            for _ in 0..<100 { scheduler.lookForBlockedJob() }
          }
        }
      }
      try await scheduler.run { await store.send(1).finish() }
      try await scheduler.run {
        for _ in 0..<100 { scheduler.lookForBlockedJob() }
        await Task(executorPreference: scheduler) {
          for _ in 0..<100 { scheduler.lookForBlockedJob() }
        }.value
      }
      for _ in 0..<100 { scheduler.lookForBlockedJob() }
    }
    // The test may never reach the end, where its failures are printed.
    XCTAssertEqual(written.end(), found.map { "issue: \($0)\n" }.joined())
    XCTAssertEqual(found.count, 3)
    XCTAssertTrue(
      found[0].message.hasPrefix(
        Self.blocked("\"blocking\" (TroupeTestingTests/StuckTests.swift:\(line)) #2")
      ),
      found[0].message
    )
    XCTAssertTrue(found[1].message.hasPrefix(Self.blocked("the test")), found[1].message)
    XCTAssertTrue(found[2].message.hasPrefix(Self.blocked("a task without a name")), found[2].message)
  }

  // S806
  func testAReducerThatKeepsTheThreadIsNamedWithItsAction() async throws {
    struct Slow: Reducer {
      enum Action: Sendable { case compute(@Sendable () -> Void), quick }
      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        if case .compute(let body) = action { body() }
        return .none
      }
    }
    var line: UInt = 0
    let written = OutputCapture(of: .standardError)
    let found = await failures {
      let scheduler = Scheduler()
      let look: @Sendable (Int) -> Void = { count in
        // As the watchdog does while the reducer runs: nine sightings take two seconds.
        for _ in 0..<count { scheduler.lookForBlockedJob() }
      }
      let store = TestStore(initialState: 0, scheduler: scheduler) { Slow() }
      line = #line - 1
      await store.send(.compute { look(8) })
      await store.send(.quick)
      await store.send(.compute { look(100) })
    }
    XCTAssertEqual(written.end(), found.map { "issue: \($0)\n" }.joined())
    XCTAssertEqual(found.count, 1)
    XCTAssertEqual(found.first?.location.line, line + 4)
    XCTAssertTrue(
      found.first?.message.hasPrefix(
        "A reducer has blocked the scheduler's thread for more than 2.0 seconds, and no other job can run: the store created at "
          + "TroupeTestingTests/StuckTests.swift:\(line) is reducing Slow.Action.compute"
      ) == true,
      "\(found)"
    )
  }

  func testShortJobsAreNotTakenForBlocked() async throws {
    let found = try await failures {
      let scheduler = Scheduler()
      try await scheduler.run {
        for _ in 0..<200 {
          scheduler.lookForBlockedJob()
          await scheduler.settle()
        }
      }
    }
    XCTAssertEqual(found.count, 0)
  }

  /// Releases a blocked thread when it is reported.
  private final class Release: IssueReporter {
    let semaphore = DispatchSemaphore(value: 0)
    let messages = Locked<[String]>([])

    // real time: the thread is blocked until the watchdog has seen it twice.
    func block() { semaphore.wait() }

    func report(_ issue: ReportedIssue) {
      messages.withLock { $0.append(issue.message) }
      semaphore.signal()
    }
  }

  func testTheWatchdogNoticesASemaphore() async throws {
    let release = Release()
    let written = OutputCapture(of: .standardError)
    try await withIssueReporters([release]) {
      let scheduler = Scheduler()
      scheduler.blockLimit = .milliseconds(1)
      try await scheduler.run { release.block() }
    }
    XCTAssertTrue(written.end().hasPrefix("issue: TroupeTestingTests/StuckTests.swift:"))
    XCTAssertEqual(release.messages.withLock { $0.count }, 1)
  }
}

/// The continuations of abandoned work. They are kept, so that the leak sanitizer regards what waits for them
/// as in use.
private let keptContinuations = Locked<[UnsafeContinuation<Void, Never>]>([])

/// Waits for a continuation that isn't resumed by itself.
private func waitWithoutEnd() async {
  await withUnsafeContinuation { continuation in
    keptContinuations.withLock { $0.append(continuation) }
  }
}
