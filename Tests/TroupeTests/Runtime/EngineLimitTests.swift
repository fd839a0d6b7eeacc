import Troupe
import XCTest

@testable import Troupe

final class EngineLimitTests: TroupeTestCase {
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

  func testTheLimitsIDCancelsThoseThatRunAndThoseThatWait() {
    var harness = EngineHarness()
    for label in 1...3 { harness.turn(.work(label).limited(id: "l", to: 1)) }
    harness.cancel("l")
    XCTAssertEqual(harness.cancelled, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [])
    harness.assertEmpty()
  }

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

  func testWhenFullDropsTheNewOne() {
    var harness = EngineHarness()
    harness.turn(.work(1).limited(id: "l", to: 1, whenFull: .drop))
    harness.turn(.concatenate(.work(2).limited(id: "l", to: 1, whenFull: .drop), .work(3)))
    XCTAssertEqual(harness.labels, [1, 3])
    harness.end(1)
    harness.end(3)
    harness.assertEmpty()
  }

  func testWhenFullCancelsTheOldestAndWaitsForItsEnd() {
    var harness = EngineHarness()
    for label in 1...3 { harness.turn(.work(label).limited(id: "l", to: 1, whenFull: .cancelOldest)) }
    XCTAssertEqual(harness.cancelled, [1])
    XCTAssertEqual(harness.labels, [1])
    harness.end(1)
    XCTAssertEqual(harness.labels, [3], "the second was the oldest when the third came")
    harness.end(3)
    harness.assertEmpty()
  }

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
}
