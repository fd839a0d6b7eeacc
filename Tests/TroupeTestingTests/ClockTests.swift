import Foundation
import Troupe
import TroupeFoundation
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
  func testAnUnimplementedClockNamesWhatIsUsed() async {
    let clock = UnimplementedClock(name: "Search.clock")
    withExpectedIssue(matching: { $0.message.contains("Search.clock.now") }) { _ = clock.now }
    withExpectedIssue(matching: { $0.message.contains("Search.clock.minimumResolution") }) {
      _ = clock.minimumResolution
    }
    let start = withIssueReporters([]) { clock.now }
    await withExpectedIssue(matching: { $0.message.contains("Search.clock.sleep") }) {
      do {
        try await clock.sleep(until: start.advanced(by: .seconds(3_600)), tolerance: nil)
        XCTFail("It was slept on.")
      } catch {
        XCTAssertTrue(error is UnimplementedError)
      }
    }
  }

  // S519
  func testTheDateGoesWithTheClock() async {
    let clock = TestClock(scheduler: Scheduler())
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      @Dependency(\.date.now) var now
      XCTAssertEqual(now, Date(timeIntervalSinceReferenceDate: 0))
      await clock.advance(by: .milliseconds(90_500))
      XCTAssertEqual(now, Date(timeIntervalSinceReferenceDate: 90.5))
      withDependencies {
        $0.date.now = Date(timeIntervalSince1970: 7)
      } operation: {
        XCTAssertEqual(now, Date(timeIntervalSince1970: 7))
      }
    }
  }

  // S519
  func testTheDateGoesWithTheClockThatItsReaderWasMadeWith() async {
    let clock = ImmediateClock()
    let date = withDependencies {
      $0.suspendingClock = clock
    } operation: {
      Dependency(\.date)
    }
    try? await clock.sleep(for: .seconds(3))
    XCTAssertEqual(date.wrappedValue.now, Date(timeIntervalSinceReferenceDate: 3))
  }

  // S519
  func testTheDateOfATestStoreGoesWithItsClock() async {
    let store = TestStore(initialState: Date.distantPast) {
      Reduce<Date, Bool> { date, _ in
        @Dependency(\.date.now) var now
        date = now
        return .none
      }
    }
    await store.send(true) { $0 = Date(timeIntervalSinceReferenceDate: 0) }
    await store.clock.advance(by: .seconds(60))
    await store.send(true) { $0 = Date(timeIntervalSinceReferenceDate: 60) }
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
