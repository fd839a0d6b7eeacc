import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// A cancellation that is part of an effect doesn't end that effect.
final class EngineCancellationTests: TroupeTestCase {
  private let clock = ManualClock()

  /// An effect, and its work that runs at once, after its wait of one second, or after the running work has
  /// ended.
  private func check(
    _ rows: [(Effect<Int>, [Int])],
    before: Effect<Int> = .none,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    for (index, (effect, expected)) in rows.enumerated() {
      var harness = EngineHarness()
      clock.set(0)
      harness.turn(before)
      harness.turn(effect)
      clock.set(1)
      for _ in 0..<10 where harness.labels.contains(-1) { harness.end(-1) }
      XCTAssertEqual(harness.active.filter { $0 >= 0 }, expected, "row \(index)", file: file, line: line)
      while let label = harness.labels.first { harness.end(label) }
      harness.assertEmpty(file: file, line: line)
    }
  }

  // D6
  func testWhatFollowsACancellationInItsOwnEffectBegins() {
    check([
      (.concatenate(.cancelAll, .work(1)), [1]),
      (.concatenate(.cancelAll, .work(1)).cancellable(id: 1), [1]),
      (.concatenate(.cancel(id: 1), .work(1)).cancellable(id: 1), [1]),
      (.merge(.cancelAll, .work(1)).cancellable(id: 1), [1]),
      (.merge(.cancel(id: 1), .work(1)).cancellable(id: 1), [1]),
      (.concatenate(.merge(.cancel(id: 1), .work(1)).cancellable(id: 2), .work(2)).cancellable(id: 1), [1]),
      (.concatenate(.cancelAll, .work(1)).timeout(after: .seconds(9), clock: clock), [1]),
      (.concatenate(.cancelAll, .work(1)).limited(id: 1, to: 1), [1]),
      (.concatenate(.cancel(id: 1), .work(1)).limited(id: 1, to: 1), [1]),
      (
        .concatenate(.cancel(id: 1), .work(1)).throttle(id: 1, for: .seconds(1), latest: true, clock: clock),
        [1]
      ),
      (.concatenate(.cancel(id: 1), .work(1)).debounce(id: 1, for: .seconds(1), clock: clock), [1]),
      (.concatenate(.concatenate(.cancelAll, .none), .merge(.cancelAll, .work(1))), [1]),
    ])
  }

  // D6
  func testACancellationEndsWhatStandsBesideItAndHasBegun() {
    check(
      [
        (.merge(.work(1), .cancel(id: 1), .work(2)).cancellable(id: 1), [2]),
        (.merge(.work(1), .cancelAll, .work(2)).cancellable(id: 2), [2]),
        (.merge(.concatenate(.work(1), .work(2)), .cancel(id: 1), .work(3)).cancellable(id: 1), [3]),
        (
          .merge(.work(1), .concatenate(.merge(.work(2), .cancel(id: 1), .work(3)), .work(4))).cancellable(
            id: 1
          ),
          [3]
        ),
        // The parts with the id in another effect, and the parts that wait there.
        (.concatenate(.cancel(id: 1), .work(1)).cancellable(id: 1), [1]),
      ],
      before: .concatenate(.work(8).cancellable(id: 1), .work(9).cancellable(id: 1))
    )
  }

  // D6
  func testCancelInFlightLeavesItsOwnWrapperAlone() {
    let effect = Effect.work(1).cancellable(id: 1, cancelInFlight: true)
    check(
      [
        (effect.cancellable(id: 1), [1]),
        (effect.debounce(id: 1, for: .seconds(1), clock: clock), [1]),
        (effect.throttle(id: 1, for: .seconds(1), latest: true, clock: clock), [1]),
        (effect.throttle(id: 1, for: .seconds(1), latest: false, clock: clock), [1]),
        (effect.limited(id: 1, to: 1), [1]),
        (effect.timeout(after: .seconds(9), clock: clock).cancellable(id: 1), [1]),
        (.merge(effect, .work(2)).cancellable(id: 1), [1, 2]),
        (.merge(.work(2), effect).cancellable(id: 1), [1]),
        (.concatenate(effect, .work(2)).cancellable(id: 1), [1]),
        (.concatenate(.cancel(id: 7), effect).cancellable(id: 1), [1]),
        (effect.debounce(id: 1, for: .seconds(1), clock: clock).limited(id: 1, to: 1), [1]),
      ],
      before: .work(9).cancellable(id: 1)
    )
  }

  // D6
  func testTheTimeOfATimeoutGoesOn() {
    var harness = EngineHarness()
    harness.turn(
      .concatenate(.work(1), .cancelAll, .work(2)).timeout(after: .seconds(1), clock: clock, sending: 9)
    )
    harness.end(1)
    XCTAssertEqual(harness.active, [-2, 2])
    harness.end(-2)
    XCTAssertEqual(harness.cancelled, [2])
    XCTAssertEqual(harness.delivered, [9])
    harness.end(2)
    harness.assertEmpty()
  }

  // D5
  func testTheEffectOfAScopeAboveIsNotMeant() throws {
    var harness = EngineHarness()
    let child = try XCTUnwrap(harness.engine.openScope(in: .root, ScopePath.Component("child")))
    let inner = Effect<Int>.merge(.work(2), .cancelAll, .work(3))
    let scoped = inner.scoped(child)
    harness.turn(.merge(.work(1), scoped).cancellable(id: 1))
    XCTAssertEqual(harness.active, [1, 3])
    harness.end(1)
    harness.end(3)
    harness.assertEmpty()
  }

  // D1
  func testCancellingAllOfAScopeFindsItsPartOfASequenceAbove() throws {
    var harness = EngineHarness()
    let child = try XCTUnwrap(harness.engine.openScope(in: .root, ScopePath.Component("child")))
    let scoped = Effect<Int>(.own(.scoped(.merge([]), child)))
    let part = Effect<Int>.merge(.work(2), .send(3)).scoped(child)
    harness.turn(.concatenate(.work(1), part, scoped, .work(4)))
    harness.turn(.cancelAll, in: child)
    XCTAssertEqual(harness.engine.droppedActions, 1)
    harness.end(1)
    XCTAssertEqual(harness.active, [4])
    harness.end(4)
    harness.assertEmpty()
  }

  // D6
  func testAPieceWithCancelInFlightLeavesItsEffectAlone() throws {
    var harness = EngineHarness()
    harness.turn(.work(1).cancellable(id: 1))
    let effect = try XCTUnwrap(harness.running.first?.id)
    func piece() throws -> EffectID {
      try XCTUnwrap(harness.engine.beginSubtask(of: effect, id: CancelID(1), cancelInFlight: true))
    }
    let first = try piece()
    let second = try piece()
    XCTAssertTrue(harness.engine.isActive(effect))
    XCTAssertFalse(harness.engine.isActive(first))
    XCTAssertTrue(harness.engine.isActive(second))
    harness.engine.ended(first)
    harness.engine.ended(second)
    harness.end(1)
    harness.assertEmpty()
  }

  // An action that a cancelled sequence holds is dropped once.
  func testWhatHasBeenDroppedIsNotDroppedAgain() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1), .send(2).cancellable(id: 2)).cancellable(id: 1))
    harness.cancel(1)
    harness.cancel(2)
    XCTAssertEqual(harness.engine.droppedActions, 1)
    harness.end(1)
    harness.assertEmpty()
  }
}
