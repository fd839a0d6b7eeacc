import Troupe
import TroupeTesting
import XCTest

final class ClockTests: XCTestCase {
  // S426
  func testNobodyWaitsOnAnImmediateClock() async throws {
    let clock = ImmediateClock()
    for _ in 0..<10 { try await clock.sleep(for: .seconds(1)) }
    XCTAssertEqual(clock.now.offset, .seconds(10))
    try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(3)))
    XCTAssertEqual(clock.now.offset, .seconds(10), "time doesn't go back")
  }

  // S426
  func testACancelledTaskDoesNotSleepOnAnImmediateClock() async {
    let clock = ImmediateClock()
    let scheduler = Scheduler()
    let task = Task(executorPreference: scheduler) { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    scheduler.drain()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(clock.now.offset, .zero)
  }

  // S427
  func testAnUnimplementedClockNamesWhatIsUsed() async throws {
    let clock = UnimplementedClock(name: "Search.clock")
    withExpectedIssue(matching: { $0.message.contains("Search.clock.now") }) { _ = clock.now }
    withExpectedIssue(matching: { $0.message.contains("Search.clock.minimumResolution") }) {
      _ = clock.minimumResolution
    }
    let start = withIssueReporters([]) { clock.now }
    try await withExpectedIssue(matching: { $0.message.contains("Search.clock.sleep") }) {
      try await clock.sleep(until: start.advanced(by: .seconds(3_600)), tolerance: nil)
    }
  }

  func testAnErasedClockIsTheClockThatItWraps() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    await clock.advance(by: .seconds(5))
    let erased = AnyClock(clock)
    let start = erased.now
    let task = Task(executorPreference: scheduler) { try await erased.sleep(for: .seconds(1)) }
    await scheduler.settle()
    XCTAssertEqual(clock.sleepers.map(\.deadline.offset), [.seconds(6)])
    await clock.run()
    XCTAssertEqual(start.duration(to: erased.now), .seconds(1))
    XCTAssertLessThan(start, erased.now)
    XCTAssertEqual(erased.minimumResolution, .zero)
    try await task.value
  }
}
