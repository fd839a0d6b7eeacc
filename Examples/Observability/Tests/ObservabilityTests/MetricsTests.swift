import MetricsTestKit
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeMetrics
import TroupeTesting
import XCTest

private let shop = [("store", "shop")]

private func action(_ name: String) -> [(String, String)] { shop + [("action", "Orders.Action.\(name)")] }
private func effect(_ name: String) -> [(String, String)] { shop + [("effect", name)] }

/// What is counted and timed.
final class MetricsTests: ExploringTestCase {
  private static func open(
    _ metrics: TestMetrics,
    on scheduler: Scheduler,
    labelLimit: Int = 500,
    inbox: InboxConfiguration = InboxConfiguration()
  ) -> StoreOf<Orders> {
    var configuration = scheduler.configuration(for: Orders.Action.self)
    configuration.name = "shop"
    configuration.instruments = [MetricsInstrument(factory: metrics, labelLimit: labelLimit)]
    configuration.failurePolicy = .cancelScope
    configuration.inbox = inbox
    return Store(initialState: Orders.State(), configuration: configuration) { Orders() }
  }

  func testTurnsActionsAndEffects() async throws {
    await explore(schedules: 20) { scheduler in
      let metrics = TestMetrics()
      let store = Self.open(metrics, on: scheduler)
      for number in 1...3 { await store.send(.placed(number)) }
      await store.send(.forwarded(4))
      await scheduler.settle()
      XCTAssertEqual(metrics.counterTotal(label: MetricName.turns, dimensions: shop), 8)
      XCTAssertEqual(try metrics.expectTimer(MetricName.turnDuration, shop).values.count, 8)
      for (name, count) in [("placed(…)", 4), ("charged(…)", 4), ("forwarded(…)", 1)] {
        XCTAssertEqual(
          metrics.counterTotal(label: MetricName.actions, dimensions: action(name)),
          Int64(count),
          name
        )
        XCTAssertEqual(
          try metrics.expectTimer(MetricName.actionDuration, action(name)).values.count,
          count,
          name
        )
      }
      for name in ["charge", "ship"] {
        XCTAssertEqual(metrics.counterTotal(label: MetricName.effects, dimensions: effect(name)), 4)
        XCTAssertEqual(try metrics.expectTimer(MetricName.effectDuration, effect(name)).values.count, 4)
        XCTAssertEqual(try metrics.expectMeter(MetricName.running, effect(name)).lastValue, 0)
        XCTAssertEqual(metrics.counterTotal(label: MetricName.failures, dimensions: effect(name)), 0)
      }
      await store.shutdown(within: .zero)
    }
  }

  func testEffectsThatRunAreCancelledAndFail() async throws {
    await explore(schedules: 20) { scheduler in
      let metrics = TestMetrics()
      let store = Self.open(metrics, on: scheduler)
      await store.send(.waiting)
      await scheduler.settle()
      XCTAssertEqual(try metrics.expectMeter(MetricName.running, effect("wait")).lastValue, 1)
      await store.send(.stopped)
      await scheduler.settle()
      XCTAssertEqual(try metrics.expectMeter(MetricName.running, effect("wait")).lastValue, 0)
      XCTAssertEqual(metrics.counterTotal(label: MetricName.cancellations, dimensions: effect("wait")), 1)
      XCTAssertEqual(metrics.counterTotal(label: MetricName.failures, dimensions: effect("wait")), 0)
      await store.send(.refused(1))
      await scheduler.settle()
      XCTAssertEqual(metrics.counterTotal(label: MetricName.failures, dimensions: effect("charge")), 1)
      await store.shutdown(within: .zero)
    }
  }

  func testAnInboxThatIsFull() async throws {
    await explore(schedules: 20) { scheduler in
      let metrics = TestMetrics()
      let store = Self.open(
        metrics,
        on: scheduler,
        inbox: InboxConfiguration(capacity: 2, overflow: .dropNewest)
      )
      for number in 1...5 { try store.enqueue(.charged(number)) }
      await scheduler.settle()
      XCTAssertEqual(metrics.counterTotal(label: MetricName.overflows, dimensions: shop), 3)
      XCTAssertEqual(metrics.counterTotal(label: MetricName.actions, dimensions: action("charged(…)")), 2)
      await store.shutdown(within: .zero)
    }
  }

  func testSaves() async throws {
    await explore(schedules: 20) { scheduler in
      let metrics = TestMetrics()
      var configuration = scheduler.configuration(for: Orders.Action.self)
      configuration.name = "shop"
      configuration.instruments = [MetricsInstrument(factory: metrics)]
      let store = try await Store(
        initialState: Orders.State(),
        storage: MemoryStorage(),
        key: "orders",
        codec: StateCodec(format: JSONFormat()),
        configuration: configuration
      ) {
        Orders()
      }
      try await store.commit(.shipped(1))
      try await store.commit(.shipped(2))
      XCTAssertEqual(metrics.counterTotal(label: MetricName.saves, dimensions: shop), 2)
      XCTAssertEqual(metrics.counterTotal(label: MetricName.savedTurns, dimensions: shop), 2)
      XCTAssertEqual(try metrics.expectTimer(MetricName.saveWait, shop).values.count, 2)
      XCTAssertEqual(try metrics.expectGauge(MetricName.unsavedTurnCount, shop).lastValue, 0)
      await store.shutdown(within: .zero)
    }
  }

  func testLabelsBeyondTheLimitAreCountedTogether() async throws {
    await explore(schedules: 20) { scheduler in
      let metrics = TestMetrics()
      let store = Self.open(metrics, on: scheduler, labelLimit: 1)
      await store.send(.stopped)
      await store.send(.shipped(1))
      await store.send(.charged(1))
      await store.send(.stopped)
      await scheduler.settle()
      XCTAssertEqual(metrics.counterTotal(label: MetricName.actions, dimensions: action("stopped")), 2)
      let others = [("store", "other"), ("action", "other")]
      XCTAssertEqual(metrics.counterTotal(label: MetricName.actions, dimensions: others), 2)
      XCTAssertEqual(metrics.counters(label: MetricName.actions).count, 2)
      await store.shutdown(within: .zero)
    }
  }
}
