import Troupe
import XCTest

@testable import Troupe

final class EngineLimitTests: TroupeTestCase {
  // S495
  func testThoseOverTheLimitWaitInOrder() {
    var harness = EngineHarness()
    for label in 1...4 { harness.turn(.work(label).limited(id: "l", to: 2)) }
    XCTAssertEqual(harness.labels, [1, 2])
    harness.end(2)
    XCTAssertEqual(harness.labels, [1, 3])
    harness.end(1)
    XCTAssertEqual(harness.labels, [3, 4])
    harness.end(3)
    harness.end(4)
    harness.assertEmpty()
  }

  // D19
  func testAPlaceIsFreeWhenCancelledWorkHasEnded() {
    var harness = EngineHarness()
    harness.turn(.work(1).cancellable(id: "x").limited(id: "l", to: 1))
    harness.turn(.work(2).limited(id: "l", to: 1))
    harness.cancel("x")
    XCTAssertEqual(harness.labels, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [2])
    harness.end(2)
    harness.assertEmpty()
  }

  // S496
  func testTheLimitsIDCancelsThoseThatRunAndThoseThatWait() {
    var harness = EngineHarness()
    for label in 1...3 { harness.turn(.work(label).limited(id: "l", to: 1)) }
    harness.cancel("l")
    XCTAssertEqual(harness.cancelled, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [])
    harness.assertEmpty()
  }

  // S496
  func testOneThatIsCancelledWhileItWaitsIsPassedOver() {
    var harness = EngineHarness()
    harness.turn(.work(1).limited(id: "l", to: 1))
    harness.turn(.work(2).cancellable(id: "x").limited(id: "l", to: 1))
    harness.turn(.work(3).limited(id: "l", to: 1).cancellable(id: "y"))
    harness.turn(.work(4).limited(id: "l", to: 1))
    harness.cancel("x")
    harness.cancel("y")
    harness.end(1)
    XCTAssertEqual(harness.labels, [4])
    harness.end(4)
    harness.assertEmpty()
  }

  // S497
  func testWhenFullDropsTheNewOne() {
    var harness = EngineHarness()
    harness.turn(.work(1).limited(id: "l", to: 1, overflow: .drop))
    harness.turn(.concatenate(.work(2).limited(id: "l", to: 1, overflow: .drop), .work(3)))
    XCTAssertEqual(harness.labels, [1, 3])
    harness.end(1)
    harness.end(3)
    harness.assertEmpty()
  }

  // S497
  func testWhenFullCancelsTheOldestAndWaitsForItsEnd() {
    var harness = EngineHarness()
    for label in 1...3 { harness.turn(.work(label).limited(id: "l", to: 1, overflow: .cancelOldest)) }
    XCTAssertEqual(harness.cancelled, [1])
    XCTAssertEqual(harness.labels, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [3], "the second was the oldest when the third came")
    harness.end(3)
    harness.assertEmpty()
  }

  // S498
  func testALimitCountsInItsScope() throws {
    var harness = EngineHarness()
    let child = try XCTUnwrap(harness.engine.openScope(in: .root, ScopePath.Component("child")))
    harness.turn(.work(1).limited(id: "l", to: 1))
    harness.turn(.work(2).limited(id: "l", to: 1), in: child)
    XCTAssertEqual(harness.labels, [1, 2])
    harness.end(1)
    harness.end(2)
    harness.assertEmpty()
  }

  func testManyThatEndAtOnceNeedNoStack() {
    var harness = EngineHarness()
    harness.turn(.work(1).limited(id: "l", to: 1))
    for _ in 0..<20_000 { harness.turn(Effect.cancel(id: "nobody").limited(id: "l", to: 1)) }
    harness.end(1)
    harness.assertEmpty()
  }

  // S495
  func testALimitInItselfUsesThePlaceThatItHas() {
    for overflow in [LimitOverflow.wait, .drop, .cancelOldest] {
      var harness = EngineHarness()
      let effect = Effect.work(1).limited(id: "l", to: 1, overflow: overflow)
      harness.turn(
        effect.limited(id: "l", to: 1, overflow: overflow).limited(id: "l", to: 1, overflow: overflow)
      )
      XCTAssertEqual(harness.active, [1])
      harness.end(1)
      harness.assertEmpty()
    }
  }

