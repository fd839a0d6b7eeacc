import Foundation
import TroupeCollections
import XCTest

/// `Identified`.
final class IdentifiedTests: XCTestCase {
  private struct Line: Codable, Hashable {
    var text: String
    var count: Int { text.count }
  }

  func testValuesWithoutIDsAreElementsOfAnIdentifiedArray() {
    var lines: IdentifiedArrayOf<Identified<Int, Line>> = []
    lines.append(Identified(Line(text: "a"), id: 1))
    lines.append(Identified(Line(text: "b"), id: 2))
    let (inserted, index) = lines.append(Identified(Line(text: "c"), id: 1))
    XCTAssertFalse(inserted)
    XCTAssertEqual(index, 0)
    lines[id: 2]?.text += "!"
    XCTAssertEqual(lines[id: 2]?.value, Line(text: "b!"))
    XCTAssertEqual(lines.map(\.count), [1, 2])
  }

  func testAMemberAsTheIDStaysTheID() {
    var line = Identified(Line(text: "a"), id: \.text)
    XCTAssertEqual(line.id, "a")
    line.text = "b"
    XCTAssertEqual(line.id, "a")
    XCTAssertEqual(line.value.text, "b")
  }

  func testIDAndValueAreComparedAndCoded() throws {
    let line = Identified(Line(text: "a"), id: 1)
    let others = [Identified(Line(text: "a"), id: 2), Identified(Line(text: "b"), id: 1)]
    XCTAssertEqual(line, line)
    for other in others { XCTAssertNotEqual(line, other) }
    XCTAssertEqual(Set([line, line] + others).count, 3)
    let data = try JSONEncoder().encode(line)
    XCTAssertEqual(try JSONDecoder().decode(Identified<Int, Line>.self, from: data), line)
  }
}
