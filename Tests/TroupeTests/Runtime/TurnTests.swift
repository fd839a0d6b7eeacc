import XCTest

@testable import Troupe

/// The phases of a turn, its duties, and its counts.
final class TurnTests: XCTestCase {
  private typealias Change = (inout Turn) -> Void

  /// The turn of a store whose function that reduces actions was created.
  private var resolved: Turn {
    var turn = Turn()
    turn.recordResolution()
    return turn
  }

  func testTheFastPathIsForTurnsWithoutDutiesOfAnOpenStore() {
    var first = Turn()
    XCTAssertFalse(first.beginFastPath(), "The store hasn't reduced an action.")
    var turn = resolved
    XCTAssertTrue(turn.beginFastPath())
    XCTAssertEqual(turn.phase, .reducing)
    XCTAssertFalse(turn.beginFastPath(), "A turn is under way.")
    XCTAssertTrue(turn.endFastPath())
    XCTAssertEqual(turn.phase, .idle)
    XCTAssertEqual(turn.version, 1)
    let obstacles: [Change] = [
      { $0.drain() }, { $0.close() }, { $0.setDuties(.waiters) }, { $0.settle() }, { $0.beginReducing() },
      { $0.publish() }, { _ = $0.beginReading() }, { $0.reentrantActionCame() },
    ]
    for obstacle in obstacles {
      var turn = resolved
      obstacle(&turn)
      XCTAssertFalse(turn.beginFastPath())
    }
  }

  func testATurnLeavesTheFastPathWhenADutyComesUp() {
    for duty: Change in [{ $0.setDuties(.scopes) }, { $0.reentrantActionCame() }] {
      var turn = resolved
      XCTAssertTrue(turn.beginFastPath())
      duty(&turn)
      XCTAssertFalse(turn.endFastPath())
      XCTAssertEqual(turn.phase, .reducing)
      XCTAssertEqual(turn.version, 0)
    }
  }

  func testTurnsCountThatHaveReducedAnAction() {
    var turn = Turn()
    turn.settle()
    XCTAssertFalse(turn.takeActions())
    turn.end()
    XCTAssertEqual(turn.version, 0)
    turn.settle()
    for count in 1...2 {
      turn.beginReducing()
      XCTAssertEqual(turn.phase, .reducing)
      turn.reduced()
      XCTAssertEqual(turn.phase, .settling)
      XCTAssertEqual(turn.actionCount, count)
    }
    XCTAssertTrue(turn.takeActions())
    XCTAssertEqual(turn.actionCount, 0)
    XCTAssertEqual(turn.version, 1)
    XCTAssertFalse(turn.takeActions())
    turn.end()
    XCTAssertEqual(turn.phase, .idle)
  }

  func testReadingKeepsTurnsOutOnlyIfNoneIsUnderWay() {
    var turn = Turn()
    XCTAssertTrue(turn.beginReading())
    XCTAssertEqual(turn.phase, .publishing)
    XCTAssertFalse(turn.beginReading(), "The outer read ends it.")
    turn.endReading()
    XCTAssertEqual(turn.phase, .idle)
    turn.settle()
    XCTAssertFalse(turn.beginReading())
    XCTAssertEqual(turn.phase, .settling)
  }

  func testADutyToActionsSentByForceEndsAlone() {
    var turn = Turn()
    turn.setDuties([.feeds, .saving])
    turn.reentrantActionCame()
    XCTAssertEqual(turn.duties, [.feeds, .saving, .reentrantActions])
    turn.reentrantActionsBegan()
    XCTAssertEqual(turn.duties, [.feeds, .saving])
  }
}
