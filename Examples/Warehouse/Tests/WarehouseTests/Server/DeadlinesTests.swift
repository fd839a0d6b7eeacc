import XCTest

@testable import WarehouseServer

final class DeadlinesTests: XCTestCase {
  /// Ends when it is cancelled, and reports that it has begun.
  private static func hang(_ begun: AsyncStream<Never>.Continuation) async throws -> Int {
    begun.finish()
    let (never, held) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    withExtendedLifetime(held) {}
    try Task.checkCancellation()
    return 1
  }

  func testAnOperationIsCancelledWhenItsTimeIsOver() async throws {
    let clock = ManualClock()
    let deadlines = Deadlines(.seconds(2), clock: clock)
    for _ in 0..<3 {
      let (begun, begin) = AsyncStream<Never>.makeStream()
      let running = Task { try await deadlines.run { try await DeadlinesTests.hang(begin) } }
      for await _ in begun {}
      clock.advance(by: .seconds(2))
      do {
        _ = try await running.value
        XCTFail("It has ended.")
      } catch let error as Deadlines.Exceeded {
        XCTAssertTrue(error.underlying is CancellationError)
      }
    }
  }

  func testWhatEndsInTimeIsLeftAlone() async throws {
    let clock = ManualClock()
    let deadlines = Deadlines(.seconds(2), clock: clock)
    let value = try await deadlines.run { 7 }
    XCTAssertEqual(value, 7)
    do {
      let _: Int = try await deadlines.run { throw CancellationError() }
    } catch {
      XCTAssertTrue(error is CancellationError, "Its own error is no deadline: \(error)")
    }
  }

  func testEachOperationHasAllOfItsTime() async throws {
    let clock = ManualClock()
    let deadlines = Deadlines(.seconds(2), clock: clock)
    var sleeps = clock.sleeps.makeAsyncIterator()
    let (first, second) = (AsyncStream<Never>.makeStream(), AsyncStream<Never>.makeStream())
    let early = Task { try await deadlines.run { try await DeadlinesTests.hang(first.1) } }
    for await _ in first.0 {}
    _ = await sleeps.next()
    clock.advance(by: .seconds(1))
    let late = Task { try await deadlines.run { try await DeadlinesTests.hang(second.1) } }
    for await _ in second.0 {}
    clock.advance(by: .seconds(1))
    let result = await early.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is Deadlines.Exceeded, "\($0)") }
    // It now sleeps for the other one, which is in progress.
    _ = await sleeps.next()
    late.cancel()
    let lateResult = await late.result
    XCTAssertThrowsError(try lateResult.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
  }

  func testTheCancelledCallerIsNoDeadline() async throws {
    let deadlines = Deadlines(.seconds(2), clock: ManualClock())
    let (begun, begin) = AsyncStream<Never>.makeStream()
    let running = Task { try await deadlines.run { try await DeadlinesTests.hang(begin) } }
    for await _ in begun {}
    running.cancel()
    let result = await running.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
  }

  func testAShutdownLeavesLessTime() async throws {
    let clock = ManualClock()
    let deadlines = Deadlines(.seconds(100), clock: clock)
    let (begun, begin) = AsyncStream<Never>.makeStream()
    let running = Task { try await deadlines.run { try await DeadlinesTests.hang(begin) } }
    for await _ in begun {}
    deadlines.end(within: .seconds(1))
    clock.advance(by: .seconds(1))
    let result = await running.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is Deadlines.Exceeded, "\($0)") }
    // Also to later ones.
    let late = Task {
      try await deadlines.run { try await DeadlinesTests.hang(AsyncStream<Never>.makeStream().1) }
    }
    let lateResult = await late.result
    XCTAssertThrowsError(try lateResult.get()) { XCTAssertTrue($0 is Deadlines.Exceeded, "\($0)") }
  }
}