  // S495
  func testThoseInOneThatHasAPlaceUseItOneAtATimeAndFurtherPlacesInTurn() {
    for (limit, first) in [(1, [1]), (2, [1, 2]), (3, [1, 2, 3])] {
      var harness = EngineHarness()
      let members = (1...4).map { Effect.work($0).limited(id: "l", to: limit) }
      harness.turn(.merge(members).limited(id: "l", to: limit))
      harness.turn(.work(5).limited(id: "l", to: limit))
      XCTAssertEqual(harness.active, first)
      var order = harness.labels
      while let label = harness.labels.first {
        harness.end(label)
        XCTAssertLessThanOrEqual(harness.active.count, limit)
        order += harness.labels.filter { !order.contains($0) }
      }
      XCTAssertEqual(order, [1, 2, 3, 4, 5])
      harness.assertEmpty()
    }
  }

  // S495
  func testTheOldestThatIsCancelledIsNotTheOneAroundTheNewOne() {
    var harness = EngineHarness()
    func effect(_ label: Int) -> Effect<Int> {
      .work(label).limited(id: "l", to: 1, overflow: .cancelOldest)
    }
    harness.turn(.merge(effect(1), effect(2)).limited(id: "l", to: 1))
    XCTAssertEqual(harness.active, [2])
    harness.turn(effect(3))
    XCTAssertEqual(harness.active, [], "the oldest was the one around both")
    harness.end(2)
    XCTAssertEqual(harness.active, [3])
    harness.end(3)
    harness.assertEmpty()
  }

  // S498
  func testALimitMayCountInTheScopeAboveOrInTheStore() throws {
    // The running effects, when the root, a list, two of its rows, and another list have one effect each.
    let rows: [(LimitScope, [Int])] = [
      (.feature, [0, 1, 2, 3, 4]),
      // The lists share the root's permit, which the root has, and the rows share their list's.
      (.parent, [0, 2]),
      (.store, [0]),
    ]
    for (scope, expected) in rows {
      var harness = EngineHarness()
      func open(_ name: String, in parent: ScopeID) throws -> ScopeID {
        try XCTUnwrap(harness.engine.openScope(in: parent, ScopePath.Component(name)))
      }
      let list = try open("list", in: .root)
      let places = try [
        .root, list, open("row 1", in: list), open("row 2", in: list), open("other", in: .root),
      ]
      for (label, place) in places.enumerated() {
        harness.turn(.work(label).limited(id: "l", to: 1, in: scope), in: place)
      }
      XCTAssertEqual(harness.active, expected)
      while let label = harness.labels.first {
        harness.end(label)
        XCTAssertLessThanOrEqual(harness.active.count, expected.count)
      }
      harness.assertEmpty()
    }
  }

  // D5, S498: an id is found in the scope of the effect, wherever the limit counts.
  func testCancellingByTheIDOfALimitLooksInTheScopesOfTheEffects() throws {
    var harness = EngineHarness()
    let list = try XCTUnwrap(harness.engine.openScope(in: .root, ScopePath.Component("list")))
    let rows = try (1...2).map { try XCTUnwrap(harness.engine.openScope(in: list, ScopePath.Component($0))) }
    for (label, row) in [(1, rows[0]), (2, rows[1]), (3, rows[0])] {
      harness.turn(.work(label).limited(id: "l", to: 1, in: .parent), in: row)
    }
    harness.cancel("l", in: rows[0])
    XCTAssertEqual(harness.cancelled, [1])
    harness.end(1)
    XCTAssertEqual(harness.active, [2], "the permit is the list's, and 3 was cancelled while it waited")
    harness.turn(.work(4).limited(id: "l", to: 1, in: .parent), in: rows[0])
    harness.cancel("l", in: list)
    XCTAssertEqual(harness.cancelled, [1, 2])
    harness.end(2)
    harness.assertEmpty()
  }

  // S498
  func testARowThatEndsGivesBackItsPlaceWhenItsWorkHasEnded() throws {
    var harness = EngineHarness()
    let rows = try (1...3).map { try XCTUnwrap(harness.engine.openScope(in: .root, ScopePath.Component($0))) }
    for (index, row) in rows.enumerated() {
      harness.turn(.work(index).limited(id: "l", to: 1, in: .store), in: row)
    }
    harness.engine.endScope(rows[0])
    harness.engine.endScope(rows[1])
    harness.endTurn()
    XCTAssertEqual(harness.active, [])
    harness.end(0)
    XCTAssertEqual(harness.active, [2])
    harness.end(2)
    harness.assertEmpty()
  }
}
