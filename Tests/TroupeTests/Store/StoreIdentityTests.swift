import Troupe
import XCTest

/// The identity of a store.
final class StoreIdentityTests: XCTestCase {
  private struct Counter: Reducer {
    struct State { var description = "of the state", hash = 7 }
    typealias Action = Int
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  func testStoresAreEqualThatAreTheSame() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let other = Store(initialState: Counter.State()) { Counter() }
    XCTAssertEqual(store, store)
    XCTAssertNotEqual(store, other)
    XCTAssertEqual(Set([store, other, store]).count, 2)
  }

  func testTheDebugDescriptionHasTheNameAndNotTheState() async {
    var configuration = StoreConfiguration<Int>()
    configuration.name = "checkout"
    let named = Store(initialState: Counter.State(), configuration: configuration) { Counter() }
    XCTAssertEqual(named.debugDescription, "Store<State, Int> \"checkout\"")
    let (unnamed, line) = (Store(initialState: Counter.State()) { Counter() }, #line)
    XCTAssertEqual(
      unnamed.debugDescription,
      "Store<State, Int> created at TroupeTests/StoreIdentityTests.swift:\(line)"
    )
    // Members of the state are still read.
    let description: String = await unnamed.description
    XCTAssertEqual(description, "of the state")
  }
}
