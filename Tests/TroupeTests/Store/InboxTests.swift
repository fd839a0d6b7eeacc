import Troupe
import TroupeTesting
import XCTest

final class InboxTests: TroupeTestCase {
  // D9, S490
  func testEnqueuedActionsKeepTheirOrderAndComeBeforeALaterSend() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      for action in 0..<10 { try store.enqueue(action) }
      await store.send(10)
      let state = await store.state
      XCTAssertEqual(state, Array(0...10))
      let turns = await store.statistics.turnCount
      XCTAssertEqual(turns, 11, "each has a separate turn")
    }
  }

  // S490
  func testEnqueuedActionsAreReducedWithoutASend() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action < 3
          ? .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(action + 10)
          } : .none
      }
      for action in 0..<3 { try store.enqueue(action) }
      await clock.advance(by: .seconds(1))
      let state = await store.state
      XCTAssertEqual(Array(state.prefix(3)), [0, 1, 2])
      XCTAssertEqual(Set(state), [0, 1, 2, 10, 11, 12])
    }
  }

  // S491
  func testAFullInboxRejectsWithItsCapacity() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler, scheduler.configuration { $0.inbox.capacity = 2 })
      try store.enqueue(0)
      try store.enqueue(1)
      do throws(StoreError) {
        try store.enqueue(2)
        XCTFail("The inbox took more than it holds.")
      } catch {
        XCTAssertEqual(error, .inboxFull(capacity: 2))
        XCTAssertEqual(error.capacity, 2)
        XCTAssertEqual(error.code, .inboxFull)
        XCTAssertTrue(error.description.contains("holds 2 actions"))
      }
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
      try store.enqueue(3)
      let after = await store.state
      XCTAssertEqual(after, [0, 1, 3])
    }
  }

  // S491
  func testAFullInboxDropsByItsPolicyAndCounts() async throws {
    let expected: [(InboxConfiguration.Overflow, [Int])] = [(.dropOldest, [3, 4]), (.dropNewest, [0, 1])]
    for (overflow, kept) in expected {
      try await underSeeds(1) { scheduler, _ in
        let inbox = InboxConfiguration(capacity: 2, overflow: overflow)
        let store = numberStore(scheduler, scheduler.configuration { $0.inbox = inbox })
        let events = store.events()
        for action in 0..<5 { try store.enqueue(action) }
        let state = await store.state
        XCTAssertEqual(state, kept)
        let overflows = await store.statistics.inboxOverflowCount
        XCTAssertEqual(overflows, 3)
        var told = 0
        for await event in events {
          if case .inboxOverflow(let dropped) = event.kind { told += dropped }
          if case .actionReduced(let action) = event.kind, action.description == "\(kept[1])" { break }
        }
        // The overflow is reported when the mailbox is drained, which is when the events began.
        XCTAssertTrue(told == 3 || told == 0)
      }
    }
  }

  // S481
  func testAfterShuttingDownTheInboxIsClosed() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      try store.enqueue(0)
      await store.shutdown(within: .seconds(1))
      let state = await store.state
      XCTAssertEqual(state, [0], "what was enqueued before is reduced")
      XCTAssertThrowsError(try store.enqueue(1)) { XCTAssertEqual($0 as? StoreError, .shutDown) }
    }
  }

  // S490: from many threads: every action arrives once, and each thread's actions arrive in order.
  func testEnqueueFromManyThreads() async throws {
    let configuration = {
      var configuration = StoreConfiguration<Int>()
      configuration.inbox.capacity = 100_000
      return configuration
    }()
    let store = Store(initialState: [Int](), configuration: configuration) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return .none
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<1000 { try store.enqueue(thread * 1000 + number) } }
      }
      try await group.waitForAll()
    }
    let state = await store.state
    XCTAssertEqual(state.sorted(), Array(0..<8000))
    for thread in 0..<8 {
      let own = state.filter { $0 / 1000 == thread }
      XCTAssertEqual(own, own.sorted())
    }
  }
}
