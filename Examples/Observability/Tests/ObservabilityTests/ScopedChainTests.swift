import Logging
import Troupe
import TroupeLogging
import TroupeTesting
import XCTest

/// The features of a tree, and stores that show a part of it.
final class ScopedChainTests: ExploringTestCase {
  private static func shop(_ observer: Observer, on scheduler: Scheduler) -> StoreOf<Shop> {
    var state = Shop.State()
    state.customers.append(Shop.Customer(id: "alice"))
    return Store(initialState: state, configuration: observer.configuration(on: scheduler)) { Shop() }
  }

  private func follow(
    in scope: String? = nil,
    label: @escaping @Sendable (String) -> String,
    function: StaticString = #function,
    line: UInt = #line,
    _ send: @escaping @Sendable (StoreOf<Shop>) async throws -> Void
  ) async throws {
    await explore(schedules: 20, function: function) { scheduler in
      let observer = Observer()
      let shop = Self.shop(observer, on: scheduler)
      _ = try await Server(observer: observer).respond(to: .order(id: "r-42")) { try await send(shop) }
      await scheduler.settle()
      let shipping = try observer.line("Shipping", line: line)
      let trail = try observer.trail(to: shipping, line: line)
      let steps = ["ship", label("charged"), "charge", label("placed")]
      XCTAssertEqual(trail.map { $0[LogKey.effect] ?? $0[LogKey.action] }, steps, line: line)
      XCTAssertEqual(trail.map { $0["request.id"] }, steps.map { _ in "r-42" }, line: line)
      XCTAssertEqual(shipping[LogKey.scope], scope, line: line)
      XCTAssertEqual(try observer.spans(above: "ship", line: line), steps + ["POST /orders"], line: line)
      await shop.shutdown(within: .zero)
    }
  }

  func testAChildFeature() async throws {
    try await follow(label: { "Shop.Action.orders(.\($0)(…))" }) { shop in
      await shop.send(.orders(.placed(1)))
    }
  }

  func testAScopedStore() async throws {
    try await follow(label: { "Shop.Action.orders(.\($0)(…))" }) { shop in
      let orders = await shop.scope(state: \.orders, action: \.orders)
      await orders.send(.placed(1))
    }
  }

  func testAScopedStoreWithAnInbox() async throws {
    try await follow(label: { "Shop.Action.orders(.\($0)(…))" }) { shop in
      let orders = await shop.scope(state: \.orders, action: \.orders)
      try orders.enqueue(.placed(1))
    }
  }

  func testAnElement() async throws {
    try await follow(
      in: "/customers[String(…)]",
      label: { "Shop.Action.customers(.element(id: …, action: .\($0)(…)))" }
    ) { shop in
      await shop.send(.customers(.element(id: "alice", action: .placed(1))))
    }
  }
}
