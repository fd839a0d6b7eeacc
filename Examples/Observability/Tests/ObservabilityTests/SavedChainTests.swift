import InMemoryTracing
import Logging
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeLogging
import TroupeTesting
import XCTest

/// The chain of a request in a store that is saved.
final class SavedChainTests: ExploringTestCase {
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
}
