import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

@testable import CoffeeBar

final class RequestTests: XCTestCase {
  func testEachBarCountsItsOrders() async {
    await withDependencies {
      $0[Machine.self].brew = { _ in try await Task.never() }
      $0.continuousClock = TestClock()
    } operation: {
      let bars = openBars(in: MemoryStorage())
      var answers: [String] = []
      for request in ["order north latte", "order north mocha", "order south tea", "ready north", "dance"] {
        answers.append(await answer(request, from: bars))
      }
      XCTAssertEqual(answers, ["201 1", "201 2", "201 1", "200 []", "400 order BAR DRINK, or ready BAR"])
      await bars.shutdown(within: .zero)
    }
  }
}
