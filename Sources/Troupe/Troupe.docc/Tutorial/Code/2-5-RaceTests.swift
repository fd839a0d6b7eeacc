import Troupe
import TroupeTesting
import XCTest

@testable import CoffeeBar

final class RaceTests: ExploringTestCase {
  func testGuestsAreServedInOrder() async {
    await explore { scheduler in
      let bar = Store(initialState: Bar.State(), configuration: scheduler.configuration()) {
        Bar()
      } withDependencies: {
        $0[Machine.self].brew = { _ in }
      }
      await bar.send(.ordered("espresso"))
      await bar.send(.ordered("latte"))
      await scheduler.settle()
      let ready = await bar.ready.map(\.drink)
      XCTAssertEqual(ready, ["espresso", "latte"])
    }
  }
}
