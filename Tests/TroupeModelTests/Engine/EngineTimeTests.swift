import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

final class EngineTimeTests: TroupeTestCase {
  private let clock = ManualClock()
  /// The label of a pause in the harness.
  private let pause = -1
  private let timer = -2

  private func throttled(_ label: Int, latest: Bool) -> Effect<Int> {
    .work(label).throttle(id: "t", for: .seconds(1), latest: latest, clock: clock)
  }

  // S160
  func testThrottleRunsTheFirstAtOnceAndTheLatestAtTheEndOfTheWindow() {
    var harness = EngineHarness()
    harness.turn(throttled(1, latest: true))
    XCTAssertEqual(harness.labels, [1])
    harness.turn(throttled(2, latest: true))
    clock.set(0.25)
    harness.turn(throttled(3, latest: true))
    harness.end(pause)  // the action of 2, which was cancelled
    XCTAssertEqual(harness.active, [1, pause])
    clock.set(1)
    harness.end(pause)
    XCTAssertEqual(harness.active, [1, 3])
    clock.set(1.5)
    harness.turn(throttled(4, latest: true))
    XCTAssertEqual(harness.active, [1, 3, pause], "passing has opened the next window")
    harness.cancel("t")
    for label in [1, 3, pause] { harness.end(label) }
    harness.assertEmpty()
  }

  // S161
  func testThrottleRunsTheFirstOfTheWindow() {
    var harness = EngineHarness()
    harness.turn(throttled(1, latest: false))
    harness.turn(throttled(2, latest: false))
    harness.turn(throttled(3, latest: false))
    XCTAssertEqual(harness.labels, [1, pause])
    clock.set(1)
    harness.end(pause)
    XCTAssertEqual(harness.labels, [1, 2])
    harness.end(1)
    harness.end(2)
    harness.assertEmpty()
  }

  // S163: a window isn't an effect, and belongs to its scope.
  func testAWindowOutlivesItsEffectsButNotItsScope() throws {
    var harness = EngineHarness()
    let child = try XCTUnwrap(harness.engine.openScope(in: .root, ScopePath.Component("child")))
    harness.turn(throttled(1, latest: true))
    harness.turn(throttled(2, latest: true), in: child)
    XCTAssertEqual(harness.labels, [1, 2])
    harness.end(1)
    harness.end(2)
    XCTAssertTrue(harness.engine.isIdle)
    harness.turn(throttled(3, latest: true), in: child)
    XCTAssertEqual(harness.labels, [pause])
    harness.engine.endScope(child)
    harness.endTurn()
    harness.end(pause)
    XCTAssertEqual(harness.engine.scopes.count, 1)
    harness.assertEmpty()
  }

  func testWindowsThatAreOverAreForgotten() {
    var harness = EngineHarness()
    for number in 0..<1000 {
      clock.set(Double(number) * 2)
      harness.turn(.send(number).throttle(id: number, for: .seconds(1), latest: true, clock: clock))
    }
    XCTAssertEqual(harness.delivered.count, 1000)
    XCTAssertLessThan(harness.engine.throttles.windowCount(in: .root), 20)
  }

  // S493
  func testATimeoutCancelsTheBodyAndSendsItsAction() {
    var harness = EngineHarness()
    let effect = Effect<Int>.concatenate(.work(1), .work(2)).timeout(
      after: .seconds(1),
      clock: clock,
      sending: 9
    )
    harness.turn(.concatenate(effect, .work(3)))
    XCTAssertEqual(harness.labels, [1, timer])
    harness.end(1)
    XCTAssertEqual(harness.labels, [timer, 2])
    harness.end(timer)
    XCTAssertEqual(harness.cancelled, [2])
    XCTAssertEqual(harness.delivered, [9])
    XCTAssertEqual(harness.labels, [2])
    harness.end(2)
    XCTAssertEqual(harness.labels, [3])
    harness.end(3)
    harness.assertEmpty()
  }

  // S493
  func testATimeoutOfABodyThatWaitsForItsPlaceSendsItsAction() {
    var harness = EngineHarness()
    harness.turn(.work(1).limited(id: "l", to: 1))
    harness.turn(.work(2).limited(id: "l", to: 1).timeout(after: .seconds(1), clock: clock, sending: 9))
    harness.end(timer)
    XCTAssertEqual(harness.delivered, [9])
    harness.end(1)
    XCTAssertEqual(harness.labels, [])
    harness.assertEmpty()
  }

  // S493
  func testATimeoutEndsWithItsBody() {
    var harness = EngineHarness()
    harness.turn(.work(1).timeout(after: .seconds(1), clock: clock, sending: 9))
    harness.end(1)
    XCTAssertEqual(harness.cancelled, [timer])
    harness.end(timer)
    XCTAssertEqual(harness.delivered, [])
    harness.assertEmpty()
  }

  // S159
  func testDebounceStartsTheWorkAfterThePause() {
    var harness = EngineHarness()
    func debounced(_ label: Int) -> Effect<Int> {
      .work(label).debounce(id: "d", for: .seconds(1), clock: clock)
    }
    harness.turn(debounced(1))
    harness.turn(debounced(2))
    XCTAssertEqual(harness.cancelled, [pause])
    harness.end(pause)
    XCTAssertEqual(harness.labels, [pause])
    harness.end(pause)
    XCTAssertEqual(harness.labels, [2])
    harness.end(2)
    harness.assertEmpty()
  }

  // Cancelling the waiting one begins its successor, under the same id.
  func testAThrottledEffectThatCancelsItsWayBackToItself() {
    for latest in [true, false] {
      var harness = EngineHarness()
      harness.turn(throttled(1, latest: latest))
      harness.turn(
        .merge(
          .concatenate(throttled(2, latest: latest), throttled(3, latest: latest)),
          throttled(4, latest: latest)
        )
      )
      clock.set(10)
      for _ in 0..<10 where harness.labels.contains(pause) { harness.end(pause) }
      for label in harness.labels { harness.end(label) }
      for _ in 0..<10 where harness.labels.contains(pause) { harness.end(pause) }
      for label in harness.labels { harness.end(label) }
      harness.assertEmpty()
      clock.set(0)
    }
  }
}
