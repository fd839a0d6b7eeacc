import HTTPTypes
import InMemoryTracing
import Logging
import Tracing
import Troupe
import TroupeLogging
import TroupeTesting
import XCTest

private func label(_ action: String) -> String { "Orders.Action.\(action)(…)" }

/// The tests follow a request from its header to the log line of the second effect.
final class ChainTests: ExploringTestCase {
  /// Sends an action for a request, and checks the way to the second effect in log and trace.
  private func follow(
    to steps: [String],
    function: StaticString = #function,
    line: UInt = #line,
    _ send: @escaping @Sendable (StoreOf<Orders>) async throws -> Void
  ) async throws {
    await explore(schedules: 20, function: function) { scheduler in
      let (observer, clock) = (Observer(), TestClock(scheduler: scheduler))
      let store = Store(
        initialState: Orders.State(),
        configuration: observer.configuration(on: scheduler)
      ) {
        Orders()
      } withDependencies: {
        $0.continuousClock = clock
      }
      let response = try await Server(observer: observer).respond(to: .order(id: "r-42")) {
        try await send(store)
      }
      XCTAssertEqual(response.status, .accepted, line: line)
      await clock.advance(by: .seconds(3))
      let shipping = try observer.line("Shipping", line: line)
      let trail = try observer.trail(to: shipping, line: line)
      XCTAssertEqual(trail.map { $0[LogKey.effect] ?? $0[LogKey.action] }, steps, line: line)
      XCTAssertEqual(trail.map { $0["request.id"] }, steps.map { _ in "r-42" }, line: line)
      XCTAssertEqual(
        trail.map { $0[LogKey.rootID] },
        steps.map { _ in trail.last?[LogKey.actionID] },
        line: line
      )
      for message in ["Request", "Charging", "Charged"] {
        XCTAssertEqual(try observer.line(message, line: line)["request.id"], "r-42", line: line)
      }
      XCTAssertEqual(try observer.spans(above: "ship", line: line), steps + ["POST /orders"], line: line)
      XCTAssertEqual(Set(observer.tracer.finishedSpans.map(\.traceID)), ["trace of r-42"], line: line)
      await store.shutdown(within: .zero)
    }
  }

  func testAnActionThatIsSent() async throws {
    try await follow(to: ["ship", label("charged"), "charge", label("placed")]) { store in
      await store.send(.placed(1))
    }
  }

  func testAnActionThatIsEnqueued() async throws {
    try await follow(to: ["ship", label("charged"), "charge", label("placed")]) { store in
      try store.enqueue(.placed(1))
    }
  }

  /// The code keeps the context of a request for later, as a timer would.
  func testAnActionThatIsEnqueuedInAContext() async throws {
    try await follow(to: ["ship", label("charged"), "charge", label("placed")]) { store in
      let (service, logger) = (ServiceContext.current, Logger.current)
      let context = ActionContext { work in
        ServiceContext.withValue(service) { withLogger(logger) { _ in work() } }
      }
      let other = Logger(label: "timer") { _ in SwiftLogNoOpLogHandler() }
      try ServiceContext.withValue(.topLevel) {
        try withLogger(other) { _ in try store.enqueue(.placed(1), context: context) }
      }
    }
  }

  func testAnEffectThatIsDebounced() async throws {
    try await follow(to: ["ship", label("charged"), "charge", label("placedLater")]) { store in
      await store.send(.placedLater(1))
    }
  }

  func testAnActionThatAReducerReturns() async throws {
    try await follow(
      to: ["ship", label("charged"), "charge", label("placed"), label("forwarded")]
    ) { store in
      try store.enqueue(.forwarded(1))
    }
  }

  /// The store has no instruments; its reducer has them.
  func testAReducerWithInstruments() async throws {
    await explore(schedules: 20) { scheduler in
      let observer = Observer()
      let store = Store(
        initialState: Orders.State(),
        configuration: scheduler.configuration(for: Orders.Action.self)
      ) {
        Orders().instrument(observer.tracing).instrument(observer.logging)
      }
      _ = await Server(observer: observer).respond(to: .order(id: "r-42")) { await store.send(.placed(1)) }
      await scheduler.settle()
      let trail = try observer.trail(to: observer.line("Shipping"))
      XCTAssertEqual(trail.map { $0["request.id"] }, ["r-42", "r-42", "r-42", "r-42"])
      XCTAssertEqual(
        try observer.spans(above: "ship"),
        ["ship", label("charged"), "charge", label("placed"), "POST /orders"]
      )
      await store.shutdown(within: .zero)
    }
  }
}
