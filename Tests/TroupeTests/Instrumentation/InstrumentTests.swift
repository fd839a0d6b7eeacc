import TroupeTesting
import XCTest

@testable import Troupe

/// What instruments receive about actions, and how they wrap reductions.
final class InstrumentTests: TroupeTestCase {
  private static func configuration(
    _ scheduler: Scheduler,
    _ instruments: any Instrument...
  ) -> StoreConfiguration<Int> {
    scheduler.configuration { $0.instruments = instruments }
  }

  // S600, S601
  func testAChainCanBeWalkedFromTheFirstActionToTheLast() async throws {
    try await underSeeds { scheduler, clock in
      let watcher = Watcher()
      let store = numberStore(scheduler, Self.configuration(scheduler, watcher)) { action in
        switch action {
        case 0: .run { send in await send(1) }
        case 1: .merge(.send(2), .send(3))
        case 3: .run { _ in }.debounce(id: "d", for: .seconds(1), clock: clock)
        default: .none
        }
      }
      let task = await store.send(0)
      await clock.run()
      await task.finish()
      try store.enqueue(9)
      await scheduler.settle()
      XCTAssertEqual(
        watcher.chain,
        [
          "1: 0 sent", "2: 1 effect by 1 root 1", "3: 2 returned by 2 root 1", "4: 3 returned by 2 root 1",
          "5: 9 enqueued",
        ]
      )
      XCTAssertEqual(watcher.effects.all.map { $0.cause?.action.number }, [1, 4])
      XCTAssertEqual(Set(watcher.effects.all.map { $0.cause?.root }), [watcher.actions.all.first?.id])
      XCTAssertEqual(Set(watcher.actions.all.map(\.id.run)).count, 1)
      XCTAssertEqual(watcher.actions.all.map(\.instant), watcher.actions.all.map(\.instant).sorted())
    }
  }

  // S602
  func testTheFirstInstrumentIsAroundTheOthersAndEachHasItsOwnContext() async throws {
    try await underSeeds { scheduler, _ in
      let lines = Watcher("a ")
      let other = Watcher("b ")
      let store = numberStore(scheduler, Self.configuration(scheduler, lines, other)) { action in
        action < 2 ? .run(name: "work") { send in await send(action + 1) } : .none
      }
      await store.send(0).finish()
      XCTAssertEqual(lines.actions.all.map { $0.instrumentContext as? String }, [nil, "/a 0", "/a 0/a 1"])
      XCTAssertEqual(other.effects.all.map { $0.instrumentContext as? String }, ["/b 0", "/b 0/b 1"])
    }
    let order = Collector<String>()
    let store = Store<Int, Int>(
      initialState: 0,
      configuration: {
        var configuration = StoreConfiguration<Int>()
        configuration.instruments = [Around("outer", order), Around("inner", order)]
        return configuration
      }()
    ) {
      Reduce { _, action in
        order.append("reducer")
        return .run { _ in order.append("work") }
      }
    }
    await store.send(0).finish()
    XCTAssertEqual(
      order.all,
      [
        "outer reduces", "inner reduces", "reducer", "inner reduced", "outer reduced", "outer runs",
        "inner runs", "work", "inner ran", "outer ran",
      ]
    )
  }

  // S603
  func testATurnCountsWhatItReduced() async throws {
    try await underSeeds { scheduler, _ in
      let watcher = Watcher()
      let store = numberStore(scheduler, Self.configuration(scheduler, watcher)) { action in
        action == 0 ? .merge(.send(1), .send(2)) : .none
      }
      await store.send(0)
      await store.send(3)
      XCTAssertEqual(watcher.turns.all.map(\.number), [1, 2])
      XCTAssertEqual(watcher.turns.all.map(\.actionCount), [3, 1])
      XCTAssertEqual(watcher.turns.all.map(\.first.number), [1, 4])
      for turn in watcher.turns.all { XCTAssertLessThanOrEqual(turn.start, turn.end) }
    }
  }

  // S604
  func testAReductionHappensOnceWhateverAnInstrumentDoes() async throws {
    let issues = IssueCollector()
    for calls in [0, 2] {
      let configuration = {
        var configuration = StoreConfiguration<Int>()
        configuration.instruments = [Careless(calls: calls)]
        return configuration
      }()
      let works = Collector<Int>()
      await withIssueReporters([issues]) {
        let store = Store<[Int], Int>(initialState: [], configuration: configuration) {
          Reduce { state, action in
            state.append(action)
            return .run { _ in works.append(action) }
          }
        }
        await store.send(7).finish()
        let state = await store.state
        XCTAssertEqual(state, [7])
      }
      XCTAssertEqual(works.all, [7])
    }
    XCTAssertEqual(issues.messages.count, 2)
    XCTAssertTrue(
      issues.messages.allSatisfy {
        $0.contains("was skipped by an instrument") && $0.contains("Careless didn't call")
      },
      "\(issues.messages)"
    )
  }

