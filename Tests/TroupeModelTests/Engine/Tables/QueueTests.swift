import TroupeTesting
import XCTest

@testable import Troupe

final class QueueTests: TroupeTestCase {
  func testItHoldsWhatAnArrayHolds() {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var queue = Queue<Int>()
      var elements: [Int] = []
      for number in 0..<5_000 {
        // Now and then a burst, so that the queue also reclaims its front.
        let additions = Int.random(in: 0..<300, using: &generator) == 0 ? 2_000 : 1
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
          for addition in 0..<additions {
            queue.append(number + addition)
            elements.append(number + addition)
          }
        case 2:
          let divisor = Int.random(in: 2..<50, using: &generator)
          let index = elements.firstIndex { $0 % divisor == 0 }
          XCTAssertEqual(
            queue.removeFirst { $0 % divisor == 0 },
            index.map { elements.remove(at: $0) },
            "seed \(seed)"
          )
        default:
          XCTAssertEqual(queue.popFirst(), elements.isEmpty ? nil : elements.removeFirst(), "seed \(seed)")
        }
        XCTAssertEqual(queue.first, elements.first, "seed \(seed)")
        XCTAssertEqual(queue.isEmpty, elements.isEmpty, "seed \(seed)")
      }
    }
  }
}
