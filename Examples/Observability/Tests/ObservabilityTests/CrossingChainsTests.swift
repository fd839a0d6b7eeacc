import InMemoryTracing
import Logging
import Tracing
import Troupe
import TroupeLogging
import TroupeTesting
import XCTest

/// Requests that meet in one store keep their own chains.
final class CrossingChainsTests: ExploringTestCase {
  private static func open(
    _ observer: Observer,
    on scheduler: Scheduler,
    clock: TestClock
  ) -> StoreOf<Orders> {
    Store(initialState: Orders.State(), configuration: observer.configuration(on: scheduler)) {
      Orders()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// Under a limit, the end of one request's work starts the work of another one.
  func testEffectsThatWaitUnderALimit() async throws {
    try await check { store, _ in await store.send(.placedInTurn(1)) }
  }

  func testActionsThatAreEnqueued() async throws {
    try await check { store, _ in try store.enqueue(.placed(1)) }
  }

  func testActionsThatAreSent() async throws {
    try await check { store, _ in await store.send(.placed(1)) }
  }

  private func check(
    function: StaticString = #function,
    line: UInt = #line,
    _ send: @escaping @Sendable (StoreOf<Orders>, String) async throws -> Void
  ) async throws {
    let ids = ["r-1", "r-2", "r-3"]
    await explore(schedules: 20, function: function) { scheduler in
      let (observer, clock) = (Observer(), TestClock(scheduler: scheduler))
      let (store, server) = (Self.open(observer, on: scheduler, clock: clock), Server(observer: observer))
      try await withThrowingTaskGroup { group in
        for id in ids {
          group.addTask { _ = try await server.respond(to: .order(id: id)) { try await send(store, id) } }
        }
        try await group.waitForAll()
      }
      await clock.advance(by: .seconds(5))
      let shipped = observer.lines("Shipping")
      XCTAssertEqual(Set(shipped.map { $0["request.id"] }), Set(ids), line: line)
      XCTAssertEqual(shipped.count, 3, line: line)
      for shipping in shipped {
        let trail = try observer.trail(to: shipping, line: line)
        XCTAssertEqual(trail.count, 4, line: line)
        XCTAssertEqual(trail.map { $0["request.id"] }, trail.map { _ in shipping["request.id"] }, line: line)
      }
      for id in ids {
        let names = observer.tracer.finishedSpans.filter { $0.traceID == "trace of \(id)" }.map(
          \.operationName
        )
        XCTAssertEqual(names.count, 5, "\(names)", line: line)
      }
      await store.shutdown(within: .zero)
    }
  }

  /// An effect that sends an action in another context, such as the context of a message that it has
  /// received.
  func testAnActionSentInAnotherContextIsLinkedToItsEffect() async throws {
    await explore(schedules: 20) { scheduler in
      let observer = Observer()
      let store = Store(
        initialState: 0,
        configuration: observer.configuration(on: scheduler) as StoreConfiguration<Message.Action>
      ) {
        Message(tracer: observer.tracer)
      }
      _ = await Server(observer: observer).respond(to: .order(id: "r-1")) { await store.send(.subscribed) }
      await scheduler.settle()
      let spans = observer.tracer.finishedSpans
      let listen = try XCTUnwrap(spans.first { $0.operationName == "listen" })
      let message = try XCTUnwrap(spans.first { $0.operationName == "message" })
      let received = try XCTUnwrap(spans.first { $0.operationName == "Message.Action.received" })
      XCTAssertEqual(received.parentSpanID, message.spanID)
      XCTAssertEqual(received.links.map { $0.context.inMemorySpanContext?.spanID }, [listen.spanID])
      let noted = try XCTUnwrap(spans.first { $0.operationName == "Message.Action.noted" })
      XCTAssertEqual(noted.parentSpanID, listen.spanID)
      XCTAssertTrue(noted.links.isEmpty)
      await store.shutdown(within: .zero)
    }
  }
}
