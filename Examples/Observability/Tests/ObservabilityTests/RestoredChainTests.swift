import InMemoryTracing
import Logging
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeLogging
import TroupeTesting
import XCTest

/// The chain of a request continues in a restored store, by the ids that are saved beside the state.
final class RestoredChainTests: ExploringTestCase {
  private static func open(
    _ storage: any Storage,
    _ observer: Observer,
    on scheduler: Scheduler,
    _ clock: TestClock
  ) async throws -> StoreOf<Orders> {
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await Store(
        initialState: Orders.State(),
        storage: storage,
        key: "orders",
        codec: StateCodec(format: JSONFormat()),
        clock: clock,
        configuration: observer.configuration(on: scheduler)
      ) {
        Orders()
      }
    }
  }

  func testAnEffectThatWaitsForASave() async throws {
    await explore(schedules: 20) { scheduler in
      let (observer, clock) = (Observer(), TestClock(scheduler: scheduler))
      let store = try await Self.open(MemoryStorage(), observer, on: scheduler, clock)
      _ = try await Server(observer: observer).respond(to: .order(id: "r-42")) {
        try await store.commit(.placed(1))
      }
      await scheduler.settle()
      let trail = try observer.trail(to: observer.line("Shipping"))
      XCTAssertEqual(trail.map { $0["request.id"] }, ["r-42", "r-42", "r-42", "r-42"])
      XCTAssertEqual(try observer.spans(above: "ship").last, "POST /orders")
      await store.shutdown(within: .zero)
    }
  }

  func testAnEffectOfARestoredState() async throws {
    await explore(schedules: 20) { scheduler in
      let (observer, clock, storage) = (Observer(), TestClock(scheduler: scheduler), MemoryStorage())
      let first = try await Self.open(storage, observer, on: scheduler, clock)
      _ = try await Server(observer: observer).respond(to: .order(id: "r-42")) {
        try await first.commit(.prepared(1))
      }
      await first.shutdown(within: .zero)
      XCTAssertEqual(observer.lines("Shipping").count, 0)

      let second = try await Self.open(storage, observer, on: scheduler, clock)
      await clock.advance(by: .seconds(1))
      let shipping = try observer.line("Shipping")
      // No task-local value survives a restart.
      XCTAssertNil(shipping["request.id"])
      let trail = try observer.trail(to: shipping)
      XCTAssertEqual(
        trail.map { $0[LogKey.effect] ?? $0[LogKey.action] },
        ["ship", "Orders.Action.prepared(…)"]
      )
      XCTAssertEqual(trail.last?["request.id"], "r-42")
      XCTAssertEqual(shipping[LogKey.rootID], trail.last?[LogKey.actionID])
      // The chain continues with the action that the effect sends.
      let thanking = try observer.trail(to: observer.line("Thanking"))
      XCTAssertEqual(
        thanking.map { $0[LogKey.effect] ?? $0[LogKey.action] },
        ["thank", "Orders.Action.shipped(…)", "ship", "Orders.Action.prepared(…)"]
      )
      XCTAssertEqual(thanking.map { $0["request.id"] }, [nil, nil, nil, "r-42"])
      XCTAssertEqual(Set(thanking.map { $0[LogKey.rootID] }), [trail.last?[LogKey.actionID]])
      await second.shutdown(within: .zero)
    }
  }

  /// The spans of a restored effect begin a trace, and name the actions by their ids.
  func testTheSpanOfARestoredEffectHasTheSavedIds() async throws {
    await explore(schedules: 20) { scheduler in
      let (observer, clock, storage) = (Observer(), TestClock(scheduler: scheduler), MemoryStorage())
      let first = try await Self.open(storage, observer, on: scheduler, clock)
      try await first.commit(.prepared(1))
      await first.shutdown(within: .zero)
      observer.tracer.clearAll()
      let second = try await Self.open(storage, observer, on: scheduler, clock)
      await clock.advance(by: .seconds(1))
      let action = try observer.line("Action", where: LogKey.action, is: "Orders.Action.prepared(…)")
      let ship = try XCTUnwrap(observer.tracer.finishedSpans.first { $0.operationName == "ship" })
      XCTAssertNil(ship.parentSpanID)
      XCTAssertEqual(ship["troupe.cause.id"], action[LogKey.actionID])
      XCTAssertEqual(ship["troupe.root.id"], action[LogKey.actionID])
      await second.shutdown(within: .zero)
    }
  }
}
