import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Waiting until a store has nothing to do.
final class WhenIdleTests: TroupeTestCase {
  private static func sleeping(_ seconds: Int, on clock: TestClock) -> Effect<Int> {
    .run(name: "\(seconds)") { send in
      try await clock.sleep(for: .seconds(seconds))
      await send(seconds)
    }
  }

  /// Waits until a store is idle, and records that.
  private static func idleness(
    of store: Store<[Int], Int>,
    _ idle: Collector<Bool>,
    on scheduler: Scheduler
  ) -> Task<Void, any Error> {
    Task(executorPreference: scheduler) {
      try await store.whenIdle()
      idle.append(true)
    }
  }

  // S730
  func testItResumesWhenTheLastEffectHasEnded() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: .concatenate(Self.sleeping(1, on: clock), Self.sleeping(2, on: clock)).limited(id: "l", to: 1)
        case 2: Self.sleeping(3, on: clock)
        default: .none
        }
      }
      try await store.whenIdle()
      await store.send(0)
      let idle = Collector<Bool>()
      let waits = (0..<3).map { _ in Self.idleness(of: store, idle, on: scheduler) }
      for seconds in [1, 2] {
        await clock.advance(by: .seconds(seconds))
        await scheduler.settle()
        XCTAssertEqual(idle.count, 0)
      }
      await clock.advance(by: .seconds(3))
      for wait in waits { try await wait.value }
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 2, 3])
      await store.assertNothingIsLeft()
      let awaitsIdleness = await store.awaitsIdleness
      XCTAssertFalse(awaitsIdleness)
    }
  }

  // S730: also the effects of a scoped store's tree.
  func testItWaitsForTheWholeTree() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { $0 == 0 ? Self.sleeping(1, on: clock) : .none }
      let scoped = await store.scope(state: \.count, action: { (action: Int) in action })
      await store.send(0)
      let idle = Collector<Bool>()
      let wait = Task(executorPreference: scheduler) {
        try await scoped.whenIdle()
        idle.append(true)
      }
      await scheduler.settle()
      XCTAssertEqual(idle.count, 0)
      await clock.advance(by: .seconds(1))
      try await wait.value
    }
  }

  // S731
  func testItResumesWhenTheInboxIsEmpty() async throws {
    try await underSeeds(200) { scheduler, _ in
      let store = numberStore(scheduler) { action in
        action < 10 ? .run { send in await send(action + 10) } : .none
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for action in 0..<5 {
          group.addTask(executorPreference: scheduler) {
            try store.enqueue(action)
            await Task.yield()  // not a wait: it lets the others in between
            try store.enqueue(action + 5)
            try await store.whenIdle()
            let state = await store.state
            XCTAssertTrue(state.contains(action + 10) && state.contains(action + 15), "\(state)")
          }
        }
        try await group.waitForAll()
      }
      let count = await store.state.count
      XCTAssertEqual(count, 20)
    }
  }

  // S731: the inbox alone, without any effect, also resumes the waiting tasks.
  func testMailThatLeadsToNothingResumesIt() async throws {
    try await underSeeds(200) { scheduler, _ in
      let store = numberStore(scheduler)
      let enqueueing = Task(executorPreference: scheduler) {
        for action in 0..<20 {
          try store.enqueue(action)
          await Task.yield()  // not a wait: it lets the others in between
        }
      }
      for _ in 0..<10 {
        await Task.yield()  // not a wait: it lets the others in between
        try await store.whenIdle()
      }
      try await enqueueing.value
      try await store.whenIdle()
      let count = await store.state.count
      XCTAssertEqual(count, 20)
    }
  }

  // S732
  func testItDoesntWaitForWhatTheStateDeclares() async throws {
    struct Feature: Reducer {
      let clock: TestClock
      var body: some Reducer<Int, Int> {
        Reduce { state, action in
          state = action
          return action == 1 ? .run { _ in try await clock.sleep(for: .seconds(1)) } : .none
        }
        .task(id: { $0 }) { value in
          .merge(
            .run { _ in try await waitForCancellation() },
            value == 2 ? .run { _ in try await clock.sleep(for: .seconds(2)) }.onShutdown(.finish) : .none
          )
        }
      }
    }
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Feature(clock: clock)
      }
      try await store.whenIdle()
      let running = await store.runningEffects
      XCTAssertEqual(running.count, 1)
      for action in [1, 2] {
        await store.send(action)
        let idle = Collector<Bool>()
        let wait = Task(executorPreference: scheduler) {
          try await store.whenIdle()
          idle.append(true)
        }
        await scheduler.settle()
        XCTAssertEqual(idle.count, 0)
        await clock.advance(by: .seconds(action))
        try await wait.value
      }
      await store.shutdown(within: .zero)
      await store.assertNothingIsLeft()
      let declaredCount = await store.perform { $0.core.runtime.engine.nodes.declaredCount }
      XCTAssertEqual(declaredCount, 0)
    }
  }

  // S733
  func testCancellingTheTaskEndsTheWaitAlone() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { $0 == 0 ? Self.sleeping(1, on: clock) : .none }
      await store.send(0)
      let idle = Collector<Bool>()
      let wait = Self.idleness(of: store, idle, on: scheduler)
      await scheduler.settle()
      wait.cancel()
      let result = await wait.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
      let awaitsIdleness = await store.awaitsIdleness
      XCTAssertFalse(awaitsIdleness)
      await clock.advance(by: .seconds(1))
      try await store.whenIdle()
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
    }
  }

  // S734
  func testAShutdownEndsTheWait() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate()
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: Self.sleeping(1000, on: clock)
        case 1: .run { _ in await gate.wait() }
        default: .none
        }
      }
      await store.send(0)
      let idle = Collector<Bool>()
      let wait = Self.idleness(of: store, idle, on: scheduler)
      await scheduler.settle()
      await store.shutdown(within: .zero)
      try await wait.value
      XCTAssertEqual(idle.count, 1)
      try await store.whenIdle()

      let other = numberStore(scheduler) { _ in .run { _ in await gate.wait() } }
      await other.send(1)
      let otherWait = Self.idleness(of: other, idle, on: scheduler)
      await scheduler.settle()
      async let shutdown = other.shutdown(within: .zero, cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(1))
      _ = await shutdown
      let result = await otherWait.result
      XCTAssertThrowsError(try result.get()) { XCTAssertEqual($0 as? StoreError, .shutDown) }
      gate.open()
      await scheduler.settle()
    }
  }

  // S735
  func testAnEffectThatWaitsForItsOwnStoreIsReportedAndGoesOn() async throws {
    try await underSeeds { scheduler, _ in
      let store = Locked<Store<[Int], Int>?>(nil)
      let made = numberStore(scheduler) { action in
        action == 0
          ? .run(name: "waiter") { send in
            guard let store = store.withLock({ $0 }) else { return }
            try await store.whenIdle()
            await send(1)
          } : .none
      }
      store.withLock { $0 = made }
      try await expectingIssues {
        await made.send(0)
        try await made.whenIdle()
      } _: {
        $0.contains("\"waiter\"")
          && $0.contains("called `whenIdle`, which waits until this effect has ended")
      }
      store.withLock { $0 = nil }
      let state = await made.state
      XCTAssertEqual(state, [0, 1])
      XCTAssertTrue(WaitGraph.all.withLock { $0.waits.isEmpty })
    }
  }
}

extension Store {
  fileprivate var awaitsIdleness: Bool { core.runtime.awaitsIdleness }
}
