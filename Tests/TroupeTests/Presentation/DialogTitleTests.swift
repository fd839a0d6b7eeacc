import Foundation
import Troupe
import XCTest

/// Whether a dialog's title is shown.
final class DialogTitleTests: XCTestCase {
  private typealias Dialog = ConfirmationDialogState<Int>

  func testTheTitleIsShownAsIsSaid() {
    XCTAssertEqual(Dialog { "?" }.titleVisibility, .automatic)
    let hidden = Dialog(titleVisibility: .hidden) { TextState("?") }
    XCTAssertEqual(hidden.titleVisibility, .hidden)
    XCTAssertNotEqual(hidden, Dialog { TextState("?") })
    XCTAssertEqual(hidden.map { $0.map(String.init) }.titleVisibility, .hidden)
    var dialog = hidden
    dialog.titleVisibility = .automatic
    XCTAssertEqual(dialog, Dialog { TextState("?") })
  }

  func testItIsEncodedWhereItIsSet() throws {
    let hidden = Dialog(titleVisibility: .visible) { TextState("?") }
    let decoded = try JSONDecoder().decode(Dialog.self, from: JSONEncoder().encode(hidden))
    XCTAssertEqual(decoded, hidden)
    let plain = String(decoding: try JSONEncoder().encode(Dialog { TextState("?") }), as: UTF8.self)
    XCTAssertFalse(plain.contains("visibility"), plain)
  }

  func testItIsShownInTextWhereItIsSet() {
    XCTAssertTrue(valueText(of: Dialog(titleVisibility: .hidden) { TextState("?") }).contains("hidden"))
    XCTAssertFalse(valueText(of: Dialog { TextState("?") }).contains("titleVisibility"))
  }
}
