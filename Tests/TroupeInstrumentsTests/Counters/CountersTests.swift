import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

@testable import TroupeInstruments

final class CountersTests: TroupeTestCase {
  // S637
  func testEverythingIsCounted() async throws {
    try await underSeeds { scheduler, _ in
      let counters = Counters()
      let configuration = StoreConfiguration.watched(by: counters, on: scheduler)
      await withIssueReporters([IssueCollector()]) {
        let store = Store(initialState: Shop.State(), configuration: configuration) { Shop() }
        await store.send(.wait("left"))
        await scheduler.settle()
        XCTAssertEqual(counters.snapshot.effectsRunning, 1)
        await Shop.visit(store, scheduler)
      }
      let snapshot = counters.snapshot
      XCTAssertEqual(snapshot.actions, 16)
      XCTAssertEqual(snapshot.dismissals, 1)
      XCTAssertEqual(snapshot.turns, 15, "two actions were returned, and there was a dismissal")
      XCTAssertEqual(snapshot.turnDurations.count, snapshot.turns)
      XCTAssertEqual(snapshot.reductionDurations.count, snapshot.actions)
      XCTAssertEqual(snapshot.actionsByLabel["Shop.Action.chain(…, …)"], 5)
      XCTAssertEqual(snapshot.actionsByLabel.values.reduce(0, +), snapshot.actions)
      XCTAssertEqual(snapshot.effectsRunning, 0)
      XCTAssertEqual(snapshot.effectsFailed, 1)
      XCTAssertEqual(snapshot.effectsEnded, snapshot.effectDurations.count)
      XCTAssertGreaterThanOrEqual(snapshot.effectsCancelled, 3)
      XCTAssertLessThanOrEqual(snapshot.turnDurations.p50, snapshot.turnDurations.max)
    }
  }

  // S638
  func testLabelsAreBounded() async throws {
    let counters = Counters(labelLimit: 2)
    let configuration = StoreConfiguration.watched(by: counters)
    for _ in 0..<20 {
      let store = Store(initialState: Shop.State(), configuration: configuration) { Shop() }
      await store.send(.open)
      await store.send(.detail(.dismiss))
      await store.send(.cancel(""))
      await store.send(.chain("", 0))
    }
    let snapshot = counters.snapshot
    XCTAssertEqual(snapshot.actions, 80)
    XCTAssertEqual(snapshot.actionsByLabel.count, 2)
    XCTAssertEqual(snapshot.actionsByLabel.values.reduce(0, +) + snapshot.actionsOfOtherLabels, 80)
  }

  // S633
  func testNoPayloadIsKept() async throws {
    try await underSeeds(3) { scheduler, _ in
      let counters = Counters()
      let configuration = StoreConfiguration.watched(by: counters, on: scheduler)
      await withIssueReporters([IssueCollector()]) {
        await Shop.visit(
          Store(initialState: Shop.State(), configuration: configuration) { Shop() },
          scheduler
        )
      }
      XCTAssertFalse(valueText(of: counters.snapshot).contains(Shop.secret))
    }
  }
}
