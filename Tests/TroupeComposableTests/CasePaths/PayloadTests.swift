import TroupeComposable
import TroupeTesting
import XCTest

final class PayloadTests: XCTestCase {
  /// An enum without case paths.
  fileprivate enum Screen: Equatable {
    case home
    case note(Note)

    struct Note: Equatable { var text = "" }
  }

  @CasePathable
  fileprivate enum Sheet: Equatable {
    case note(Screen.Note)
    case other
  }

  // S935
  func testAPathOfTheOperatorExtractsAndEmbeds() {
    let note = Screen.Note(text: "a")
    XCTAssertEqual((/Screen.note).extract(from: .note(note)), note)
    XCTAssertNil((/Screen.note).extract(from: .home))
    XCTAssertEqual((/Screen.note).embed(note), .note(note))
  }

  // S935
  func testAPathOfTheOperatorChangesThePayload() throws {
    var screen = Screen.note(Screen.Note())
    try (/Screen.note).modify(&screen) { $0.text = "a" }
    XCTAssertEqual(screen, .note(Screen.Note(text: "a")))
    let count = try (/Screen.note).modify(&screen) { $0.text.count }
    XCTAssertEqual(count, 1)

    var sheet: Sheet? = .note(Screen.Note())
    try (/Sheet.note).modify(&sheet) { $0.text = "a" }
    XCTAssertEqual(sheet, .note(Screen.Note(text: "a")))
  }

  // S935
  func testAValueInAnotherCaseIsAnError() {
    var screen = Screen.home
    XCTAssertThrowsError(try (/Screen.note).modify(&screen) { $0.text = "a" }) {
      XCTAssertEqual(
        "\($0)",
        "`modify` was called for a case with a payload of type Note, but the value is home. Nothing was changed."
      )
    }
    XCTAssertEqual(screen, .home)
    var sheet: Sheet?
    XCTAssertThrowsError(try (/Sheet.note).modify(&sheet) { $0.text = "a" })
    XCTAssertNil(sheet)
  }
}
