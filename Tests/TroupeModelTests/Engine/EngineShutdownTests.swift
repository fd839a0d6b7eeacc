import Troupe
import XCTest

@testable import Troupe

/// What the beginning of a shutdown cancels.
final class EngineShutdownTests: TroupeTestCase {
  private let clock = ManualClock()
  /// The label of a pause in the harness.
  private let pause = -1

  private func debounced(_ effect: Effect<Int>) -> Effect<Int> {
    effect.debounce(id: "d", for: .seconds(1), clock: clock)
  }

  // S720
  func testWhatEndsWithTheStoreIsCancelledWhereItRunsAndWhereItWaits() {
    var harness = EngineHarness()
    harness.turn(.work(1).onShutdown(.cancel))
    harness.turn(.work(2))
    harness.turn(.concatenate(.work(3), .work(4).onShutdown(.cancel), .work(5)))
    for label in [6, 7] { harness.turn(.work(label).onShutdown(.cancel).limited(id: "l", to: 1)) }
    harness.turn(.work(8).limited(id: "l", to: 1))
    let snapshots = harness.shutDown()
    XCTAssertEqual(harness.cancelled, [1, 6])
    XCTAssertEqual(snapshots.map(\.name), ["1", "6"])
    XCTAssertEqual(snapshots.map(\.isCancelled), [false, false], "as they were")
    XCTAssertEqual(harness.engine.skippedCount, 2)
    XCTAssertEqual(harness.active, [2, 3])
    harness.end(3)
    XCTAssertEqual(harness.active, [2, 5])
    harness.end(6)
    XCTAssertEqual(harness.active, [2, 5, 8])
    for label in [1, 2, 5, 8] { harness.end(label) }
    harness.assertEmpty()
  }

