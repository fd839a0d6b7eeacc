import Troupe
import XCTest

@testable import Troupe

final class EngineScopeTests: TroupeTestCase {
  private func open(_ harness: inout EngineHarness, _ name: String, in parent: ScopeID = .root) throws
    -> ScopeID
  {
    try XCTUnwrap(harness.engine.openScope(in: parent, ScopePath.Component(name)))
  }

  // D5, S241, S243, S245
  func testCancellingLooksInItsScopeAndBelow() throws {
    var harness = EngineHarness()
    let left = try open(&harness, "left")
    let leftChild = try open(&harness, "child", in: left)
    let right = try open(&harness, "right")
    for (label, scope) in [(0, ScopeID.root), (1, left), (2, leftChild), (3, right)] {
      harness.turn(.work(label).cancellable(id: "x"), in: scope)
    }
    harness.cancel("x", in: leftChild)
    XCTAssertEqual(harness.cancelled, [2])
    harness.cancel("x", in: left)
    XCTAssertEqual(harness.cancelled, [2, 1])
    harness.cancel("x")
    XCTAssertEqual(harness.cancelled, [2, 1, 0, 3])
    for label in 0...3 { harness.end(label) }
    harness.assertEmpty()
  }

  // S246
  func testCancelInFlightOfAChildLeavesTheParentAlone() throws {
    var harness = EngineHarness()
    let child = try open(&harness, "child")
    harness.turn(.work(1).cancellable(id: "x"))
    harness.turn(.work(2).cancellable(id: "x", cancelInFlight: true), in: child)
    harness.turn(.work(3).cancellable(id: "x", cancelInFlight: true), in: child)
    XCTAssertEqual(harness.cancelled, [2])
    for label in 1...3 { harness.end(label) }
    harness.assertEmpty()
  }

  func testEndingAScopeEndsTheSubtree() throws {
    var harness = EngineHarness()
    let parent = try open(&harness, "parent")
    let child = try open(&harness, "child", in: parent)
    harness.turn(.work(1))
    harness.turn(.concatenate(.work(2), .work(3)), in: parent)
    harness.turn(.work(4), in: child)
    harness.engine.endScope(parent)
    harness.endTurn()
    XCTAssertEqual(harness.cancelled, [2, 4])
    XCTAssertEqual(harness.active, [1])
    // D2: nothing begins in it any more, and its actions are counted.
    harness.turn(.merge(.work(5), .send(6)), in: child)
    XCTAssertEqual(harness.delivered, [])
    XCTAssertEqual(harness.engine.droppedActions, 1)
    XCTAssertNil(harness.engine.openScope(in: child, ScopePath.Component("late")))
    XCTAssertEqual(
      harness.engine.path(of: child).description,
      "/parent/child",
      "kept for reports until it is empty"
    )
    harness.end(2)
    harness.end(4)
    XCTAssertEqual(harness.engine.scopes.count, 1)
    harness.end(1)
    harness.assertEmpty()
  }

  // D2
  func testWorkOfAScopeThatEndsInTheSameTurnNeverStarts() throws {
    var harness = EngineHarness()
    let child = try open(&harness, "child")
    let cascade = harness.engine.openCascade()
    let program = try XCTUnwrap(Effect<Int>.merge(.work(1), .send(2)).program)
    harness.engine.begin(program, harness.origin(cascade, child))
    harness.engine.endScope(child)
    harness.engine.opened(cascade)
    harness.endTurn()
    XCTAssertEqual(harness.labels, [])
    XCTAssertEqual(harness.delivered, [])
    harness.assertEmpty()
  }

  func testAPieceEndsWithItsEffect() throws {
    for isCancelled in [true, false] {
      var harness = EngineHarness()
      harness.turn(.work(1).cancellable(id: "x"))
      let effect = try XCTUnwrap(harness.running.first?.id)
      let piece = try XCTUnwrap(
        harness.engine.beginPiece(of: effect, id: CancelID("p"), cancelInFlight: false)
      )
      if isCancelled { harness.cancel("x") } else { harness.end(1) }
      XCTAssertTrue(harness.engine.isLive(piece))
      XCTAssertFalse(harness.engine.isActive(piece))
      XCTAssertFalse(harness.engine.isActive(effect))
      XCTAssertEqual(harness.endedCascades.count, 0, "a piece counts until its work has ended")
      harness.engine.ended(piece)
      harness.endTurn()
      if isCancelled { harness.end(1) }
      XCTAssertEqual(harness.endedCascades.count, 1)
      harness.assertEmpty()
    }
  }

  func testAPieceOfWorkHasItsOwnID() throws {
    var harness = EngineHarness()
    harness.turn(.work(1))
    let effect = try XCTUnwrap(harness.running.first?.id)
    let piece = try XCTUnwrap(harness.engine.beginPiece(of: effect, id: CancelID("p"), cancelInFlight: false))
    XCTAssertEqual(harness.engine.snapshots.map(\.ids), [[], [CancelID("p")]])
    harness.cancel("p")
    XCTAssertFalse(harness.engine.isActive(piece))
    XCTAssertTrue(harness.engine.isActive(effect))
    harness.engine.ended(piece)
    harness.end(1)
    XCTAssertNil(harness.engine.beginPiece(of: effect, id: CancelID("p"), cancelInFlight: false))
    harness.endTurn()
    harness.assertEmpty()
  }
}
