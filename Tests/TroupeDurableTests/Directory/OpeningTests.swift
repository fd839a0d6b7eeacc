import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// Which waits of openings for each other would be a deadlock.
final class OpeningTests: TroupeTestCase {
  /// Runs an operation as nested openings, the last of them for the one before it.
  private static func opening(
    _ numbers: [Opening.Number],
    _ operation: () async throws -> Void
  ) async throws {
    let openings = numbers.map { Opening(number: $0) }
    guard let last = openings.last else { return XCTFail("There is no opening.") }
    try await last.run(within: openings.dropLast()) { try await operation() }
  }

  /// Runs an operation as a wait of the current opening for another one.
  private static func waiting(_ number: Opening.Number, _ operation: () async throws -> Void) async throws {
    // not a wait: it runs the operation.
    try await Opening.wait(for: number, operation)
  }

  private static func assertIsCircle(
    _ operation: () async throws -> Void,
    line: UInt = #line
  ) async {
    do {
      try await operation()
      XCTFail("It would wait without end.", line: line)
    } catch {
      XCTAssertEqual(error as? StoreDirectoryError, .recursiveOpen, line: line)
    }
  }

  func testAWaitThatIsOverIsForgotten() async throws {
    let (a, b) = (Opening.nextNumber(), Opening.nextNumber())
    XCTAssertNotEqual(a, b)
    try await Self.opening([a]) { try await Self.waiting(b) { XCTAssertTrue(Opening.isAnyWaiting) } }
    XCTAssertFalse(Opening.isAnyWaiting)
    // The other one may be waiting by now.
    try await Self.opening([b]) { try await Self.waiting(a) {} }
    // An opening that ends with an error is forgotten, too.
    await Self.assertIsCircle {
      try await Self.opening([a]) { try await Self.waiting(b) { throw StoreDirectoryError.recursiveOpen } }
    }
    XCTAssertFalse(Opening.isAnyWaiting)
  }

  func testItIsTheInnermostOpeningThatWaits() async throws {
    let (a, b, c) = (Opening.nextNumber(), Opening.nextNumber(), Opening.nextNumber())
    try await Self.opening([a, b]) {
      try await Self.waiting(c) {
        await Self.assertIsCircle { try await Self.opening([c]) { try await Self.waiting(b) {} } }
        try await Self.opening([c]) { try await Self.waiting(a) {} }
      }
    }
  }

  func testOfSeveralWaitsOfOneOpeningTheOthersStay() async throws {
    let (a, b, c, d) = (
      Opening.nextNumber(), Opening.nextNumber(), Opening.nextNumber(), Opening.nextNumber()
    )
    try await Self.opening([a]) {
      try await Self.waiting(b) {
        try await Self.waiting(c) {
          await Self.assertIsCircle { try await Self.opening([c]) { try await Self.waiting(a) {} } }
        }
        // The wait for `c` is over, and the wait for `b` isn't, including waits for `b`.
        try await Self.opening([c]) { try await Self.waiting(a) {} }
        await Self.assertIsCircle { try await Self.opening([b]) { try await Self.waiting(a) {} } }
        try await Self.opening([b]) {
          try await Self.waiting(d) {
            await Self.assertIsCircle { try await Self.opening([d]) { try await Self.waiting(a) {} } }
          }
        }
      }
    }
    XCTAssertFalse(Opening.isAnyWaiting)
  }

  func testWhatOpensNothingMayWaitForAnything() async throws {
    let a = Opening.nextNumber()
    try await Self.waiting(a) { XCTAssertFalse(Opening.isAnyWaiting) }
    await Self.assertIsCircle { try await Self.opening([a]) { try await Self.waiting(a) {} } }
  }

  func testAWaiterIsOverWithItsAnswerOrItsCancellation() async throws {
    try await underSeeds { scheduler, _ in
      let answered = DirectoryWaiter<Int>()
      XCTAssertFalse(answered.isOver)
      XCTAssertTrue(answered.answer(.success(1)))
      XCTAssertTrue(answered.isOver)
      XCTAssertFalse(answered.answer(.success(2)))
      let answer = try await answered.wait()
      XCTAssertEqual(answer, 1)
      XCTAssertTrue(answered.isOver)
      XCTAssertFalse(answered.answer(.success(3)))
      let cancelled = DirectoryWaiter<Int>()
      let task = Task(executorPreference: scheduler) { try await cancelled.wait() }
      await scheduler.settle()
      XCTAssertFalse(cancelled.isOver)
      task.cancel()
      let result = await task.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
      XCTAssertTrue(cancelled.isOver)
      XCTAssertFalse(cancelled.answer(.success(1)))
    }
  }
}
