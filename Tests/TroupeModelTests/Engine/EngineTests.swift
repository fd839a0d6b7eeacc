import Troupe
import XCTest

@testable import Troupe

final class EngineTests: TroupeTestCase {
  func testMembersOfAMergeStartInOrder() {
    var harness = EngineHarness()
    harness.turn(.merge(.work(1), .work(2), .work(3)))
    XCTAssertEqual(harness.labels, [1, 2, 3])
    for label in [2, 1, 3] { harness.end(label) }
    harness.assertEmpty()
  }

  // S116
  func testMembersOfASequenceStartOneAfterAnother() {
    var harness = EngineHarness()
    let cascade = harness.turn(.concatenate(.work(1), .merge(.work(2), .work(3)), .work(4)))
    XCTAssertEqual(harness.labels, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [2, 3])
    harness.end(3)
    XCTAssertEqual(harness.labels, [2])
    harness.end(2)
    XCTAssertEqual(harness.labels, [4])
    XCTAssertEqual(harness.endedCascades, [])
    harness.end(4)
    XCTAssertEqual(harness.endedCascades, [cascade])
    harness.assertEmpty()
  }

  // S003: breadth first, in order.
  func testActionsAreDeliveredBreadthFirst() {
    var harness = EngineHarness()
    harness.reactions = [1: .send(QueuedAction(10)), 2: .send(QueuedAction(20))]
    harness.turn(.merge(.send(1), .send(2), .send(3)))
    XCTAssertEqual(harness.delivered, [1, 2, 3, 10, 20])
    harness.assertEmpty()
  }

  // S123: everything that an action causes comes before the next member of a sequence.
  func testAMemberOfASequenceHasEndedWhenItsActionIsReduced() {
    var harness = EngineHarness()
    harness.reactions = [1: .send(QueuedAction(10))]
    harness.turn(.concatenate(.send(1), .send(2)))
    XCTAssertEqual(harness.delivered, [1, 10, 2])
    harness.assertEmpty()
  }

  // D1, S148
  func testWorkThatIsCancelledInItsOwnTurnNeverStarts() {
    var harness = EngineHarness()
    harness.turn(.merge(.work(1).cancellable(id: "x"), .work(2), .cancel(id: "x")))
    XCTAssertEqual(harness.labels, [2])
    XCTAssertEqual(harness.cancelled, [])
    harness.end(2)
    harness.assertEmpty()
  }

  // S147, D6
  func testCancelActsInItsPlaceInAMerge() {
    var harness = EngineHarness()
    harness.turn(.work(1).cancellable(id: "x"))
    harness.turn(.merge(.cancel(id: "x"), .work(2).cancellable(id: "x")))
    XCTAssertEqual(harness.cancelled, [1])
    XCTAssertEqual(harness.active, [2])
    harness.end(1)
    harness.end(2)
    harness.assertEmpty()
  }

  // D6, S126
  func testCancelInASequenceActsWhenItsTurnComes() {
    var harness = EngineHarness()
    harness.turn(.work(1).cancellable(id: "x"))
    harness.turn(.concatenate(.work(2), .cancel(id: "x"), .work(3)))
    XCTAssertEqual(harness.cancelled, [])
    harness.end(2)
    XCTAssertEqual(harness.cancelled, [1])
    XCTAssertEqual(harness.labels, [1, 3])
    harness.end(1)
    harness.end(3)
    harness.assertEmpty()
  }

