import Troupe
import TroupeTesting
import XCTest

/// An enum with `@Reducer` as the type that represents a feature, and embedded without its reducer.
final class ChoicesTests: XCTestCase {
  func testAnEnumIsAReducer() async {
    let store: StoreOf<Path> = Store(initialState: .detail(Detail.State())) { Path.body }
    await store.send(.detail(.incremented))
    let count = await store.withState { (copy $0).detail?.count }
    XCTAssertEqual(count, 1)

    func reduced<R: ReducerOf<Path>>(by reducer: R, _ state: Path.State) -> Path.State {
      var state = state
      _ = reducer.reduce(into: &state, action: .detail(.incremented))
      return state
    }
    XCTAssertEqual(reduced(by: Path.detail(Detail()), .detail(Detail.State())).detail?.count, 1)
    let byValue = Store(initialState: Path.State.detail(Detail.State())) { Path.settings(Settings()) }
    await byValue.send(.detail(.incremented))
    let last = await byValue.withState { (copy $0).detail?.count }
    XCTAssertEqual(last, 1)
  }

  func testATestStoreOfAnEnum() async {
    let store: TestStoreOf<Path> = TestStore(initialState: .detail(Detail.State())) { Path.body }
    await store.send(.detail(.incremented)) { $0 = .detail(Detail.State(count: 1)) }
  }

  func testOptionalAndPresentedEnumsAreEmbeddedWithoutTheirReducer() async {
    let detail = Path.State.detail(Detail.State())
    let store = TestStore(initialState: Everywhere.State(optional: detail, sheet: detail)) { Everywhere() }
    await store.send(.optional(.detail(.incremented))) { $0.optional = .detail(Detail.State(count: 1)) }
    await store.send(.sheet(.presented(.detail(.incremented)))) {
      $0.sheet = .detail(Detail.State(count: 1))
    }
    await store.send(.sheet(.dismiss)) { $0.sheet = nil }
  }

  func testCollectionsOfEnumsAreEmbeddedWithoutTheirReducer() async {
    let settings = Path.State.settings(Settings.State())
    let store = TestStore(initialState: Everywhere.State(rows: [settings], pages: ["a": settings])) {
      Everywhere()
    }
    await store.send(.path(.push(id: 0, state: settings))) { $0.path[id: 0] = settings }
    await store.send(.path(.element(id: 0, action: .settings(.toggled)))) {
      $0.path[id: 0] = .settings(Settings.State(isOn: true))
    }
    await store.send(.rows(.element(id: -1, action: .settings(.toggled)))) {
      $0.rows[id: -1] = .settings(Settings.State(isOn: true))
    }
    await store.send(.pages(.element(id: "a", action: .settings(.toggled)))) {
      $0.pages["a"] = .settings(Settings.State(isOn: true))
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  func testPathsByID() {
    let action = Everywhere.Action.path(.element(id: 3, action: .detail(.incremented)))
    XCTAssertTrue(action.is(\.path[id: 3].detail))
    XCTAssertFalse(action.is(\.path[id: 4].detail))
    XCTAssertFalse(action.is(\.path[id: 3].settings))
    let row = Everywhere.Action.rows(.element(id: 3, action: .detail(.incremented)))
    XCTAssertTrue(row.is(\.rows[id: 3].detail))
    XCTAssertFalse(row.is(\.rows[id: 2].detail))
  }

  func testTheLabelDestination() async {
    let store = Store(initialState: Destinations.State(detail: Detail.State())) { Destinations() }
    await store.send(.detail(.presented(.incremented)))
    let count = await store.detail?.count
    XCTAssertEqual(count, 3)
  }
}
