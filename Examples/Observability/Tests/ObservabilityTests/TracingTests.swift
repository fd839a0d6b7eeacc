import InMemoryTracing
import Tracing
import Troupe
import TroupeTesting
import TroupeTracing
import XCTest

/// Which spans there are, and what they say.
final class TracingTests: ExploringTestCase {
  private static func open(
    _ tracer: InMemoryTracer,
    on scheduler: Scheduler,
    change: (inout TracingInstrument) -> Void = { _ in }
  ) -> StoreOf<Orders> {
    var tracing = TracingInstrument(tracer: tracer)
    change(&tracing)
    var configuration = scheduler.configuration(for: Orders.Action.self)
    configuration.name = "shop"
    configuration.instruments = [tracing]
    configuration.failurePolicy = .cancelScope
    return Store(initialState: Orders.State(), configuration: configuration) { Orders() }
  }

  func testAnActionHasASpanIfItWasSentUnderOne() async throws {
    await explore(schedules: 20) { scheduler in
      let tracer = InMemoryTracer()
      let store = Self.open(tracer, on: scheduler)
      await store.send(.stopped)
      XCTAssertEqual(tracer.finishedSpans.map(\.operationName), [])
      await tracer.withSpan("request") { _ in _ = await store.send(.stopped) }
      XCTAssertEqual(tracer.finishedSpans.map(\.operationName), ["Orders.Action.stopped", "request"])
      XCTAssertEqual(tracer.finishedSpans[0]["troupe.store"], "\"shop\"")
      await store.shutdown(within: .zero)
    }
  }

  func testAllActionsHaveSpansIfAskedFor() async throws {
    await explore(schedules: 20) { scheduler in
      let tracer = InMemoryTracer()
      let store = Self.open(tracer, on: scheduler) { $0.tracesAllActions = true }
      await store.send(.stopped)
      XCTAssertEqual(tracer.finishedSpans.map(\.operationName), ["Orders.Action.stopped"])
      XCTAssertNil(tracer.finishedSpans[0].parentSpanID)
      await store.shutdown(within: .zero)
    }
  }

  func testAnEffectOfNoSpanBeginsATraceThatItsActionsBelongTo() async throws {
    await explore(schedules: 20) { scheduler in
      let tracer = InMemoryTracer()
      let store = Self.open(tracer, on: scheduler)
      await store.send(.placed(1))
      await scheduler.settle()
      let spans = tracer.finishedSpans
      let charge = try XCTUnwrap(spans.first { $0.operationName == "charge" })
      let charged = try XCTUnwrap(spans.first { $0.operationName == "Orders.Action.charged(…)" })
      XCTAssertNil(charge.parentSpanID)
      XCTAssertEqual(charged.parentSpanID, charge.spanID)
      XCTAssertEqual(charged["troupe.cause.id"], charge["troupe.cause.id"])
      XCTAssertEqual(tracer.activeSpans.count, 0)
      await store.shutdown(within: .zero)
    }
  }

  func testHowAnEffectEnds() async throws {
    await explore(schedules: 20) { scheduler in
      let tracer = InMemoryTracer()
      let store = Self.open(tracer, on: scheduler)
      await store.send(.waiting)
      await scheduler.settle()
      await store.send(.stopped)
      await store.send(.refused(1))
      await scheduler.settle()
      let spans = tracer.finishedSpans
      let wait = try XCTUnwrap(spans.first { $0.operationName == "wait" })
      XCTAssertEqual(wait.attributes.get(SpanKey.isCancelled), .bool(true))
      XCTAssertNil(wait.status)
      let charge = try XCTUnwrap(spans.first { $0.operationName == "charge" })
      XCTAssertEqual(charge.status, SpanStatus(code: .error))
      XCTAssertEqual(charge[SpanKey.errorType], "Orders.Refusal(…)")
      XCTAssertEqual(charge.errors.count, 0)
      await store.shutdown(within: .zero)
    }
  }

  func testTheActionOfAFailurePolicyBelongsToTheActionThatFailed() async throws {
    await explore(schedules: 20) { scheduler in
      let tracer = InMemoryTracer()
      var configuration = scheduler.configuration(for: Orders.Action.self)
      configuration.instruments = [TracingInstrument(tracer: tracer)]
      configuration.failurePolicy = .send { _ in .stopped }
      let store = Store(initialState: Orders.State(), configuration: configuration) { Orders() }
      await tracer.withSpan("request") { _ in _ = await store.send(.refused(1)) }
      await scheduler.settle()
      let spans = tracer.finishedSpans
      let refused = try XCTUnwrap(spans.first { $0.operationName == "Orders.Action.refused(…)" })
      let stopped = try XCTUnwrap(spans.first { $0.operationName == "Orders.Action.stopped" })
      XCTAssertEqual(stopped.parentSpanID, refused.spanID)
      XCTAssertEqual(stopped[SpanKey.causeID], refused[SpanKey.actionID])
      await store.shutdown(within: .zero)
    }
  }

  func testADismissalIsAChildOfTheEffectThatAskedForIt() async throws {
    await explore(schedules: 20) { scheduler in
      let tracer = InMemoryTracer()
      var configuration = scheduler.configuration(for: Vault.Action.self)
      configuration.instruments = [TracingInstrument(tracer: tracer)]
      var state = Vault.State()
      state.boxes.append(Vault.Box.State(id: "1"))
      let store = Store(initialState: state, configuration: configuration) { Vault() }
      await store.send(.boxes(.element(id: "1", action: .thrownAway)))
      await scheduler.settle()
      let spans = tracer.finishedSpans
      let effect = try XCTUnwrap(spans.first { $0.operationName == "throw away" })
      let dismissal = try XCTUnwrap(spans.first { $0.operationName == "Dismissal" })
      XCTAssertEqual(dismissal.parentSpanID, effect.spanID)
      XCTAssertEqual(dismissal[SpanKey.causeID], effect[SpanKey.causeID])
      XCTAssertEqual(dismissal[SpanKey.scope], "/boxes[String(…)]")
      await store.shutdown(within: .zero)
    }
  }
}
