import XCTest

@testable import TroupeMacros

final class JSONTests: XCTestCase {
  private func parse(_ text: String) -> JSON? { try? JSON(parsing: Array(text.utf8)) }

  func testValuesAreRead() {
    let table: [(source: String, value: JSON)] = [
      (" null ", .null), ("true", .bool(true)), ("false", .bool(false)), ("-12", .number(-12)),
      ("[]", .array([])), ("{}", .object([JSON.Member]())), ("[1, 2]", .array([.number(1), .number(2)])),
      ("{\"a\":{\"b\":\"c\"}, \"d\" : []}", .object(["a": .object(["b": .string("c")]), "d": .array([])])),
      ("\"\"", .string("")), ("\"a\\n\\t\\\"\\\\\\/\\u0041\"", .string("a\n\t\"\\/A")),
      ("\"\\ud83c\\udf89 é\"", .string("🎉 é")), ("\"\\ud83c!\"", .string("\u{FFFD}!")),
    ]
    for (source, value) in table { XCTAssertEqual(parse(source), value, source) }
  }

  func testWhatIsNoValueIsNone() {
    let sources = ["", "{", "[1,", "\"a", "\"\\", "\"\\u12", "tru", "{\"a\" 1}", "[1 2]", "-", "}"]
    for source in sources + [String(repeating: "[", count: 100_000)] {
      XCTAssertNil(parse(source), String(source.prefix(10)))
    }
  }

  func testWhatIsWrittenIsReadBack() throws {
    let text = "a\"b\\c\n\r\t\u{0}\u{1F} é🎉"
    let value: JSON = .object(["x": .array([.string(text), .null, .bool(true), .number(.min)])])
    XCTAssertEqual(try JSON(parsing: value.encoded), value)
  }
}
