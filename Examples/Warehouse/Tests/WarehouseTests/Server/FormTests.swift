import HTTPTypes
import XCTest

@testable import WarehouseServer

final class FormTests: XCTestCase {
  func testFieldsAreDecoded() {
    let form = Form("a=1&b=x+%26%3d%C3%a9&c&=d&a=2&e=%zz%4&f=%ff&%67=%2B")
    let fields = ["a", "b", "c", "", "e", "f", "g", "h"].map { form[$0] }
    XCTAssertEqual(fields, ["1", "x &=é", "", "d", "%zz%4", "\u{FFFD}", "+", nil])
  }

  func testAFieldThatIsNoNumberIsNamed() {
    for text in ["quantity=", "quantity=x", "quantity=1.5", ""] {
      XCTAssertThrowsError(try Form(text).number("quantity"), text) { error in
        XCTAssertEqual((error as? Problem)?.status, .unprocessableContent)
      }
    }
  }
}
