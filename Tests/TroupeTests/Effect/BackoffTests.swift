import XCTest

@testable import Troupe

/// The delays of back-offs.
final class BackoffTests: XCTestCase {
  // S494
  func testAllNumbersMayBeZero() {
    let never = Backoff.constant(.zero, attempts: 0)
    XCTAssertNil(never.delay(beforeAttempt: 1))
    XCTAssertEqual(Backoff.constant(.zero, attempts: 2).delay(beforeAttempt: 1), .zero)
    let none = Backoff.exponential(initial: .zero, factor: 0, maximum: .zero, attempts: 0)
    XCTAssertNil(none.delay(beforeAttempt: 1))
    let zero = Backoff.exponential(initial: .seconds(3), factor: 0, maximum: .seconds(9), attempts: 4)
    XCTAssertEqual((1...4).map { zero.delay(beforeAttempt: $0) }, [.seconds(3), .zero, .zero, nil])
  }

  // S494
  func testItGrowsFromTheFirstDelayToTheLongest() {
    let backoff = Backoff.exponential(initial: .seconds(2), factor: 3, maximum: .seconds(500), attempts: 7)
    XCTAssertEqual(
      (1...7).map { backoff.delay(beforeAttempt: $0) },
      [2, 6, 18, 54, 162, 486, nil].map { $0.map { .seconds($0) } }
    )
    // A first delay above the longest is shortened.
    let short = Backoff.exponential(initial: .seconds(9), maximum: .seconds(5), attempts: 9)
    XCTAssertEqual(short.delay(beforeAttempt: 1), .seconds(5))
    XCTAssertEqual(short.delay(beforeAttempt: 2), .seconds(5))
    // The first delay isn't rounded.
    let first = Duration(secondsComponent: 1, attosecondsComponent: 1)
    let exact = Backoff.exponential(initial: first, maximum: .seconds(5), attempts: 9)
    XCTAssertEqual(exact.delay(beforeAttempt: 1), first)
    // Endless growth of zero is zero.
    let nothing = Backoff.exponential(initial: .zero, maximum: .seconds(5), attempts: .max)
    XCTAssertEqual(nothing.delay(beforeAttempt: 5000), .zero)
  }
}
