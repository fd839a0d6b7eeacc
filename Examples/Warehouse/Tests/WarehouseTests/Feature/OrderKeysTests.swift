import TroupeTesting
import WarehouseFeature
import XCTest

final class OrderKeysTests: XCTestCase {
  func testTheyAreTheLastHundred() {
    var random = SeededGenerator(seed: 1)
    var (keys, model) = (OrderKeys(), [OrderKey]())
    for number in 0..<1_000 {
      // Some lengths don't fit into a byte.
      let length = [0, 1, 16, 64, 300].randomElement(using: &random) ?? 0
      let text = String(repeating: number % 3 == 0 ? "é" : "x", count: length) + "\(number)"
      let key =
        number % 7 == 0
        ? OrderKey(ofAnyOrder: text)
        : OrderKey(
          text,
          of: [.min, -1, 1, 300, .max].randomElement(using: &random) ?? 0,
          quantity: [1, 255, 1_000_000, .max].randomElement(using: &random) ?? 1
        )
      XCTAssertEqual(find(key, in: keys), .new)
      keys.append(key)
      model = (model + [key]).suffix(100)
      XCTAssertEqual(find(key, in: keys), .done)
      XCTAssertEqual(keys.find(text + "0", of: 1, quantity: 1), .new)
      XCTAssertEqual(find(model.randomElement(using: &random) ?? key, in: keys), .done)
      if number % 50 == 0 { XCTAssertEqual(keys.all, model) }
    }
    XCTAssertEqual(keys, OrderKeys(model))
    XCTAssertEqual(keys.find("0", of: 1, quantity: 1), .new)
  }

  private func find(_ key: OrderKey, in keys: OrderKeys) -> OrderKeys.Finding {
    keys.find(key.text, of: key.order?.item ?? 7, quantity: key.order?.quantity ?? 7)
  }

  func testAKeyBelongsToItsOrder() {
    let keys: OrderKeys = [OrderKey("a", of: 1, quantity: 2), OrderKey("a", of: 2, quantity: 3)]
    let findings: [(Int, Int, OrderKeys.Finding)] = [
      (1, 2, .done), (2, 3, .done), (1, 3, .ofAnotherOrder), (2, 2, .ofAnotherOrder), (3, 2, .new),
    ]
    for (item, quantity, finding) in findings {
      XCTAssertEqual(keys.find("a", of: item, quantity: quantity), finding, "\(item), \(quantity)")
    }
    for text in ["", "A", "aa", "b"] { XCTAssertEqual(keys.find(text, of: 1, quantity: 2), .new, text) }
  }

  func testAKeyThatIsSavedWithoutItsOrderIsThatOfAny() throws {
    let keys = try JSONDecoder().decode(OrderKeys.self, from: Data(#"["a",[1,2,"b"]]"#.utf8))
    XCTAssertEqual(keys, [OrderKey(ofAnyOrder: "a"), OrderKey("b", of: 1, quantity: 2)])
    XCTAssertEqual(keys.find("a", of: 5, quantity: 6), .done)
    XCTAssertEqual(keys.find("b", of: 5, quantity: 6), .new)
  }

  func testTheyAreReadAsTheyAreWritten() throws {
    let keys: OrderKeys = [
      OrderKey(ofAnyOrder: "a"), OrderKey("", of: 1, quantity: 1),
      OrderKey("\"é\n", of: .min, quantity: .max),
    ]
    let data = try JSONEncoder().encode(keys)
    XCTAssertEqual(try JSONDecoder().decode(OrderKeys.self, from: data), keys)
  }

  func testWhatIsNoKeyIsAnErrorOfTheText() throws {
    let longest = String(repeating: "x", count: 65_535)
    XCTAssertEqual(
      try JSONDecoder().decode(OrderKeys.self, from: JSONEncoder().encode([longest])).all,
      [OrderKey(ofAnyOrder: longest)]
    )
    for text in [
      #"["\#(longest)x"]"#, #"[[1,0,"a"]]"#, #"[[1,-1,"a"]]"#, #"[[1,1]]"#, "[[]]", "[1]", "[null]",
    ] {
      XCTAssertThrowsError(try JSONDecoder().decode(OrderKeys.self, from: Data(text.utf8))) { error in
        XCTAssertTrue(error is DecodingError, "\(error)")
      }
    }
  }
}
