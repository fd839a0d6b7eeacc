import Foundation
import Troupe
import TroupeTesting
import XCTest

final class FeedPositionTests: TroupeTestCase {
  // S707
  func testAPositionIsItsText() {
    var generator = SeededGenerator(seed: 1)
    var positions = [
      FeedPosition(epoch: 0, number: 0), FeedPosition(epoch: .max, number: .max),
      FeedPosition(epoch: 1, number: 10),
    ]
    for _ in 0..<1_000 {
      positions.append(
        FeedPosition(
          epoch: .random(in: 0 ... .max, using: &generator),
          number: .random(in: 0 ... .max, using: &generator) >> UInt64.random(in: 0..<64, using: &generator)
        )
      )
    }
    for position in positions {
      XCTAssertEqual(FeedPosition(position.description), position)
      XCTAssertTrue(position.description.allSatisfy { $0.isHexDigit || $0 == "." })
    }
    XCTAssertEqual(FeedPosition(epoch: 0x5f2c, number: 17).description, "0000000000005f2c.17")
  }

  // S707
  func testOtherTextsAreNil() {
    let texts = [
      "", ".", "17", "5f2c9a1b04e7d3a8", "5f2c9a1b04e7d3a8.", ".17", "5f2c9a1b04e7d3a8.-1",
      "5f2c9a1b04e7d3a8.+1",
      "5f2c9a1b04e7d3a8.017", "5F2C9A1B04E7D3A8.17", "+f2c9a1b04e7d3a8.17", "5f2c9a1b04e7d3a8.17.1",
      "5f2c9a1b04e7d3a8 .17", " 5f2c9a1b04e7d3a8.17", "5f2c9a1b04e7d3a8.17\n", "5f2c9a1b04e7d3a8\0.17",
      "5f2c9a1b04e7d3a8.18446744073709551616", "15f2c9a1b04e7d3a8.17", "f2c9a1b04e7d3a8.17",
      "5f2c9a1b04e7d3a8.１７", "5f2c9a1b04e7d3a8.17\u{301}", "\u{feff}5f2c9a1b04e7d3a8.17",
      "5f2c9a1b04e7d3a8.0x11", "-5f2c9a1b04e7d3a.17",
      String(repeating: ".", count: 1_000_000), String(repeating: "9", count: 1_000_000),
    ]
    for text in texts { XCTAssertNil(FeedPosition(text), String(text.prefix(40))) }
  }

  // S707
  func testRandomTextsAreNilOrTheirPosition() {
    var generator = SeededGenerator(seed: 2)
    let alphabet = Array("0123456789abcdefA.+-x \n\u{301}")
    for _ in 0..<20_000 {
      var text = Array("5f2c9a1b04e7d3a8.17")
      for _ in 0..<Int.random(in: 0..<4, using: &generator) {
        let index = Int.random(in: 0..<text.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: text.remove(at: index)
        case 1: text.insert(alphabet.randomElement(using: &generator) ?? ".", at: index)
        default: text[index] = alphabet.randomElement(using: &generator) ?? "."
        }
      }
      if let position = FeedPosition(String(text)) { XCTAssertEqual(position.description, String(text)) }
    }
  }

  // S707
  func testAPositionIsEncodedAsItsText() throws {
    let position = FeedPosition(epoch: 0x5f2c_9a1b_04e7_d3a8, number: .max)
    let data = try JSONEncoder().encode([position])
    XCTAssertEqual(String(decoding: data, as: UTF8.self), #"["5f2c9a1b04e7d3a8.18446744073709551615"]"#)
    XCTAssertEqual(try JSONDecoder().decode([FeedPosition].self, from: data), [position])
    for text in [#"["5f2c.17"]"#, "[17]", "[null]", #"[{"epoch": 1, "number": 2}]"#] {
      XCTAssertThrowsError(try JSONDecoder().decode([FeedPosition].self, from: Data(text.utf8))) { error in
        XCTAssertTrue(error is DecodingError, "\(error)")
      }
    }
  }
}
