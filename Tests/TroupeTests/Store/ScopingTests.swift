import Troupe
import TroupeTesting
import XCTest

final class ScopingTests: TroupeTestCase {
  struct Child: Sendable, Equatable, Identifiable {
    var id = 0
    var count = 0
  }

  struct State: Sendable {
    var counter = Child()
    var optional: Child?
    var plain: [Int]?
  }

  enum Action: Sendable {
    case counter(Int)
    case optional(Int)
    case plain(Int)
    case set(Child?)
    case setPlain([Int]?)
    case merge
  }

  private static func makeStore(_ scheduler: Scheduler) -> Store<State, Action> {
    Store(initialState: State(), configuration: scheduler.configuration()) {
      Reduce { state, action in
        switch action {
        case .counter(let number): state.counter.count += number
        case .optional(let number): state.optional?.count += number
        case .plain(let number): state.plain?.append(number)
        case .set(let child): state.optional = child
        case .setPlain(let plain): state.plain = plain
        case .merge: return .merge(.send(.set(nil)), .send(.set(Child(id: 1, count: 100))))
        }
        return .none
      }
    }
  }

  // S046, S047, S042
  func testParentAndChildShareOneState() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let child = await store.scope(state: \.counter, action: { Action.counter($0) })
      let grandchild = await child.scope(state: \.count, action: { (number: Int) in number * 10 })
      await store.send(.counter(1))
      await child.send(1)
      await grandchild.send(1)
      let counts = (await store.counter.count, await child.count, await grandchild.state)
      XCTAssertEqual(counts.0, 12)
      XCTAssertEqual(counts.1, 12)
      XCTAssertEqual(counts.2, 12)
      let isAlive = await grandchild.isAlive
      XCTAssertTrue(isAlive)
    }
  }

  // S031
  func testScopedStoresShareEffectsAndHandles() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 1 ? .run { _ in try await clock.sleep(for: .seconds(1)) } : .none
      }
      let child = await store.scope(state: \.self, action: { $0 })
      let task = await child.send(1)
      let running = (await store.runningEffects.count, await child.runningEffects.count)
      XCTAssertEqual(running.0, 1)
      XCTAssertEqual(running.1, 1)
      await clock.advance(by: .seconds(1))
      await task.finish()
      let after = await child.runningEffects
      XCTAssertTrue(after.isEmpty)
    }
  }

  // S054
  func testThereIsNoStoreForStateThatIsNotThere() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let child = await store.scope(state: \.optional, action: { Action.optional($0) })
      XCTAssertNil(child)
    }
  }

  // S055, S056, D15
  func testAScopedStoreWhoseStateHasGone() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = Self.makeStore(scheduler)
        await store.send(.set(Child(count: 5)))
        let scoped = await store.scope(state: \.optional, action: { Action.optional($0) })
        let child = try XCTUnwrap(scoped)
        await child.send(1)
        var count = await child.count
        XCTAssertEqual(count, 6)
        await store.send(.set(nil))
        let isAlive = await child.isAlive
        XCTAssertFalse(isAlive)
        count = await child.count
        XCTAssertEqual(count, 6, "what was read last")
        let task = await child.send(1)
        XCTAssertTrue(task.isCancelled)
        // It doesn't return with another value.
        await store.send(.set(Child(count: 50)))
        await child.send(1)
        count = await child.count
        XCTAssertEqual(count, 6)
        let there = await store.optional
        XCTAssertEqual(there?.count, 50, "another's state is never touched")
      }
    }
    XCTAssertEqual(collector.messages.count, 2)
    XCTAssertTrue(collector.messages[0].contains("whose state is gone"), collector.messages[0])
  }

  // D15, D9: an action that was enqueued before may remove the state.
  func testASendLooksAfterWhatWasEnqueuedBefore() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = Self.makeStore(scheduler)
        await store.send(.set(Child(count: 1)))
        let scoped = await store.scope(state: \.optional, action: { Action.optional($0) })
        let child = try XCTUnwrap(scoped)
        try store.enqueue(.set(nil))
        await child.send(1)
        try store.enqueue(.set(Child(count: 1)))
        let isAlive = await child.isAlive
        XCTAssertFalse(isAlive)
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
  }

  // D21: another identity is another state.
  func testAValueOfAnotherIdentityIsNotTheStoresOwn() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.send(.set(Child(id: 1, count: 1)))
      let scoped = await store.scope(state: \.optional, action: { Action.optional($0) })
      let child = try XCTUnwrap(scoped)
      await store.send(.set(Child(id: 1, count: 2)))
      var isAlive = await child.isAlive
      XCTAssertTrue(isAlive, "the same identity is the same state")
      await store.send(.set(Child(id: 2, count: 3)))
      isAlive = await child.isAlive
      XCTAssertFalse(isAlive)
      let count = await child.count
      XCTAssertEqual(count, 1)
    }
  }

  // D3: scopes are reconciled after each action of a turn.
  func testStateThatGoesAndComesInOneTurnHasGone() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.send(.set(Child(id: 1)))
      let scoped = await store.scope(state: \.optional, action: { Action.optional($0) })
      let child = try XCTUnwrap(scoped)
      await store.send(.merge)
      let isAlive = await child.isAlive
      XCTAssertFalse(isAlive)
    }
  }

  func testWhatWasEnqueuedThroughAScopedStoreIsRefusedWhenItsStateHasGone() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = Self.makeStore(scheduler)
        await store.send(.setPlain([]))
        let scoped = await store.scope(state: \.plain, action: { Action.plain($0) })
        let child = try XCTUnwrap(scoped)
        try child.enqueue(1)
        let plain = await child.state
        XCTAssertEqual(plain, [1])
        try store.enqueue(.setPlain(nil))
        try store.enqueue(.setPlain([7]))
        try child.enqueue(2)
        await scheduler.settle()
        let after = await store.plain
        XCTAssertEqual(after, [7])
      }
    }
    XCTAssertEqual(collector.messages.count, 1)
  }

  // S049
  func testAScopedStoreIsReadOnDemand() async throws {
    struct Counting: Sendable {
      var number = 0
      let reads: Collector<Void>
      var derived: Int {
        reads.append(())
        return number * 2
      }
    }
    let reads = Collector<Void>()
    let scheduler = Scheduler()
    try await scheduler.run {
      let store = Store(
        initialState: Counting(reads: reads),
        configuration: scheduler.configuration(for: Int.self)
      ) {
        Reduce { state, action in
          state.number += action
          return .none
        }
      }
      let child = await store.scope(state: \.derived, action: { $0 })
      await child.send(1)
      await child.send(1)
      XCTAssertEqual(reads.count, 0)
      let value = await child.state
      XCTAssertEqual(value, 4)
      XCTAssertEqual(reads.count, 1)
    }
  }
}
