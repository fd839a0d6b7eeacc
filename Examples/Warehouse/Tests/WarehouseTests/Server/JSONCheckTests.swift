import Foundation
import TroupeTesting
import XCTest

@testable import WarehouseServer

final class JSONCheckTests: XCTestCase {
  private func isJSON(_ text: String) -> Bool { JSONCheck.isJSON(Array(text.utf8)) }

  func testWhatIsJSONIsTaken() {
    for text in [
      "{}", "[]", "0", "-0", "1.5", "1e309", "-1.25E+10", "1e-2", "true", "false", "null", #""""#,
      " \t\r\n{ } ",
      #"{"a":[1,{"b":null},[]],"c":"d"}"#, #"["\"\\\/\b\f\n\r\té"]"#, #""\ud83d\ude00""#, #""\u0000""#,
      "\"é😀\"",
      #"{"":1}"#, "[ 1 , 2 ]", String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
    ] {
      XCTAssertTrue(isJSON(text), text)
    }
  }

  func testWhatIsNoJSONIsRefused() {
    for text in [
      "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "[,]", #"{"a":1,}"#, #"{,"a":1}"#, #"{"a"}"#, #"{"a":}"#,
      #"{"a":1 "b":2}"#,
      "{a:1}", "{'a':1}", "{1:2}", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity",
      "-Infinity", "True",
      "nul", "truex", "1 2", "{}{}", #"""#, #""\x""#, #""\u12""#, #""\ud800""#, #""\ud800\u0041""#,
      #""\udc00""#,
      "\"\n\"", "\"\u{0}\"", "/* a */1", "1 // a", "\u{FEFF}1", "\u{0}", "1\u{0}", "[1\u{A0}]",
      String(repeating: "[", count: 100_000),
    ] {
      XCTAssertFalse(isJSON(text), text.prefix(40).debugDescription)
    }
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x31, 0x00], [0x00, 0x31], [0xFE, 0xFF, 0, 0x31],
    ] {
      XCTAssertFalse(JSONCheck.isJSON(bytes), "\(bytes)")
    }
  }

  /// Foundation reads everything that it accepts, whatever the bytes are.
  func testFoundationReadsWhatItTakes() {
    var random = SeededGenerator(seed: 7)
    let parts = [
      "{", "}", "[", "]", ",", ":", "1", "-", ".", "e", "0", #""a""#, #"""#, "\\", "u", "true", "null", " ",
    ]
    var taken = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      .joined()
      guard isJSON(text) else { continue }
      taken += 1
      XCTAssertNoThrow(
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed),
        text.debugDescription
      )
    }
    XCTAssertGreaterThan(taken, 500)
  }
}
