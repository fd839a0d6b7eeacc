import TroupeTesting
import WarehouseFeature
import XCTest

final class OrderKeysTests: XCTestCase {
  func testTheyAreTheLastHundred() {
    var random = SeededGenerator(seed: 1)
    var (keys, model) = (OrderKeys(), [String]())
    for number in 0..<1_000 {
      // Some are longer than a byte can say.
      let length = [0, 1, 16, 64, 300].randomElement(using: &random) ?? 0
      let key = String(repeating: number % 3 == 0 ? "é" : "x", count: length) + "\(number)"
      XCTAssertFalse(keys.contains(key))
      keys.append(key)
      model = (model + [key]).suffix(100)
      XCTAssertTrue(keys.contains(key))
      XCTAssertFalse(keys.contains(key + "0"))
      XCTAssertEqual(keys.contains(model.randomElement(using: &random) ?? key), true)
      if number % 50 == 0 { XCTAssertEqual(keys.all, model) }
    }
    XCTAssertEqual(keys, OrderKeys(model))
    XCTAssertFalse(keys.contains("0"))
  }

  func testTheyAreTextsInJSON() throws {
    let keys: OrderKeys = ["a", "", "\"é\n"]
    let data = try JSONEncoder().encode(keys)
    XCTAssertEqual(try JSONDecoder().decode([String].self, from: data), keys.all)
    XCTAssertEqual(try JSONDecoder().decode(OrderKeys.self, from: data), keys)
  }

  func testAKeyThatIsTooLongIsAnErrorOfTheText() throws {
    let longest = String(repeating: "x", count: 65_535)
    XCTAssertEqual(
      try JSONDecoder().decode(OrderKeys.self, from: JSONEncoder().encode([longest])).all,
      [longest]
    )
    XCTAssertThrowsError(
      try JSONDecoder().decode(OrderKeys.self, from: JSONEncoder().encode([longest + "x"]))
    ) { error in
      guard case DecodingError.dataCorrupted = error else { return XCTFail("\(error)") }
    }
  }
}
