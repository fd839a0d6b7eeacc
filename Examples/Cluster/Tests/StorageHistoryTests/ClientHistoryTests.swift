import StorageHistory
import TroupeDurable
import XCTest

final class ClientHistoryTests: XCTestCase {
  private let (a, b, c, d) = (StorageRevision(), StorageRevision(), StorageRevision(), StorageRevision())

  private func kinds(_ history: ClientHistory) -> [StorageHistory.Violation.Kind] {
    history.violations().map(\.kind)
  }

  private func tail(_ numbers: StorageRevision..., before: Int = 0) -> ClientHistory.Tail {
    ClientHistory.Tail(before: before, numbers: numbers)
  }

  /// A history in which a change was acknowledged.
  private func acknowledged() -> ClientHistory {
    var history = ClientHistory()
    history.begin(a, at: 1)
    history.acknowledge(a, at: 2, tail(a))
    return history
  }

  func testChangesThatFollowEachOtherAreFine() {
    var history = acknowledged()
    history.begin(b, at: 3)
    history.begin(c, at: 4)
    history.refuse(c, at: 5)
    history.read(from: 6, to: 7, tail(a))
    history.acknowledge(b, at: 8, tail(a, b))
    history.read(from: 9, to: 10, tail(b, before: 1))
    XCTAssertEqual(kinds(history), [])
  }

  func testAChangeWithoutAnAnswerMayBeThereOrNot() {
    var history = acknowledged()
    history.begin(b, at: 3)
    history.begin(c, at: 4)
    history.read(from: 5, to: 6, tail(a))
    XCTAssertEqual(kinds(history), [])
    // It was late, and is known from the next change.
    history.begin(d, at: 7)
    history.acknowledge(d, at: 8, tail(a, c, d))
    XCTAssertEqual(kinds(history), [])
    // The last answer of all fits.
    history.acknowledge(c, at: 9, tail(a, c))
    XCTAssertEqual(kinds(history), [])
  }

  func testTwoChangesOfTheSameStateAreAFork() {
    var history = acknowledged()
    history.begin(b, at: 3)
    history.begin(c, at: 3)
    history.acknowledge(b, at: 5, tail(a, b))
    history.acknowledge(c, at: 6, tail(a, c))
    XCTAssertEqual(kinds(history), [.fork])
    // So are two answers that put a change at different places.
    var other = acknowledged()
    other.begin(b, at: 3)
    other.begin(c, at: 3)
    other.acknowledge(b, at: 5, tail(a, b))
    other.read(from: 6, to: 7, tail(a, c, b))
    XCTAssertTrue(kinds(other).contains(.fork))
  }

  func testARefusedChangeMustNotBeThere() {
    var history = acknowledged()
    history.begin(b, at: 3)
    history.refuse(b, at: 4)
    history.begin(c, at: 5)
    history.acknowledge(c, at: 6, tail(a, b, c))
    XCTAssertTrue(kinds(history).contains(.unsaved))
  }

  func testAnAcknowledgedChangeMustBeInItsState() {
    var history = acknowledged()
    history.begin(b, at: 3)
    history.acknowledge(b, at: 4, tail(a))
    XCTAssertTrue(kinds(history).contains(.unsaved))
  }

  func testAnAcknowledgedChangeMustNotBeLost() {
    var history = acknowledged()
    history.read(from: 3, to: 4, tail())
    XCTAssertEqual(kinds(history), [.staleRead])
  }

  func testAnEffectOfAChangeThatWasRefusedIsAViolation() {
    var history = acknowledged()
    history.begin(b, at: 3)
    // No client got the answer, but the change is saved.
    history.ran(b, after: a, at: 9)
    XCTAssertEqual(kinds(history), [])
    history.begin(c, at: 10)
    history.acknowledge(c, at: 11, tail(a, b, c))
    // It rings again, long after the change is history.
    history.ran(b, after: a, at: 12)
    XCTAssertEqual(kinds(history), [])
    history.begin(d, at: 13)
    history.refuse(d, at: 14)
    history.ran(d, after: c, at: 15)
    // There was no reason to reject it, either.
    XCTAssertEqual(kinds(history), [.unsaved, .refusal])
  }

  func testTheLinesAreInTheOrderOfTheirBeginnings() {
    var history = acknowledged()
    history.begin(b, at: 3)
    history.read(from: 4, to: 5, tail(a))
    let short = { (number: StorageRevision) in String(number.description.prefix(8)) }
    XCTAssertEqual(
      history.lines { "\($0)" },
      [
        "1 to 2: change \(short(a)) after nothing, acknowledged",
        "3 to ?: change \(short(b)) after ?, unknown", "4 to 5: read \(short(a))",
      ]
    )
  }
}