  // S720: waiting actions are dropped and counted like the actions of any cancelled effect.
  func testActionsThatWaitAreDropped() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1), .send(7)).onShutdown(.cancel))
    _ = harness.shutDown()
    harness.end(1)
    XCTAssertEqual(harness.delivered, [])
    XCTAssertEqual(harness.engine.droppedActions, 1)
    XCTAssertEqual(harness.engine.skippedCount, 1)
    harness.assertEmpty()
  }

  // S721
  func testTheInnermostDecides() {
    var harness = EngineHarness()
    let pay = Effect.work(1).onShutdown(.finish)
    harness.turn(.merge(pay, .work(2)).cancellable(id: "x").onShutdown(.cancel))
    harness.turn(.work(3).onShutdown(.cancel).onShutdown(.finish))
    harness.turn(.work(4).map { $0 + 1 }.onShutdown(.cancel).map { $0 + 1 })
    _ = harness.shutDown()
    XCTAssertEqual(harness.cancelled, [2, 3, 4])
    XCTAssertEqual(harness.active, [1])
    harness.cancel("x")
    for label in [1, 2, 3, 4] { harness.end(label) }
    harness.assertEmpty()
  }

  // S721
  func testAnEffectDecidesForItsPartsInScopesBelow() throws {
    var harness = EngineHarness()
    let child = try XCTUnwrap(harness.engine.openScope(in: .root, ScopePath.Component("child")))
    harness.turn(Effect.work(1).scoped(child).onShutdown(.cancel))
    harness.turn(Effect.work(2).onShutdown(.finish).scoped(child).onShutdown(.cancel))
    _ = harness.shutDown()
    XCTAssertEqual(harness.active, [2])
    harness.end(1)
    harness.end(2)
    harness.assertEmpty()
  }

  // S721: an action's effect isn't in the effect that has sent the action.
  func testItDoesntApplyToWhatTheActionsLeadTo() {
    var harness = EngineHarness()
    harness.reactions[7] = Effect.work(1).placed
    harness.turn(.concatenate(.send(7), .work(2)).onShutdown(.cancel))
    _ = harness.shutDown()
    XCTAssertEqual(harness.active, [1])
    harness.end(1)
    harness.end(2)
    harness.assertEmpty()
  }

  // S722
  func testWhatFollowsACancelledMemberBeginsWhenThatHasEnded() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1).onShutdown(.cancel), .work(2)))
    harness.turn(.concatenate(.work(3), .work(4)).onShutdown(.cancel))
    _ = harness.shutDown()
    XCTAssertEqual(harness.cancelled, [1, 3])
    XCTAssertEqual(harness.active, [])
    harness.end(1)
    harness.end(3)
    XCTAssertEqual(harness.labels, [2])
    harness.end(2)
    harness.assertEmpty()
  }

  // S723
  func testAWaitThatIsCancelledAroundWhatGoesOnIsOverAtOnce() {
    var harness = EngineHarness()
    harness.turn(debounced(.work(1).onShutdown(.finish)).onShutdown(.cancel))
    let throttled = { (label: Int) in
      Effect.work(label).onShutdown(.finish)
        .throttle(id: "t", for: .seconds(1), latest: true, clock: self.clock)
        .onShutdown(.cancel)
    }
    harness.turn(throttled(2))
    harness.turn(throttled(3))
    harness.turn(
      .work(4).onShutdown(.finish).timeout(after: .seconds(1), clock: clock, sending: 9).onShutdown(.cancel)
    )
    XCTAssertEqual(harness.active, [pause, 2, pause, 4, -2])
    _ = harness.shutDown()
    for _ in 0..<2 { harness.end(pause) }
    harness.end(-2)
    XCTAssertEqual(harness.active, [2, 4, 1, 3])
    XCTAssertEqual(harness.delivered, [])
    // The same holds for later effects.
    harness.turn(debounced(.work(5).onShutdown(.finish)).onShutdown(.cancel))
    harness.turn(throttled(6))
    XCTAssertEqual(harness.active, [2, 4, 3, 5, 6])
    for label in harness.labels { harness.end(label) }
    harness.assertEmpty()
  }

  // S723
  func testAWaitForNothingIsCancelled() {
    var harness = EngineHarness()
    harness.turn(debounced(.work(1).onShutdown(.cancel)))
    let throttled = { (label: Int) in
      Effect.work(label).onShutdown(.cancel)
        .throttle(id: "t", for: .seconds(1), latest: true, clock: self.clock)
    }
    harness.turn(throttled(2))
    harness.turn(throttled(3))
    harness.turn(debounced(.concatenate(.work(4).onShutdown(.cancel), .work(5))).cancellable(id: "e"))
    XCTAssertEqual(harness.active, [2, pause, pause])
    let snapshots = harness.shutDown()
    XCTAssertEqual(harness.active, [pause], "the one that 5 waits for")
    XCTAssertEqual(snapshots.map(\.name), ["2", "throttle"])
    while harness.labels.contains(pause) { harness.end(pause) }
    XCTAssertEqual(harness.active, [5])
    harness.end(2)
    harness.end(5)
    harness.assertEmpty()
  }

  // S724
  func testWhatComesDuringTheShutdownNeverBegins() {
    var harness = EngineHarness()
    harness.turn(.work(1).limited(id: "l", to: 1))
    _ = harness.shutDown()
    // It would cancel the first, if it began.
    harness.turn(.work(2).onShutdown(.cancel).limited(id: "l", to: 1, overflow: .cancelOldest))
    harness.turn(debounced(.work(3).onShutdown(.cancel)))
    harness.turn(.concatenate(.work(4).onShutdown(.cancel), .send(5).onShutdown(.cancel), .work(6)))
    XCTAssertEqual(harness.labels, [1, 6])
    XCTAssertEqual(harness.cancelled, [])
    XCTAssertEqual(harness.engine.skippedCount, 4)
    XCTAssertEqual(harness.engine.droppedActions, 1)
    harness.end(1)
    harness.end(6)
    harness.assertEmpty()
  }
}
