import Troupe
import TroupeTesting
import XCTest

final class StoreTests: TroupeTestCase {
  // S001
  func testAnActionWithoutEffectLeavesNothingBehind() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let task = await store.send(1)
      let state = await store.state
      XCTAssertEqual(state, [1])
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
      // S032
      await task.finish()
      task.cancel()
      XCTAssertTrue(task.isCancelled)
    }
  }

  // S003, S110
  func testSynchronousActionsAreFollowedUpBreadthFirstBeforeSendReturns() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: .merge(.send(1), .send(2))
        case 1: .send(3)
        default: .none
        }
      }
      await store.send(0)
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 2, 3])
    }
  }

  // S004
  func testAHundredThousandSynchronousActionsNeedNoStack() async {
    // Without a scheduler, which takes a turn that is as long under a sanitizer for a job that hangs.
    let store = Store(initialState: 0) {
      Reduce<Int, Void> { state, _ in
        state += 1
        return state < 100_000 ? .send(()) : .none
      }
    }
    await store.send(())
    let count = await store.state
    XCTAssertEqual(count, 100_000)
  }

  // S002, S025, S033
  func testFinishWaitsForTheWholeCascade() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 4 else { return .none }
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(action + 1)
        }
      }
      let task = await store.send(0)
      let finished = Collector<Bool>()
      async let waiting: Void = {
        await task.finish()
        finished.append(true)
      }()
      for second in 1...4 {
        XCTAssertEqual(finished.count, 0)
        let running = await store.runningEffects
        XCTAssertEqual(running.count, 1)
        await clock.advance(by: .seconds(1))
        let state = await store.state
        XCTAssertEqual(state, Array(0...second))
      }
      await waiting
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  // D7
  func testCancellingTheOneWhoFinishesCancelsTheWork() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { _ in .run { _ in try await clock.sleep(for: .seconds(1)) } }
      let task = await store.send(0)
      let waiting = Task(executorPreference: scheduler) { await task.finish() }
      await scheduler.settle()
      waiting.cancel()
      await waiting.value
      XCTAssertTrue(task.isCancelled)
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S027, S030, D11
  func testCancellingAHandleCancelsEveryDescendantAndNothingElse() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 3 else { return .run { _ in try await clock.sleep(for: .seconds(1000)) } }
        return .merge(
          .run { _ in try await clock.sleep(for: .seconds(1000)) },
          .run { send in await send(action + 1) }
        )
      }
      let task = await store.send(0)
      let other = await store.send(100)
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 5)
      task.cancel()
      await task.finish()
      XCTAssertEqual(clock.sleeperCount, 1)
      other.cancel()
      await other.finish()
    }
  }

  // D11: from the moment of the cancellation, nothing is reduced.
  func testNothingIsReducedAfterAHandleWasCancelled() async throws {
    try await underSeeds(100) { scheduler, _ in
      let (reached, signal) = AsyncStream<Void>.makeStream()
      let store = numberStore(scheduler) { action in
        if action == 5 { signal.finish() }
        guard action < 50 else { return .none }
        return .run { send in await send(action + 1) }
      }
      let task = await store.send(0)
      let states = Collector<Int>()
      let canceller = Task(executorPreference: scheduler) {
        for await _ in reached {}
        task.cancel()
        states.append(await store.state.count)
      }
      await canceller.value
      await task.finish()
      await scheduler.settle()
      let count = await store.state.count
      XCTAssertEqual([count], states.all)
    }
  }

  // S007, S012
  func testAnEffectsActionIsReducedInATurnOfItsOwn() async throws {
    try await underSeeds { scheduler, _ in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: return .stream(stream, transform: { $0 })
        case 1:
          continuation.yield(2)
          return .none
        default:
          continuation.finish()
          return .none
        }
      }
      let task = await store.send(0)
      await store.send(1)
      await task.finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 2])
    }
  }

  // S072
  func testStoresShareNothing() async throws {
    try await underSeeds { scheduler, clock in
      let make = {
        numberStore(scheduler) { action in
          switch action {
          case 0:
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(42)
            }
            .cancellable(id: "id")
          case 1: .cancel(id: "id")
          default: .none
          }
        }
      }
      let (first, second) = (make(), make())
      await first.send(0)
      await second.send(0)
      await first.send(1)
      await clock.advance(by: .seconds(1))
      let states = (await first.state, await second.state)
      XCTAssertEqual(states.0, [0, 1])
      XCTAssertEqual(states.1, [0, 42])
    }
  }

  // S492
  func testAnEndlessLoopEndsWithAnIssueThatNamesTheAction() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      let store = numberStore(scheduler, scheduler.configuration { $0.actionLimit = 10 }) { _ in
        .merge(.send(7), .send(8))
      }
      try await scheduler.run {
        await store.send(0).finish()
        let state = await store.state
        XCTAssertEqual(state.count, 10)
        let statistics = await store.statistics
        XCTAssertEqual(statistics.droppedActionCount, 11)
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(
      collector.messages[0].contains("10 actions were reduced in one turn"),
      collector.messages[0]
    )
    XCTAssertTrue(
      collector.messages[0].contains("7") || collector.messages[0].contains("8"),
      collector.messages[0]
    )
  }

  // S808
  func testALoopInAPlainStoreEndsAtTheDefaultLimit() async {
    #if DEBUG
      let limit = 100_000
    #else
      let limit = 1_000_000
    #endif
    let collector = IssueCollector()
    await withIssueReporters([collector]) {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += 1
          return .send(action)
        }
      }
      await store.send(7)
      let count = await store.state
      XCTAssertEqual(count, limit)
    }
    XCTAssertEqual(collector.count, 1)
    XCTAssertTrue(collector.messages[0].hasPrefix("\(limit) actions were reduced in one turn"))
  }

  // D20, S013
  func testASendByForceFromAReducerIsQueuedAndReported() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let reference = Collector<Store<[Int], Int>>()
        let store = numberStore(scheduler) { action in
          if action == 0 {
            let store = reference.all[0]
            let task = store.assumeIsolated { $0.send(1) }
            XCTAssertTrue(task.isCancelled)
          }
          return .none
        }
        reference.append(store)
        // The store's reducer refers to the store.
        defer { reference.clear() }
        await store.send(0)
        let state = await store.state
        XCTAssertEqual(state, [0, 1])
        await store.send(2)
        let after = await store.state
        XCTAssertEqual(after, [0, 1, 2])
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
    XCTAssertTrue(collector.messages[0].contains("to its own store while it was reducing another action"))
  }

  // D20, S009: from an observer it runs in the next turn.
  func testASendByForceFromAnObserverRunsInTheNextTurn() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      async let waiting: Void = store.wait { state in
        guard state.contains(1) else { return false }
        store.assumeIsolated { _ = $0.send(2) }
        return true
      }
      await scheduler.settle()
      await store.send(1)
      try await waiting
      await scheduler.settle()
      let state = await store.state
      XCTAssertEqual(state, [1, 2])
    }
  }

  func testReadingInPlaceCopiesNothing() async throws {
    let store = Store(initialState: [Int](repeating: 0, count: 1000)) {
      Reduce<[Int], Int> { state, action in
        state[0] = action
        return .none
      }
    }
    let address = await store.withState { state in
      state.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
    await store.send(1)
    let after = await store.withState { state in
      state.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
    XCTAssertEqual(address, after, "the state was changed in place")
  }

  // S014
  func testStoresNeedNoMainThread() async throws {
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<100 {
        group.addTask {
          let store = Store(initialState: [Int]()) {
            Reduce<[Int], Int> { state, action in
              state.append(action)
              return action == 1 ? .run { await $0(2) } : .none
            }
          }
          await store.send(0)
          await store.send(1).finish()
          return await store.state
        }
      }
      for await state in group { XCTAssertEqual(state, [0, 1, 2]) }
    }
  }
}
