import XCTest

@testable import Troupe

/// The ids that distinguish states.
final class ScopeIdentityTests: XCTestCase {
  private struct Row<ID: Hashable>: Identifiable {
    var id: ID
  }

  private final class Token: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (lhs: Token, rhs: Token) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private func areSame<ID: Hashable>(_ first: ID, _ second: ID) -> Bool {
    let reader = IdentityReader<Row<ID>>()
    return reader(Row(id: first)) == reader(Row(id: second))
  }

  func testIdsOfEachKindAreCompared() {
    XCTAssertTrue(areSame(1, 1))
    XCTAssertFalse(areSame(1, 2))
    XCTAssertTrue(areSame("a", "a"))
    XCTAssertFalse(areSame("a", "b"))
    XCTAssertTrue(areSame(Int?.none, nil))
    XCTAssertFalse(areSame(Int?.none, 0))
    XCTAssertTrue(areSame([1: "a"], [1: "a"]))
    XCTAssertFalse(areSame([1: "a"], [1: "b"]))
    XCTAssertTrue(areSame(Token(1), Token(1)))
    XCTAssertFalse(areSame(Token(1), Token(2)))
    XCTAssertTrue(areSame(AnyHashable(1), AnyHashable(1)))
    XCTAssertFalse(areSame(AnyHashable(1), AnyHashable("1")))
    XCTAssertTrue(areSame(ObjectIdentifier(Token.self), ObjectIdentifier(Token.self)))
  }

  /// Payloads of an enum may have ids of several types, which are equal as `AnyHashable`s are.
  func testIdsOfSeveralTypesAreComparedAsAnyHashables() {
    let ids: [any Hashable] = [1, Int8(1), "1", Int?.some(1), AnyHashable(1), Token(1), 2]
    for first in ids {
      for second in ids {
        let expected = AnyHashable(first) == AnyHashable(second)
        XCTAssertEqual(StateID(value: first) == StateID(value: second), expected, "\(first), \(second)")
      }
    }
  }
}
