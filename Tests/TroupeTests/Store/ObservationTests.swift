import Troupe
import TroupeTesting
import XCTest

final class ObservationTests: TroupeTestCase {
  // S005: states in the middle of a turn are never published.
  func testATurnIsPublishedOnce() async throws {
    try await underSeeds { scheduler, _ in
      let store = cascadeStore(scheduler)
      let seen = Collector<Int>()
      let consumer = Task(executorPreference: scheduler) {
        for await state in store.states() { seen.append(state) }
      }
      await scheduler.settle()
      await store.send(0)
      await scheduler.settle()
      XCTAssertEqual(seen.all, [-1, 3])
      consumer.cancel()
      await consumer.value
    }
  }

  func testASlowConsumerGetsTheNewestState() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      var iterator = store.states().makeAsyncIterator()
      let first = await iterator.next()
      XCTAssertEqual(first, [])
      for action in 0..<100 { await store.send(action) }
      let second = await iterator.next()
      XCTAssertEqual(second, Array(0..<100))
    }
  }

  func testAMemberIsDeliveredWithoutRepeats() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let seen = Collector<Bool>()
      let consumer = Task(executorPreference: scheduler) {
        for await isEmpty in store.states(\.isEmpty) { seen.append(isEmpty) }
      }
      await scheduler.settle()
      for action in 0..<5 {
        await store.send(action)
        await scheduler.settle()
      }
      XCTAssertEqual(seen.all, [true, false])
      consumer.cancel()
      await consumer.value
    }
  }

  // S019
  func testACancelledConsumerLeavesNothingBehind() async throws {
    try await underSeeds { scheduler, _ in
      let counted = { Counted.live }
      let before = counted()
      let store = numberStore(scheduler)
      let consumers = (0..<10).map { _ in
        let token = Counted()
        return Task(executorPreference: scheduler) {
          for await _ in store.states() { _ = token }
        }
      }
      await scheduler.settle()
      for consumer in consumers { consumer.cancel() }
      for consumer in consumers { await consumer.value }
      _ = consumers
      await scheduler.settle()
      XCTAssertLessThanOrEqual(counted(), before + 10)
    }
    XCTAssertEqual(Counted.live, 0)
  }

  // S023, S024, with states conflated: the last is never missed.
  func testManyConsumersOnRealThreadsSeeTheLastState() async throws {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          var last = -1
          for await state in store.states() {
            XCTAssertGreaterThan(state, last)
            last = state
            if state == 4000 { break }
          }
          XCTAssertEqual(last, 4000)
        }
      }
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1000 { await store.send(1) } }
      }
    }
  }

  func testStatesOfAScopedStoreEndWithItsState() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Int?.some(1), configuration: scheduler.configuration(for: Int?.self)) {
        Reduce { state, action in
          state = action
          return .none
        }
      }
      let scoped = await store.scope(state: \.self, action: { (action: Int?) in action })
      let child = try XCTUnwrap(scoped as Store<Int, Int?>?)
      let seen = Collector<Int>()
      let consumer = Task(executorPreference: scheduler) {
        for await state in child.states() { seen.append(state) }
      }
      await scheduler.settle()
      await store.send(2)
      await scheduler.settle()
      await store.send(nil)
      await consumer.value
      XCTAssertEqual(seen.all, [1, 2])
    }
  }

  // S022
  func testWaitingForAPredicate() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 0
          ? .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(1)
          } : .none
      }
      await store.send(0)
      async let waiting: Void = store.wait { $0.contains(1) }
      await clock.advance(by: .seconds(1))
      try await waiting
      try await store.wait { $0.contains(1) }
    }
  }

  // Decided in the turn in which it holds.
  func testWaitingForAValueGivesThatOfTheTurn() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      async let found: Int = store.wait { $0.last == 3 ? $0.count : nil }
      await scheduler.settle()
      await store.perform { store in
        for action in 0..<10 { store.send(action) }
      }
      let count = try await found
      XCTAssertEqual(count, 4)
    }
  }

  func testAWaitEndsWithItsTaskAndWithTheStore() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let cancelled = Task(executorPreference: scheduler) { try await store.wait { !$0.isEmpty } }
      let closed = Task(executorPreference: scheduler) { try await store.wait { !$0.isEmpty } }
      await scheduler.settle()
      cancelled.cancel()
      let first = await cancelled.result
      XCTAssertThrowsError(try first.get()) { XCTAssertTrue($0 is CancellationError) }
      await store.shutdown(within: .zero)
      let second = await closed.result
      XCTAssertThrowsError(try second.get()) { XCTAssertEqual($0 as? StoreError, StoreError()) }
      do {
        try await store.wait { !$0.isEmpty }
        XCTFail("There is nothing to wait for.")
      } catch {
        XCTAssertTrue(error is StoreError)
      }
    }
  }
}
