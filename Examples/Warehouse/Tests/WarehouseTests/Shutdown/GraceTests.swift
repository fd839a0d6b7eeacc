import XCTest

@testable import WarehouseServer

final class GraceTests: XCTestCase {
  func testItBeginsOnceAndGoesBy() {
    let clock = ManualClock()
    let grace = Grace(.seconds(10), clock: clock)
    clock.advance(by: .seconds(100))
    XCTAssertEqual(grace.rest, .seconds(10), "There was no signal.")
    grace.begin()
    clock.advance(by: .seconds(4))
    grace.begin()
    XCTAssertEqual(grace.rest, .seconds(6))
    clock.advance(by: .seconds(7))
    XCTAssertEqual(grace.rest, .zero)
  }

  func testRequestsHaveLessSoThatTheirAnswersArrive() {
    for (grace, time) in [(0, 0), (1_000, 750), (2_000, 1_500), (10_000, 9_500)] {
      let grace = Grace(.milliseconds(grace), clock: ManualClock())
      XCTAssertEqual(grace.timeOfRequests, .milliseconds(time))
    }
  }

  func testWhatTakesLongerIsCancelled() async {
    let clock = ManualClock()
    let grace = Grace(.seconds(10), clock: clock)
    grace.begin()
    async let end: Void = grace.limit(leaving: .seconds(2)) {
      let (never, held) = AsyncStream<Never>.makeStream()
      for await _ in never {}
      withExtendedLifetime(held) {}
      XCTAssertTrue(Task.isCancelled)
    }
    for await _ in clock.sleeps.prefix(1) {}
    clock.advance(by: .seconds(8))
    await end
    // An operation that is finished doesn't wait.
    await grace.limit {}
  }
}
