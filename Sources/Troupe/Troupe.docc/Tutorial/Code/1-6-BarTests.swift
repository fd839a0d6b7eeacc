import Troupe
import TroupeTesting
import XCTest

@testable import CoffeeBar

final class BarTests: XCTestCase {
  func testAnOrder() async {
    let store = TestStore(initialState: Bar.State()) { Bar() }

    await store.send(.ordered("espresso")) {
      $0.lastNumber = 1
      $0.waiting = [Order(number: 1, drink: "espresso")]
    }
    await store.finish()
  }
}
