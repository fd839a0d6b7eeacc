import Troupe
import XCTest

/// The samples of the doc comments of `IdentifiedArray` and `Identified`.
final class IdentifiedArrayTests: GuideTestCase {
  struct Row: Identifiable, Equatable {
    let id: Int
    var name: String
  }

  func testRows() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "Ann"), Row(id: 2, name: "Bob")]
    rows[id: 2]?.name = "Bill"
    rows.append(Row(id: 3, name: "Cid"))
    rows[id: 1] = nil
    print(rows.ids)
    XCTAssertEqual(rows.elements, [Row(id: 2, name: "Bill"), Row(id: 3, name: "Cid")])
  }

  // Identified
  func testLines() {
    var lines: IdentifiedArrayOf<Identified<Int, String>> = [
      Identified("Hello", id: 1), Identified("world", id: 2),
    ]
    lines[id: 2]?.value += "!"
    print(lines.map(\.count))
    XCTAssertEqual(lines.map(\.value), ["Hello", "world!"])
  }
}
