import Troupe
import XCTest

/// The paths of the actions of a presented enum of features.
final class PresentationActionPathTests: XCTestCase {
  @CasePathable
  enum Destination: Equatable { case editor(Editor), alert }
  @CasePathable
  enum Editor: Equatable { case saved, renamed(String) }
  @CasePathable
  enum Action: Equatable { case destination(PresentationAction<Destination>), other }

  func testThePathOfACaseOfThePresentedAction() {
    let path = AnyCasePath(\Action.Cases.destination.editor)
    XCTAssertEqual(path.embed(.saved), .destination(.presented(.editor(.saved))))
    XCTAssertEqual(path.extract(from: .destination(.presented(.editor(.saved)))), .saved)
    XCTAssertNil(path.extract(from: .destination(.dismiss)))
  }

  func testThePathOfACaseOfThePresentedActionWithTheDismissal() {
    let keyPath: any CaseKeyPath<Action, PresentationAction<Editor>> & Sendable = \.destination.editor
    let path = AnyCasePath(keyPath)
    for action in [PresentationAction<Editor>.dismiss, .presented(.saved), .presented(.renamed("a"))] {
      XCTAssertEqual(path.extract(from: path.embed(action)), action)
    }
    XCTAssertEqual(path.embed(.dismiss), .destination(.dismiss))
    XCTAssertEqual(path.embed(.presented(.saved)), .destination(.presented(.editor(.saved))))
    XCTAssertNil(path.extract(from: .destination(.presented(.alert))))
    XCTAssertNil(path.extract(from: .other))
  }
}
