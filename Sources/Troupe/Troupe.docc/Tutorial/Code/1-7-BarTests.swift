import Troupe
import TroupeTesting
import XCTest

@testable import CoffeeBar

final class BarTests: XCTestCase {
  func testAnOrder() async {
    let store = TestStore(initialState: Bar.State()) { Bar() }
    let espresso = Order(number: 1, drink: "espresso")

    await store.send(.ordered("espresso")) {
      $0.lastNumber = 1
      $0.waiting = [espresso]
    }
    await store.send(.brewed(espresso)) {
      $0.waiting = []
      $0.ready = [espresso]
    }
    await store.finish()
  }
}
