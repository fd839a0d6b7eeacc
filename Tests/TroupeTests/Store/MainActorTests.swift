import Troupe
import XCTest

/// Code on the main actor creates and uses stores like any other code.
@MainActor
final class MainActorTests: XCTestCase {
  private final class Model {
    private var amount = 3
    private(set) var store: Store<Int, Int>?

    func makeStore() {
      store = Store(initialState: amount) {
        let amount = amount
        Reduce<Int, Int> { state, action in
          state += action * amount
          return .none
        }
      }
    }
  }

  func testAStoreIsMadeOnTheMainActor() async throws {
    let model = Model()
    model.makeStore()
    let store = try XCTUnwrap(model.store)
    await store.send(2)
    let state = await store.state
    XCTAssertEqual(state, 9)
  }
}
