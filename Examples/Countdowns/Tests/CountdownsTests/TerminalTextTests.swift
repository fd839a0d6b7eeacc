import XCTest

@testable import Countdowns

final class TerminalTextTests: XCTestCase {
  func testNamesThatATerminalShowsAreNames() {
    let names = [
      "tea", "green tea", "Käse", "茶", "שלום", "e\u{301}", "👩‍👩‍👧", "❤️", "☕️ now", "a\\u{1B}",
      String(repeating: "a", count: 200),
    ]
    for name in names {
      XCTAssertNil(TerminalText.defect(ofName: name), name)
      XCTAssertEqual(TerminalText.shown(name), name)
    }
  }

  func testOtherNamesAreNone() {
    let names = [
      "", " ", "\t", "a\nb", "a\rb", "a\u{2028}b", "a\u{85}b", String(repeating: "a", count: 201),
      "a" + String(repeating: "\u{301}", count: 100), "\u{FFFD}",
    ]
    for name in names { XCTAssertNotNil(TerminalText.defect(ofName: name), name.debugDescription) }
  }

  /// Every character of the kinds that change or hide text.
  func testWhatATerminalDoesNotShowIsEscaped() {
    var count = 0
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar != "\n", scalar != " " else { continue }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse: break
      default: guard scalar.properties.isDefaultIgnorableCodePoint else { continue }
      }
      count += 1
      let name = "a\(scalar)b"
      let escaped = "a\\u{\(String(value, radix: 16, uppercase: true))}b"
      XCTAssertEqual(TerminalText.shown(name), escaped)
      XCTAssertNotNil(TerminalText.defect(ofName: name), escaped)
    }
    XCTAssertGreaterThan(count, 4_000)
    XCTAssertEqual(TerminalText.shown("\u{1B}[31mred\nline"), "\\u{1B}[31mred\\u{A}line")
    XCTAssertEqual(TerminalText.shown("\u{1B}[31mred\nline", keepingLines: true), "\\u{1B}[31mred\nline")
    // They are shown only in emoji.
    for name in ["a\u{200D}👧", "👩\u{200D}a", "\u{200D}", "a\u{FE0F}"] {
      XCTAssertNotEqual(TerminalText.shown(name), name)
    }
  }
}
