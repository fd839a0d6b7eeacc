import InMemoryTracing
import Synchronization
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

  // As in a program that bootstraps no tracer.
  func testWithoutATracerTheContextIsHandedOn() async throws {
    await explore(schedules: 20) { scheduler in
      let seen = Mutex<[String]>([])
      let see: @Sendable (String) -> Void = { what in
        seen.withLock { $0.append("\(what) for \(ServiceContext.current?[TenantKey.self] ?? "nobody")") }
      }
      var configuration = scheduler.configuration(for: Int.self)
      configuration.instruments = [TracingInstrument(tracer: NoOpTracer())]
      let store = Store<Int, Int>(initialState: 0, configuration: configuration) {
        Reduce { _, action in
          see("\(action)")
          switch action {
          case 1: return .send(2)
          case 2: return .run { send in await send(3) }
          default: return .none
          }
        }
      }
      var context = ServiceContext.topLevel
      context[TenantKey.self] = "A"
      await ServiceContext.withValue(context) { await store.send(1).finish() }
      ServiceContext.withValue(context) { try? store.enqueue(4) }
      await store.send(5)
      XCTAssertEqual(seen.withLock { $0 }, ["1 for A", "2 for A", "3 for A", "4 for A", "5 for nobody"])
      await store.shutdown(within: .zero)
    }
  }

  func testATracerThatIsSetLaterMakesSpans() async throws {
    await explore(schedules: 20) { scheduler in
      let tracer = InMemoryTracer()
      var tracing = TracingInstrument(tracer: NoOpTracer())
      tracing.tracer = tracer
      tracing.tracesAllActions = true
      var configuration = scheduler.configuration(for: Orders.Action.self)
      configuration.instruments = [tracing]
      let store = Store(initialState: Orders.State(), configuration: configuration) { Orders() }
      await store.send(.stopped)
      XCTAssertEqual(tracer.finishedSpans.map(\.operationName), ["Orders.Action.stopped"])
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

private enum TenantKey: ServiceContextKey { typealias Value = String }