  // S124, D19: a cancelled member counts as ended, once it has.
  func testTheNextMemberOfASequenceWaitsForTheCancelledOneToEnd() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1).cancellable(id: "x"), .work(2)))
    harness.cancel("x")
    XCTAssertEqual(harness.cancelled, [1])
    XCTAssertEqual(harness.labels, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [2])
    harness.end(2)
    harness.assertEmpty()
  }

  // D1: the queued members never begin.
  func testCancellingASequenceForgetsItsOtherMembers() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1), .work(2), .send(3)).cancellable(id: "x"))
    harness.cancel("x")
    XCTAssertEqual(harness.cancelled, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [])
    XCTAssertEqual(harness.delivered, [])
    harness.assertEmpty()
  }

  // D19: the id is free at cancellation, the record stays.
  func testCancelInFlightStartsTheNextAtOnce() {
    var harness = EngineHarness()
    let first = harness.turn(.work(1).cancellable(id: "x", cancelInFlight: true))
    harness.turn(.work(2).cancellable(id: "x", cancelInFlight: true))
    XCTAssertEqual(harness.cancelled, [1])
    XCTAssertEqual(harness.labels, [1, 2])
    XCTAssertEqual(harness.endedCascades, [])
    harness.cancel("x")
    XCTAssertEqual(harness.cancelled, [1, 2], "the first has left the index")
    harness.end(1)
    XCTAssertEqual(harness.endedCascades, [first])
    harness.end(2)
    harness.assertEmpty()
  }

  // S133, S137, S138
  func testTheIndexForgetsWhatHasEnded() {
    var harness = EngineHarness()
    harness.turn(.work(1).cancellable(id: "x").cancellable(id: "y"))
    harness.end(1)
    harness.cancel("x")
    XCTAssertEqual(harness.cancelled, [])
    harness.assertEmpty()
  }

  // S142, S152
  func testTheTypeOfAnIDCounts() {
    struct One: Hashable {}
    struct Two: Hashable {}
    var harness = EngineHarness()
    harness.turn(.work(1).cancellable(id: One()))
    harness.turn(.work(2).cancellable(id: 1 as Int))
    harness.cancel(Two())
    harness.cancel(1 as Int64)
    XCTAssertEqual(harness.cancelled, [])
    harness.cancel(1 as Int)
    harness.cancel(One())
    XCTAssertEqual(harness.cancelled, [2, 1])
    harness.end(1)
    harness.end(2)
    harness.assertEmpty()
  }

  // S027, D11
  func testCancellingACascadeCancelsWhatItCausedAndNothingElse() {
    var harness = EngineHarness()
    harness.reactions = [1: Effect<Int>.work(11).placed ?? .cancelAll]
    let cascade = harness.turn(.merge(.work(10), .send(1)))
    harness.turn(.work(20))
    harness.engine.cancel(cascade)
    harness.endTurn()
    XCTAssertEqual(harness.cancelled, [10, 11])
    XCTAssertEqual(harness.active, [20])
    harness.end(10)
    XCTAssertEqual(harness.endedCascades, [])
    harness.end(11)
    XCTAssertEqual(harness.endedCascades, [cascade])
    harness.end(20)
    harness.assertEmpty()
  }

  func testAnActionThatIsCancelledBeforeItsPlaceIsDropped() {
    var harness = EngineHarness()
    harness.reactions = [1: .cancelAll]
    harness.turn(.merge(.send(1), .send(2)))
    XCTAssertEqual(harness.delivered, [1])
    XCTAssertEqual(harness.engine.droppedActions, 1)
    harness.assertEmpty()
  }

  func testALongSequenceOfActionsNeedsNoStack() {
    var harness = EngineHarness()
    harness.turn(.concatenate((0..<100_000).map { .send($0) }))
    XCTAssertEqual(harness.delivered.count, 100_000)
    harness.turn(.concatenate((0..<100_000).map { .cancel(id: $0) }))
    harness.assertEmpty()
  }

  func testClosingCancelsEverythingAndTakesNoMore() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1), .work(2)))
    harness.turn(.work(3).limited(id: "l", to: 1))
    harness.turn(.work(4).limited(id: "l", to: 1))
    harness.engine.close()
    harness.endTurn()
    harness.turn(.merge(.work(5), .send(6)))
    XCTAssertEqual(harness.cancelled, [1, 3])
    harness.end(1)
    harness.end(3)
    XCTAssertEqual(harness.labels, [])
    XCTAssertEqual(harness.delivered, [])
    harness.assertEmpty()
  }

  // D1: the store also knows the ids inside waiting programs.
  func testQueuedWorkIsCancelledByItsOwnID() {
    let queued: [Effect<Int>] = [
      .concatenate(.work(1), .work(2).cancellable(id: "x")),
      .concatenate(.work(1), .merge(.work(2).cancellable(id: "x"), .none)),
      .concatenate(.work(1), .concatenate(.work(2), .work(3)).cancellable(id: "x")),
    ]
    for effect in queued {
      var harness = EngineHarness()
      harness.turn(effect)
      harness.cancel("x")
      harness.end(1)
      XCTAssertEqual(harness.labels, [])
      harness.assertEmpty()
    }
    var harness = EngineHarness()
    harness.turn(.work(1).limited(id: "l", to: 1))
    harness.turn(.work(2).cancellable(id: "x").limited(id: "l", to: 1))
    harness.cancel("x")
    harness.end(1)
    XCTAssertEqual(harness.labels, [])
    harness.assertEmpty()
  }

  // D6: a cancellation in a sequence doesn't affect the later members of the sequence.
  func testCancelInASequenceLeavesLaterMembersAlone() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1), .cancel(id: "x"), .work(2).cancellable(id: "x")))
    harness.end(1)
    XCTAssertEqual(harness.labels, [2])
    harness.end(2)
    harness.turn(
      .concatenate(
        .work(3).cancellable(id: "x", cancelInFlight: true),
        .work(4).cancellable(id: "x", cancelInFlight: true)
      )
    )
    harness.end(3)
    XCTAssertEqual(harness.labels, [4])
    harness.end(4)
    harness.assertEmpty()
  }

  func testActionsThatNeverHaveTheirTurnAreCounted() {
    var harness = EngineHarness()
    harness.turn(.concatenate(.work(1), .send(2), .send(3).cancellable(id: "y")).cancellable(id: "x"))
    XCTAssertEqual(harness.engine.waitingCount, 2)
    harness.cancel("y")
    XCTAssertEqual(harness.engine.droppedActions, 1)
    harness.cancel("x")
    XCTAssertEqual(harness.engine.droppedActions, 2)
    harness.end(1)
    harness.assertEmpty()
  }

  func testTheTablesShrinkBesideALongEffect() {
    var harness = EngineHarness()
    harness.turn(.merge((0..<20_000).map { .work($0) }))
    harness.turn(.work(-5))
    let burst = harness.running.prefix(20_000).map(\.id)
    for id in burst {
      harness.engine.ended(id)
      harness.endTurn()
    }
    harness.running.removeFirst(20_000)
    for number in 0..<30_000 {
      harness.turn(.work(number))
      let id = harness.running.removeLast().id
      harness.engine.ended(id)
      harness.endTurn()
    }
    XCTAssertEqual(harness.engine.nodes.count, 1)
    harness.end(-5)
    XCTAssertEqual(harness.engine.nodes.slotCount, 0)
    harness.assertEmpty()
  }
}
