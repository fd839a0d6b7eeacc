import Synchronization
import Troupe
import TroupeDiagnostics
import XCTest

@testable import TroupeTesting

final class ExploreTests: ExploringTestCase {
  private struct Recorded: Sendable {
    var isCollecting = false
    var texts: [String] = []
  }

  private let recorded = Locked(Recorded())

  /// Collects the failures of the test, while ``failures(of:)`` runs.
  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    let isTaken = recorded.withLock { recorded in
      guard recorded.isCollecting, RunFailures.current == nil else { return false }
      recorded.texts.append(description)
      return true
    }
    guard !isTaken else { return }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }

  /// The failures that an exploration would record.
  private func failures(of exploration: nonisolated(nonsending) () async -> Void) async -> [String] {
    recorded.withLock { $0.isCollecting = true }
    await exploration()
    return recorded.withLock { recorded in
      defer { recorded = Recorded() }
      return recorded.texts
    }
  }

  // S515
  func testABodyThatFailsNeverIsRunUnderEachSchedule() async {
    // A variable of the test that isn't sendable.
    var seeds: [UInt64] = []
    await explore(schedules: 50) { scheduler in
      seeds.append(scheduler.seed)
      await Task.yield()
    }
    XCTAssertEqual(seeds, Array(0..<50))
  }

  // S516
  func testAFailureIsToldOnceWithItsScheduleInItsShortestForm() async {
    let texts = await failures {
      await explore(function: "testOrder()") { scheduler in
        let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
          Reduce { (state: inout Int, action: Int) in
            state = action
            return action == 0
              ? .merge(
                .run(name: "first", operation: { await $0(1) }, line: 1),
                .run(name: "second", operation: { await $0(2) }, line: 2)
              ) : .none
          }
        }
        await store.send(0)
        await scheduler.settle()
        let last = await store.state
        XCTAssertEqual(last, 2, "the last")
      }
    }
    XCTAssertEqual(texts.count, 2)
    XCTAssertTrue(texts.first?.hasSuffix("the last") == true, "\(texts)")
    XCTAssertEqual(
      texts.last,
      """
      failed - A schedule was found under which testOrder() fails: seed 1, 16 steps, 10 of them with a choice.

      Run it again: TROUPE_SEED=1 swift test --filter testOrder

      The failing run nearest to first-in, first-out order has 16 steps, and differs from that order at 1 of them (found in \
      9 runs):
        step 3: "second" (TroupeTestingTests/ExploreTests.swift:2) #3 ran before "first" \
      (TroupeTestingTests/ExploreTests.swift:1) #2
      """
    )
  }

  // S516
  func testAnErrorAndAnIssueAreFailures() async {
    let thrown = await failures {
      await explore { _ in throw WrongState(description: "wrong") }
    }
    XCTAssertEqual(thrown.first, "failed - The body threw an error: wrong")
    XCTAssertTrue(
      thrown.last?.hasSuffix(
        "The test also fails in first-in, first-out order, so the failure needs no race and also occurs without `explore`."
      )
        == true
    )
    let reported = await failures {
      await explore { _ in reportIssue("an issue") }
    }
    XCTAssertEqual(reported.first, "failed - an issue")
    XCTAssertEqual(reported.count, 2)
  }

  func testFailuresGoToTheReportersInForce() async {
    let issues = Locked<[String]>([])
    struct Reporter: IssueReporter {
      let take: @Sendable (String) -> Void
      func report(_ issue: ReportedIssue) { take(issue.message) }
    }
    await withIssueReporters([Reporter { message in issues.withLock { $0.append(message) } }]) {
      await explore { _ in reportIssue("an issue") }
    }
    XCTAssertEqual(issues.withLock { $0.count }, 2)
    XCTAssertEqual(issues.withLock { $0.first }, "an issue")
  }

  // S517
  func testARunThatIsNotDecidedByItsScheduleIsCalledThat() async {
    var runs = 0
    let texts = await failures {
      await explore { _ in
        runs += 1
        if runs == 3 { reportIssue("an issue") }
      }
    }
    let causes =
      Scheduler.capturesAllTasks
      ? """
      Look for threads, Dispatch and custom executors, system calls, and variables that the runs share. If the order of \
      a set or a dictionary matters, run the test with `SWIFT_DETERMINISTIC_HASHING=1` in the environment.
      """
      : """
      Look for `Task { }` and `Task.detached` that don't run on the scheduler, a real clock, random numbers, the order \
      of a set or a dictionary, and variables that the runs share.
      """
    XCTAssertEqual(
      texts.last,
      """
      failed - A schedule was found under which testARunThatIsNotDecidedByItsScheduleIsCalledThat() fails: \
      seed 2, 1 steps, 0 of them with a choice.

      Run it again: TROUPE_SEED=2 swift test --filter testARunThatIsNotDecidedByItsScheduleIsCalledThat

      The test didn't fail again under the same schedule, so the run depends on more than the schedule. \(causes)
      """
    )
  }

  func testAnAssertionThatIsRecordedAlreadyIsNotRepeated() async {
    let body = ExploredBody(realTimeLimit: .seconds(10), location: CallSite()) { _ in
      RunFailures.current?.add(.recorded(file: "", line: 1))
    }
    let failure = await Exploration(seeds: 0..<5, function: "test()").findFailure(body)
    XCTAssertEqual(
      failure?.message,
      """
      A schedule was found under which test() fails: seed 0, 1 steps, 0 of them with a choice.

      Run it again: TROUPE_SEED=0 swift test --filter test

      The failure wasn't shrunk, because XCTest has already recorded it and would record it again in each run. \
      Derive the test case from `ExploringTestCase`, which holds failures back, so that `explore` can repeat the run.
      """
    )
  }

  func testARunThatWaitsForWhatNeverComesFailsAtALimit() async {
    let texts = await failures {
      await explore(realTimeLimit: .milliseconds(1)) { scheduler in
        let clock = TestClock(scheduler: scheduler)
        try? await clock.sleep(for: .seconds(3))
      }
    }
    XCTAssertEqual(
      texts.first,
      """
      failed - No job has been runnable on the scheduler for 0.001 seconds, and the operation hasn't ended. The \
      operation is now cancelled.

      1 task is sleeping on a test clock whose time is 0.0 seconds, the first until 3.0 seconds: advance the \
      clock with `advance(by:)` or `run()`.

      Otherwise the operation is waiting for work outside the scheduler (network, files, \
      \(Scheduler.capturesAllTasks ? "a thread" : "`Task.detached`"), a continuation that \
      other code holds), or for an event that never happens. If that work takes longer, give the \
      scheduler a longer `realTimeLimit`.
      """
    )
    XCTAssertEqual(texts.count, 2)
  }

  @MainActor
  func testABodyMayBelongToTheMainActor() async {
    var runs = 0
    await explore(schedules: 20) { scheduler in
      MainActor.assertIsolated()
      runs += 1
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { (state: inout Int, action: Int) in
          state += action
          return action == 1 ? .run { await $0(2) } : .none
        }
      }
      await store.send(1)
      await scheduler.settle()
      let state = await store.state
      XCTAssertEqual(state, 3)
    }
    XCTAssertEqual(runs, 20)
  }

  func testATaskIsNamedByItsEffectItsNameOrItsStarter() async {
    let body = ExploredBody(realTimeLimit: .seconds(10), location: CallSite()) { scheduler in
      let clock = TestClock(scheduler: scheduler)
      let named = Task(name: "named", executorPreference: scheduler) {
        try await clock.sleep(for: .seconds(1))
      }
      let plain = Task(executorPreference: scheduler) {}
      await clock.run()
      try await named.value
      await plain.value
    }
    let line = #line - 5
    let run = await body.run([], [], seed: 0, isTraced: true)
    let origin = Scheduler.capturesAllTasks ? "created at ExploreTests.swift:\(line)" : "started by the test"
    XCTAssertEqual(
      (0..<3).map { run.trace.name(of: $0) },
      ["the test", "\"named\"", "task 2 (\(origin))"]
    )
    XCTAssertEqual(run.trace.name(of: nil), "work from outside")
  }

  func testTheSeedStaysThatOfTheRunWhenItIsRepeated() async {
    let texts = await failures {
      await explore { scheduler in
        if scheduler.seed == 5 { reportIssue("an issue") }
      }
    }
    XCTAssertTrue(texts.last?.contains("TROUPE_SEED=5 ") == true, "\(texts)")
    XCTAssertTrue(
      texts.last?.contains("The test also fails in first-in, first-out order") == true,
      "\(texts)"
    )
  }

  func testACancelledTestIsNotAFailureOfItsBody() async {
    let texts = await failures {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          withUnsafeCurrentTask { $0?.cancel() }
          await explore { _ in try Task.checkCancellation() }
        }
      }
    }
    XCTAssertEqual(texts, [])
  }
}
