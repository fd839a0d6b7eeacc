import Troupe
import TroupeTesting
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
    let program = try XCTUnwrap(Effect<Int>.merge(.work(1), .send(2)).placed)
    harness.engine.begin(program, harness.origin(cascade, child))
    harness.engine.endScope(child)
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
        harness.engine.beginSubtask(of: effect, id: CancelID("p"), cancelInFlight: false)
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
    let piece = try XCTUnwrap(
      harness.engine.beginSubtask(of: effect, id: CancelID("p"), cancelInFlight: false)
    )
    XCTAssertEqual(harness.engine.snapshots.map(\.ids), [[], [CancelID("p")]])
    harness.cancel("p")
    XCTAssertFalse(harness.engine.isActive(piece))
    XCTAssertTrue(harness.engine.isActive(effect))
    harness.engine.ended(piece)
    harness.end(1)
    XCTAssertNil(harness.engine.beginSubtask(of: effect, id: CancelID("p"), cancelInFlight: false))
    harness.endTurn()
    harness.assertEmpty()
  }

  // MARK: Programs with parts in scopes below

  private func scoped(_ effect: Effect<Int>, _ scope: ScopeID, times factor: Int? = nil) -> Effect<Int> {
    let route = factor.map { factor in ActionRoute<Int> { QueuedAction($0 * factor) } }
    return effect.scoped(scope, route)
  }

  func testActionsTakeTheWayOfTheirPlace() throws {
    var harness = EngineHarness()
    harness.engine.hasListeners = true
    let child = try open(&harness, "child")
    let grandchild = try open(&harness, "grandchild", in: child)
    let inner = scoped(.concatenate(.send(1), .work(1), .send(2)), grandchild, times: 100)
    harness.turn(.merge(scoped(.merge(.send(3), inner), child, times: 10), .send(4)))
    XCTAssertEqual(harness.delivered, [30, 100, 4], "the innermost way is the whole way")
    harness.end(1)
    XCTAssertEqual(harness.delivered, [30, 100, 4, 200])
    XCTAssertEqual(harness.dropped, [])
    harness.assertEmpty()
  }

  func testActionsThatAreDroppedAreToldAsTheStoreKnowsThem() throws {
    var harness = EngineHarness()
    harness.engine.hasListeners = true
    let child = try open(&harness, "child")
    let later = Effect<Int>.concatenate(.work(1), .send(2).cancellable(id: "x"), .send(3))
    // Without its place in a sequence, with it, and in a scope that has ended.
    let held = Effect<Int>.concatenate(.work(4), scoped(.send(5).cancellable(id: "x"), child, times: 100))
    harness.turn(.merge(scoped(later, child, times: 10), held))
    harness.cancel("x")
    XCTAssertEqual(harness.dropped, ["20", "500"])
    harness.engine.endScope(child)
    harness.endTurn()
    XCTAssertEqual(harness.dropped, ["20", "500", "30"])
    harness.end(1)
    harness.end(4)
    harness.turn(scoped(.send(6), child, times: 10))
    XCTAssertEqual(harness.dropped, ["20", "500", "30", "60"])
    XCTAssertEqual(harness.delivered, [])
    harness.assertEmpty()
  }

  func testActionsThatWaitForAPlaceOrATimeTakeTheWayOfTheirs() throws {
    var harness = EngineHarness()
    harness.engine.hasListeners = true
    let child = try open(&harness, "child")
    func limited(_ effect: Effect<Int>, _ overflow: LimitOverflow) -> Effect<Int> {
      scoped(effect.limited(id: "l", to: 1, overflow: overflow), child, times: 10)
    }
    harness.turn(limited(.concatenate(.work(1), .send(1)), .wait))
    harness.turn(limited(.send(2), .drop))
    harness.turn(limited(.send(3), .wait))
    XCTAssertEqual(harness.dropped, ["20"])
    harness.end(1)
    XCTAssertEqual(harness.delivered, [10, 30])
    harness.turn(
      scoped(.work(4).timeout(after: .seconds(1), clock: ImmediateClock(), sending: 5), child, times: 10)
    )
    harness.end(-2)
    harness.end(4)
    XCTAssertEqual(harness.delivered, [10, 30, 50])
    harness.assertEmpty()
  }

  // As `Scope` makes them.
  func testAPartOfTheSameScopeIsFoundByTheIDsAroundIt() {
    var harness = EngineHarness()
    harness.turn(scoped(.concatenate(.work(1), .send(2)), .root, times: 10).cancellable(id: "x"))
    harness.end(1)
    XCTAssertEqual(harness.delivered, [20])
    harness.turn(scoped(.work(3), .root, times: 10).cancellable(id: "x"))
    harness.cancel("x")
    XCTAssertEqual(harness.cancelled, [3])
    harness.end(3)
    harness.assertEmpty()
  }

  // D5
  func testAnIDGivenOutsideOfAPartIsFoundOutsideAlone() throws {
    var harness = EngineHarness()
    let child = try open(&harness, "child")
    harness.turn(scoped(.work(1).cancellable(id: "inner"), child).cancellable(id: "outer"))
    harness.cancel("outer", in: child)
    XCTAssertEqual(harness.cancelled, [])
    XCTAssertEqual(harness.engine.snapshots.map(\.ids), [[CancelID("inner"), CancelID("outer")]])
    harness.cancel("outer")
    XCTAssertEqual(harness.cancelled, [1])
    harness.turn(scoped(.work(2).cancellable(id: "inner"), child).cancellable(id: "outer"))
    harness.cancel("inner", in: child)
    XCTAssertEqual(harness.cancelled, [1, 2])
    harness.end(1)
    harness.end(2)
    harness.assertEmpty()
  }

  // D1: a cancellation finds work that hasn't begun, even if a scope above holds it.
  func testCancellingInAScopeFindsItsPartOfASequenceAbove() throws {
    var harness = EngineHarness()
    let left = try open(&harness, "left")
    let right = try open(&harness, "right")
    let parts = [left, right].enumerated().map { scoped(.work($0 + 2).cancellable(id: "x"), $1) }
    harness.turn(.concatenate([.work(1)] + parts + [.work(4).cancellable(id: "x")]))
    harness.cancel("x", in: left)
    harness.end(1)
    XCTAssertEqual(harness.active, [3], "neither its sibling's nor what is above it")
    harness.cancel("x", in: right)
    harness.end(3)
    XCTAssertEqual(harness.active, [4])
    harness.end(4)
    harness.assertEmpty()
  }

  func testWhatIsToBeginLaterHoldsItsScope() throws {
    var harness = EngineHarness()
    let child = try open(&harness, "child")
    XCTAssertTrue(harness.engine.isIdle(child))
    harness.turn(.concatenate(.work(1), scoped(.work(2), child)))
    XCTAssertFalse(harness.engine.isIdle(child), "a part of it is queued")
    harness.end(1)
    XCTAssertEqual(harness.active, [2])
    harness.end(2)
    XCTAssertTrue(harness.engine.isIdle(child))
    // D2: it ended in the meantime and never begins; the sequence continues.
    harness.turn(.concatenate(.work(3), scoped(.merge(.work(4), .send(5)), child), .work(6)))
    harness.engine.endScope(child)
    XCTAssertTrue(harness.engine.scopes.isRecorded(child))
    harness.end(3)
    XCTAssertEqual(harness.active, [6])
    XCTAssertEqual(harness.delivered, [])
    XCTAssertEqual(harness.engine.droppedActions, 1)
    harness.end(6)
    XCTAssertFalse(harness.engine.scopes.isRecorded(child))
    XCTAssertEqual(harness.engine.scopes.count, 1)
    harness.assertEmpty()
  }

  func testAScopeThatIsIdleIsTold() throws {
    var harness = EngineHarness()
    let parent = try open(&harness, "parent")
    let child = try open(&harness, "child", in: parent)
    harness.endTurn()
    harness.idleScopes = []
    harness.turn(scoped(.work(1), child))
    XCTAssertEqual(harness.idleScopes, [])
    harness.end(1)
    XCTAssertEqual(harness.idleScopes, [child])
    harness.engine.endScope(child)
    harness.endTurn()
    XCTAssertEqual(harness.idleScopes, [child, parent], "the last scope in it has gone")
    harness.engine.endScope(parent)
    XCTAssertEqual(harness.engine.scopes.count, 1)
  }

  func testAWindowOfAThrottleKeepsItsScope() throws {
    var harness = EngineHarness()
    let child = try open(&harness, "child")
    harness.endTurn()
    harness.idleScopes = []
    let throttled = Effect.work(1).throttle(
      id: "t",
      for: .seconds(1),
      latest: false,
      clock: ImmediateClock()
    )
    harness.turn(scoped(throttled, child))
    harness.end(1)
    XCTAssertEqual(harness.idleScopes, [])
    XCTAssertFalse(harness.engine.isIdle(child))
    harness.engine.endScope(child)
    XCTAssertEqual(harness.engine.scopes.count, 1)
    harness.assertEmpty()
  }
}
