import Troupe
import TroupeTesting
import XCTest

final class ShutdownTests: TroupeTestCase {
  // S482
  func testEffectsMayFinishBeforeTheDeadline() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 0
          ? .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(1)
          } : .none
      }
      let task = await store.send(0)
      async let report = store.shutdown(within: .seconds(2), clock: clock)
      await clock.advance(by: .seconds(1))
      let done = await report
      XCTAssertTrue(done.isComplete)
      XCTAssertEqual(done.description, "All effects ended by themselves.")
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
      await task.finish()
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S483
  func testWhatRunsAtTheDeadlineIsCancelledAndNamed() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 0 ? .run(name: "poll") { _ in try await clock.sleep(for: .seconds(1000)) } : .none
      }
      await store.send(0)
      async let report = store.shutdown(within: .seconds(2), clock: clock)
      await clock.advance(by: .seconds(2))
      let done = await report
      XCTAssertEqual(done.cancelled.map(\.name), ["poll"])
      XCTAssertTrue(done.stillRunning.isEmpty)
      XCTAssertTrue(done.description.contains("\"poll\""), done.description)
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  // S484
  func testAnEffectThatIgnoresItsCancellationIsNamedAndLeftBehind() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate()
      let store = numberStore(scheduler) { action in
        action == 0
          ? .run(name: "stubborn") { send in
            await gate.wait()
            await send(1)
          } : .none
      }
      let task = await store.send(0)
      async let report = store.shutdown(within: .seconds(1), cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(2))
      let done = await report
      // Nothing waits for abandoned work.
      await task.finish()
      XCTAssertEqual(done.stillRunning.map(\.name), ["stubborn"])
      XCTAssertTrue(done.description.contains("still running"), done.description)
      gate.open()
      await scheduler.settle()
      let state = await store.state
      XCTAssertEqual(state, [0])
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  func testAllWhoShutDownAtTheSameTimeGetTheOneReport() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 0 ? .run(name: "poll") { _ in try await clock.sleep(for: .seconds(1000)) } : .none
      }
      await store.send(0)
      await withTaskGroup(of: ShutdownReport.self) { group in
        for caller in 1...10 {
          group.addTask { await store.shutdown(within: .seconds(caller), clock: clock) }
        }
        await clock.advance(by: .seconds(1))
        for await report in group {
          XCTAssertEqual(report.cancelled.map(\.name), ["poll"])
          XCTAssertTrue(report.stillRunning.isEmpty)
        }
      }
      let later = await store.shutdown(within: .zero, clock: clock)
      XCTAssertEqual(later.cancelled.map(\.name), ["poll"])
    }
  }

  // S486
  func testCancellingTheOneWhoShutsDownBringsTheDeadlineForward() async throws {
    try await underSeeds { scheduler, clock in
      let ended = Collector<Bool>()
      let store = numberStore(scheduler) { action in
        action == 0
          ? .run { _ in
            try? await clock.sleep(for: .seconds(1000))
            ended.append(true)
          } : .none
      }
      await store.send(0)
      let shutdown = Task(executorPreference: scheduler) {
        await store.shutdown(within: .seconds(100), clock: clock)
      }
      await scheduler.settle()
      shutdown.cancel()
      let report = await shutdown.value
      XCTAssertEqual(report.cancelled.count, 1)
      XCTAssertTrue(report.stillRunning.isEmpty)
      XCTAssertEqual(ended.all, [true])
    }
  }

  // S481
  func testASendAfterwardsIsAnIssueAndItsTaskIsFinished() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = numberStore(scheduler, scheduler.configuration { $0.name = "numbers" })
        await store.shutdown(within: .zero)
        let task = await store.send(1)
        await task.finish()
        let state = await store.state
        XCTAssertEqual(state, [])
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(
      collector.messages[0].contains("the store \"numbers\" (TroupeTests/NumberStore.swift:"),
      collector.messages[0]
    )
  }

  // S487
  func testTheLastStateIsDeliveredBeforeTheStreamEnds() async throws {
    try await underSeeds(50) { scheduler, _ in
      let store = numberStore(scheduler)
      let seen = Collector<[Int]>()
      let consumer = Task(executorPreference: scheduler) {
        for await state in store.states() { seen.append(state) }
      }
      await scheduler.settle()
      await store.send(1)
      await store.shutdown(within: .zero)
      await consumer.value
      XCTAssertEqual(seen.all.last, [1])
    }
  }

  // S485
  func testWhatNeverBeganIsReported() async throws {
    try await underSeeds(1) { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return Effect.concatenate(
          .run(name: "first") { _ in try await clock.sleep(for: .seconds(1)) },
          .send(1)
        )
        .limited(id: "one", to: 1)
      }
      await store.send(0)
      await store.send(0)
      async let shutdown = store.shutdown(within: .seconds(0.5), clock: clock)
      await clock.advance(by: .seconds(0.5))
      let report = await shutdown
      XCTAssertEqual(report.cancelled.map(\.name), ["first"])
      XCTAssertEqual(report.forgottenCount, 3)
      XCTAssertTrue(report.description.contains("never started: 3"), report.description)
    }
  }

  // S484
  func testASecondShutdownDoesntWaitForWhatTheFirstLeftBehind() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate()
      let store = numberStore(scheduler) { action in action == 0 ? .run { _ in await gate.wait() } : .none }
      await store.send(0)
      async let first = store.shutdown(within: .zero, cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(1))
      _ = await first
      let second = await store.shutdown(within: .seconds(1), cancellationGrace: .seconds(1), clock: clock)
      XCTAssertEqual(second.stillRunning.count, 1)
      XCTAssertEqual(clock.sleeperCount, 0)
      gate.open()
      await scheduler.settle()
    }
  }

  // S486
  func testShuttingDownTwiceIsFine() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { _ in .run { _ in try await clock.sleep(for: .seconds(1000)) } }
      await store.send(0)
      async let first = store.shutdown(within: .seconds(100), clock: clock)
      async let second = store.shutdown(within: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(1))
      let reports = await [first, second]
      XCTAssertEqual(reports.map(\.cancelled.count), [1, 1])
    }
  }

  // S488
  func testShuttingDownThroughAScopedStoreEndsTheTree() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let child = await store.scope(state: \.self, action: { $0 })
      await child.shutdown(within: .zero)
      XCTAssertThrowsError(try store.enqueue(1))
      var states = store.states().makeAsyncIterator()
      let last = await states.next()
      XCTAssertEqual(last, [])
      let end = await states.next()
      XCTAssertNil(end)
    }
  }

  // S489
  func testWithStoreCancelsItsEffectsAndWaitsForThem() async throws {
    try await underSeeds { scheduler, clock in
      let ended = Collector<String>()
      let value = await withStore(
        initialState: 0,
        configuration: scheduler.configuration(for: Int.self),
        reducer: {
          Reduce { state, action in
            state += action
            return .run { _ in
              try? await clock.sleep(for: .seconds(1))
              ended.append(Task.isCancelled ? "cancelled" : "finished")
            }
          }
        }
      ) { store in
        await store.send(5)
        // Let it begin: work that is cancelled before that never begins.
        await scheduler.settle()
        return await store.state
      }
      XCTAssertEqual(value, 5)
      XCTAssertEqual(ended.all, ["cancelled"])
    }
  }

  // S489
  func testWithStoreCanLetEffectsFinish() async throws {
    try await underSeeds { scheduler, clock in
      let ended = Collector<String>()
      let task = Task(executorPreference: scheduler) {
        await withStore(
          initialState: 0,
          configuration: scheduler.configuration(for: Int.self),
          onReturn: .finish,
          reducer: {
            Reduce { state, action in
              state += action
              return .run { _ in
                try? await clock.sleep(for: .seconds(1))
                ended.append(Task.isCancelled ? "cancelled" : "finished")
              }
            }
          }
        ) { store in
          _ = await store.send(5)
        }
      }
      await clock.advance(by: .seconds(1))
      await task.value
      XCTAssertEqual(ended.all, ["finished"])
    }
  }

  // S489
  func testWithStoreEndsItsEffectsWhenTheOperationThrows() async throws {
    struct Failure: Error, Equatable {}
    try await underSeeds { scheduler, clock in
      let ended = Collector<Bool>()
      do throws(Failure) {
        try await withStore(
          initialState: 0,
          configuration: scheduler.configuration(for: Int.self),
          onReturn: .finish,
          reducer: {
            Reduce { _, _ in
              .run { _ in
                try? await clock.sleep(for: .seconds(1))
                ended.append(Task.isCancelled)
              }
            }
          }
        ) { store throws(Failure) in
          await store.send(1)
          await scheduler.settle()
          throw Failure()
        }
        XCTFail("The error was lost.")
      } catch {
        XCTAssertEqual(error, Failure())
      }
      XCTAssertEqual(ended.all, [true])
    }
  }
}
