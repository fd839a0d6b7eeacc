import Troupe
import XCTest

/// `StoreConfiguration.lifecycleLog`.
final class StoreLifecycleTests: TroupeTestCase {
  private struct Parent: Reducer {
    struct State: Equatable, Sendable { var child = 0 }
    var body: some Reducer<State, Int> {
      Reduce { state, action in
        state.child = action
        return .none
      }
    }
  }

  private func store(
    _ name: String?,
    _ log: Collector<StoreLifecycleEvent>,
    line: UInt = #line
  ) -> StoreOf<Parent> {
    var configuration = StoreConfiguration<Int>()
    configuration.name = name
    configuration.lifecycleLog = { log.append($0) }
    return Store(
      initialState: Parent.State(),
      configuration: configuration,
      reducer: { Parent() },
      fileID: "Shop/Checkout.swift",
      line: line
    )
  }

  func testStoresAreLoggedWhenTheyAreCreatedAndReleased() {
    let log = Collector<StoreLifecycleEvent>()
    do {
      let first = store("checkout", log)
      let second = store(nil, log, line: 7)
      XCTAssertEqual(log.all.map(\.kind), [.created, .created])
      withExtendedLifetime((first, second)) {}
    }
    let events = log.all
    XCTAssertEqual(events.map(\.kind), [.created, .created, .released, .released])
    let numbers = events.map(\.number)
    XCTAssertNotEqual(numbers[0], numbers[1])
    XCTAssertEqual(Set(numbers.prefix(2)), Set(numbers.suffix(2)))
    XCTAssertEqual(events[0].description, "created: Store<State, Int> \"checkout\" #\(numbers[0])")
    XCTAssertEqual(events[1].store, "Store<State, Int> created at Shop/Checkout.swift:7")
  }

  func testAScopedStoreKeepsItsTreeFromBeingReleased() async {
    let log = Collector<StoreLifecycleEvent>()
    var root: StoreOf<Parent>? = store("root", log)
    var child = await root?.scope(state: \.child, action: { (action: Int) in action })
    root = nil
    await child?.send(3)
    XCTAssertEqual(log.all.map(\.kind), [.created])
    child = nil
    XCTAssertEqual(log.all.map(\.kind), [.created, .released])
  }
}
