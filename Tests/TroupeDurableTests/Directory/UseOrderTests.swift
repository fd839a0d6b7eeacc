import TroupeTesting
import XCTest

@testable import TroupeDurable

final class UseOrderTests: XCTestCase {
  func testItIsAnArrayFromWhichAnythingCanBeTaken() {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var order = UseOrder()
      var expected: [Int] = []
      for _ in 0..<1000 {
        let slot = Int.random(in: 0..<40, using: &generator)
        if let index = expected.firstIndex(of: slot) {
          expected.remove(at: index)
          order.remove(slot)
        } else if Bool.random(using: &generator) {
          expected.append(slot)
          order.append(slot)
        } else {
          order.remove(slot)
        }
        XCTAssertEqual(order.first, expected.first)
        XCTAssertEqual(order.count, expected.count)
        XCTAssertEqual(order.contains(slot), expected.contains(slot))
      }
      while let first = order.first {
        XCTAssertEqual(first, expected.removeFirst())
        order.remove(first)
      }
      XCTAssertEqual(expected, [])
    }
  }
}