  // S605
  func testAnActionThatAnEffectSendsToAnotherStoreFollowsFromIt() async throws {
    try await underSeeds { scheduler, _ in
      let watcher = Watcher()
      let log = numberStore(scheduler, Self.configuration(scheduler, watcher))
      let store = numberStore(scheduler, Self.configuration(scheduler, watcher)) { action in
        .run { _ in
          _ = await log.send(action + 1)
          try log.enqueue(action + 2)
        }
      }
      await store.send(0).finish()
      await scheduler.settle()
      let actions = watcher.actions.all
      XCTAssertEqual(watcher.chain.map { $0.prefix(2) }, ["1:", "1:", "2:"])
      XCTAssertEqual(actions.map(\.origin), [.sent, .sent, .enqueued])
      XCTAssertEqual(actions.dropFirst().map { $0.cause?.action }, [actions[0].id, actions[0].id])
      XCTAssertNotEqual(actions[0].store.run, actions[1].store.run)
    }
  }

  // S602
  func testAnInstrumentGetsItsOwnContextInAnotherStore() async throws {
    try await underSeeds { scheduler, _ in
      let (first, second) = (Watcher("1 "), Watcher("2 "))
      let other = numberStore(
        scheduler,
        Self.configuration(scheduler, second, Around("a", Collector()), first)
      )
      let store = numberStore(scheduler, Self.configuration(scheduler, first)) { action in
        .run { _ in await other.send(action + 1) }
      }
      await store.send(0).finish()
      XCTAssertEqual(first.actions.all.map { $0.instrumentContext as? String }, [nil, "/1 0"])
      XCTAssertEqual(second.actions.all.map { $0.instrumentContext as? String }, [nil])
    }
  }

  // S606
  func testWhatIsDroppedCancelledAndOverflowsIsTold() async throws {
    try await underSeeds { scheduler, clock in
      let watcher = Watcher()
      let configuration = scheduler.configuration {
        $0.instruments = [watcher]
        $0.inbox = InboxConfiguration(capacity: 1, overflow: .dropNewest)
      }
      let gate = Gate()
      let store = numberStore(scheduler, configuration) { action in
        switch action {
        case 0:
          .run(name: "deaf") { send in
            await gate.wait()
            await send(1)
          }
          .cancellable(id: "id")
        case 2: .cancel(id: "id")
        default: .none
        }
      }
      let task = await store.send(0)
      await scheduler.settle()
      await store.send(2)
      gate.open()
      await task.finish()
      for number in 5..<8 { try store.enqueue(number) }
      await scheduler.settle()
      XCTAssertEqual(
        watcher.lines.all.filter { !$0.hasPrefix("reduce") },
        ["run deaf", "cancelled deaf of 1", "dropped 1 of 1", "ran deaf", "overflow 2"]
      )
    }
  }

  // S600
  func testAStoreWithoutInstrumentsIsNotTraced() async throws {
    let store = Store<Int, Int>(initialState: 0) { Reduce { _, _ in .none } }
    await store.send(1)
    var isTraced = await store.perform { $0.core.runtime.tracer != nil }
    XCTAssertFalse(isTraced)
    // Nor is a store whose events are no longer consumed.
    var events: StoreEvents? = store.events()
    await store.send(1)
    isTraced = await store.perform { $0.core.runtime.tracer != nil }
    XCTAssertTrue(isTraced)
    _ = events
    events = nil
    await store.send(1)
    isTraced = await store.perform { $0.core.runtime.tracer != nil }
    XCTAssertFalse(isTraced)
  }

  func testTheTextOfAnIDCanBeReadBack() {
    let id = ActionID(run: 0x5f2c, number: 17)
    XCTAssertEqual(id.description, "0000000000005f2c.17")
    XCTAssertEqual(ActionID(id.description), id)
    for text in ["", ".", "5f2c.17", "0000000000005f2c.", "0000000000005f2c.017", "0000000000005F2C.17"] {
      XCTAssertNil(ActionID(text), text)
    }
  }
}

/// Records when it wraps something.
private struct Around: Instrument {
  let name: String
  let order: Collector<String>

  init(_ name: String, _ order: Collector<String>) {
    self.name = name
    self.order = order
  }

  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    order.append("\(name) reduces")
    body(&state)
    order.append("\(name) reduced")
  }

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    order.append("\(name) runs")
    try await operation()
    order.append("\(name) ran")
  }
}

/// Doesn't call the given closure, or calls it more than once.
private struct Careless: Instrument {
  let calls: Int

  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    for _ in 0..<calls { body(&state) }
  }

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    for _ in 0..<calls { try await operation() }
  }
}
