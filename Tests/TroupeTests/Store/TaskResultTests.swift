import Troupe
import TroupeTesting
import XCTest

/// What a handle returns about the errors of effects, and what a send reads in its turn.
final class TaskResultTests: TroupeTestCase {
  private struct Failure: Error, Equatable {
    var number = 0
  }

  private static func store(
    _ scheduler: Scheduler,
    _ clock: TestClock,
    _ policy: FailurePolicy<Int>
  ) -> Store<[Int], Int> {
    numberStore(scheduler, scheduler.configuration { $0.failurePolicy = policy }) { action in
      switch action {
      case 0: .run { send in await send(1) }
      case 1: .run { _ in throw Failure(number: 1) }
      case 2:
        .merge(
          .run { _ in
            try await clock.sleep(for: .seconds(2))
            throw Failure(number: 2)
          },
          .run { _ in
            try await clock.sleep(for: .seconds(1))
            throw Failure(number: 3)
          }
        )
      case 3:
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(9)
        }
      case 4: .run { _ in throw CancellationError() }
      case 5: .run { _ in try await clock.sleep(for: .seconds(1)) }
      default: .none
      }
    }
  }

  private static func error(of task: StoreTask) async -> (any Error)? {
    do {
      try await task.result()
      return nil
    } catch {
      return error
    }
  }

  // S690
  func testTheFirstErrorIsThrownWhateverThePolicy() async throws {
    for policy in [FailurePolicy<Int>.send { _ in 9 }, .cancelScope] {
      try await underSeeds { scheduler, clock in
        let store = Self.store(scheduler, clock, policy)
        let ofAnotherEffect = await Self.error(of: store.send(0))
        XCTAssertEqual(ofAnotherEffect as? Failure, Failure(number: 1))
      }
    }
    try await underSeeds { scheduler, clock in
      let store = Self.store(scheduler, clock, .send { _ in 9 })
      let task = await store.send(2)
      async let error = Self.error(of: task)
      await clock.run()
      let first = await error as? Failure
      XCTAssertEqual(first, Failure(number: 3))
      // A later caller gets the same, and several may ask.
      let later = await Self.error(of: task) as? Failure
      XCTAssertEqual(later, Failure(number: 3))
    }
  }

  // S690
  func testWhatIsHandledIsNoError() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.store(scheduler, clock, .report)
      for action in [3, 4, 7] {
        let error = await Self.error(of: store.send(action))
        XCTAssertNil(error, "\(action)")
      }
    }
  }

  // S690
  func testAReportedErrorIsThrownToo() async throws {
    try await underSeeds(3) { scheduler, clock in
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        let store = Self.store(scheduler, clock, .report)
        let error = await Self.error(of: store.send(1))
        XCTAssertEqual(error as? Failure, Failure(number: 1))
      }
      XCTAssertEqual(issues.messages.count, 1)
    }
  }

  // S691
  func testACancelledHandleAndARefusedActionThrow() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.store(scheduler, clock, .report)
      let task = await store.send(5)
      task.cancel()
      let cancelled = await Self.error(of: task)
      XCTAssertTrue(cancelled is CancellationError)
      let waiting = Task { [task = await store.send(5)] in await Self.error(of: task) }
      await scheduler.settle()
      waiting.cancel()
      let ofWaiter = await waiting.value
      XCTAssertTrue(ofWaiter is CancellationError)
      await store.shutdown(within: .zero)
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        let refused = await Self.error(of: store.send(7))
        XCTAssertEqual(refused as? StoreError, .shutDown)
      }
      XCTAssertEqual(issues.messages.count, 1)
    }
  }

  // S692
  func testAStateIsReadInTheTurnOfItsAction() async throws {
    try await underSeeds(50) { scheduler, _ in
      let store = numberStore(scheduler) { action in action < 100 ? .send(action + 100) : .none }
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<10 {
          group.addTask {
            try? store.enqueue(1_000 + number)
            let (task, last) = await store.send(number, returning: { $0.suffix(2).map { $0 } })
            XCTAssertEqual(last, [number, number + 100])
            XCTAssertTrue(task.wasReduced)
          }
        }
      }
      let count = try await store.trySend(500, returning: { $0.count }).value
      XCTAssertEqual(count, 31)
      await store.shutdown(within: .zero)
      do {
        try await store.trySend(501, returning: { $0.count })
        XCTFail("It was reduced.")
      } catch {
        XCTAssertEqual(error as? StoreError, .shutDown)
      }
    }
  }
}
