import XCTest

@testable import Troupe

final class StoreErrorTests: XCTestCase {
  private static let closed: [StoreError.Code] = [.shutDown, .stateGone, .superseded, .notSaved, .released]
  private static let others: [StoreError.Code] = [
    .inboxFull, .tooManyWaiting, .deadlineExceeded, .unanswered,
  ]

  // S852
  func testACodeTellsWhetherTheStoreIsClosed() {
    XCTAssertTrue(Self.closed.allSatisfy(\.isClosed))
    XCTAssertFalse(Self.others.contains(where: \.isClosed))
    XCTAssertEqual(Set(Self.closed + Self.others).count, 9)
  }

  // S852
  func testErrorsAreEqualIfTheSameBecameOfTheirActions() {
    XCTAssertEqual(StoreError(), .shutDown)
    XCTAssertNotEqual(StoreError.shutDown, .stateGone)
    XCTAssertNotEqual(StoreError.shutDown, StoreError.shutDown.afterReducing())
    XCTAssertEqual(
      Set([StoreError(.released, wasReduced: true), StoreError.released.afterReducing()]).count,
      1
    )
  }

  // S852
  func testTheTextOfAClosedStoreTellsThatTheActionWasReduced() {
    for code in Self.closed {
      let text = StoreError(code).description
      XCTAssertFalse(text.contains("The action was reduced."), text)
      XCTAssertEqual(StoreError(code, wasReduced: true).description, "\(text) The action was reduced.")
    }
    XCTAssertTrue("\(StoreError.inboxFull(capacity: 2))".contains("it holds 2 actions"))
    XCTAssertTrue("\(StoreError(.inboxFull))".hasPrefix("The store's inbox is full. Send"))
  }
}
