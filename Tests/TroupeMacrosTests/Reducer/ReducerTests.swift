import Foundation
import Troupe
import TroupeTesting
import XCTest

/// Uses of the code that `@Reducer` writes. The features are in `Features.swift`.
final class ReducerTests: XCTestCase {
  func testAFeatureWithABodyConforms() async {
    let store = Store(initialState: Detail.State()) { Detail(step: 2) }
    await store.send(.incremented)
    let count = await store.count
    XCTAssertEqual(count, 2)
    XCTAssertEqual(Detail.Action.reset(to: 3).reset, 3)
  }

  func testAFeatureWithoutABodyConforms() async {
    let store = Store(initialState: Settings.State()) { Settings() }
    await store.send(.toggled)
    let isOn = await store.isOn
    XCTAssertTrue(isOn)
  }

  // S448
  func testAStateThatIsAnEnumHasPaths() async {
    let store = Store(initialState: .detail(Detail.State())) { EnumState() }
    await store.send(.detail(.incremented))
    let isDetail = await store.withState { (copy $0).is(\.detail) }
    XCTAssertTrue(isDetail)
    let detail = await store.scope(state: \.detail, action: \.detail)
    let count = await detail?.count
    XCTAssertEqual(count, 1)
  }

  func testABodyIsBuiltForTheTypesThatItNames() async {
    let store = Store(initialState: Detail.State()) { OfOthers() }
    await store.send(.incremented)
    let count = await store.count
    XCTAssertEqual(count, 2)
  }

  func testGenericFeaturesConform() async {
    let store = Store(initialState: Box<String>.State(value: "a")) { Box<String>() }
    await store.send(.set("b"))
    let value = await store.value
    XCTAssertEqual(value, "b")
  }

  // MARK: Parts that nobody wrote

  func testAFeatureThatDoesNothingNeedsNoParts() async throws {
    let store: StoreOf<Placeholder> = Store(initialState: Placeholder.State()) { Placeholder() }
    let text = await store.withState { "\(copy $0)" }
    XCTAssertEqual(text, "State()", "It is shown without its identity.")
    XCTAssertEqual(Placeholder.State(), Placeholder.State())
    XCTAssertNotEqual("\(Placeholder.State()._$id)", "\(Placeholder.State()._$id)", "They are two children.")
    let data = try JSONEncoder().encode(Placeholder.State())
    XCTAssertEqual(String(data: data, encoding: .utf8), "{}")
    XCTAssertEqual(try JSONDecoder().decode(Placeholder.State.self, from: data), Placeholder.State())
    _ = PublicPlaceholder<Int>.State()
  }

  func testAFeatureThatDoesNothingIsEmbedded() async {
    let store = Store(initialState: House.State()) { House() }
    await store.send(.shown)
    let isThere = await store.scope(state: \.placeholder, action: \.placeholder) != nil
    XCTAssertTrue(isThere)
  }

  // MARK: Enums

  func testEveryFeatureOfAnEnumRuns() async {
    let store = Store(initialState: .detail(Detail.State())) { Destination.body }
    await store.send(.detail(.incremented))
    var state = await store.state
    XCTAssertEqual(state, .detail(Detail.State(count: 1)))
    let settings = Store(initialState: .settings(Settings.State())) { Destination.body }
    await settings.send(.settings(.toggled))
    state = await settings.state
    XCTAssertEqual(state.settings?.isOn, true)
  }

  // S446
  func testADefaultValueMakesTheReducer() async {
    let store = Store(initialState: .fast(Detail.State())) { Destination.body }
    await store.send(.fast(.incremented))
    let state = await store.state
    XCTAssertEqual(state, .fast(Detail.State(count: 10)))
  }

  func testAnEnumMayHoldAnother() async {
    let store = Store(initialState: .nested(.settings(Settings.State()))) { Destination.body }
    await store.send(.nested(.settings(.toggled)))
    let state = await store.state
    XCTAssertEqual(state.nested?.settings?.isOn, true)
  }

  // S444
  func testAPromptHasActionsAndNoReducer() async {
    let store = Store(initialState: Root.State(destination: .question(Question()))) { Root() }
    await store.send(.destination(.presented(.question(.yes))))
    let state = await store.state
    XCTAssertEqual(state, Root.State(destination: nil, log: ["yes"]))
  }

  func testPlainCasesHoldStateAndHaveNoActions() {
    XCTAssertEqual(Destination.State.item(id: 1, name: "a").item?.name, "a")
    XCTAssertTrue(Destination.State.home.is(\.home))
    func count(_ action: Destination.Action) -> Int {
      switch action {
      case .detail, .fast, .settings, .question, .nested: 5
      }
    }
    XCTAssertEqual(count(.settings(.toggled)), 5)
  }

  func testAnEnumIsSwitchedOverAsScopedStores() async {
    func name(_ state: Destination.State) async -> String {
      let store = Store(initialState: state) { Destination.body }
      switch await store.case {
      case .detail(let detail):
        await detail.send(.incremented)
        return "detail \(await detail.count)"
      case .fast(let detail): return "fast \(await detail.count)"
      case .settings(let settings): return "settings \(await settings.isOn)"
      case .question(let question): return "question \(await question.text)"
      case .item: return "item"
      case .home: return "home"
      case .nested(let nested):
        switch await nested.case {
        case .settings(let settings): return "nested settings \(await settings.isOn)"
        case nil: return "nested nothing"
        }
      case nil: return "nothing"
      }
    }
    var names: [String] = []
    let states: [Destination.State] = [
      .detail(Detail.State()), .fast(Detail.State(count: 2)), .settings(Settings.State()),
      .question(Question()),
      .item(id: 1, name: "a"), .home, .nested(.settings(Settings.State())),
    ]
    for state in states { names.append(await name(state)) }
    XCTAssertEqual(
      names,
      [
        "detail 1", "fast 2", "settings false", "question ?", "item", "home", "nested settings false",
      ]
    )
  }

  func testAStoreWhoseStateHasGoneIsInNoCase() async throws {
    let root = Store(initialState: Root.State(destination: .home)) { Root() }
    let found = await root.scope(state: \.destination, action: \.destination)
    let store = try XCTUnwrap(found)
    var isHome = if case .home? = await store.case { true } else { false }
    XCTAssertTrue(isHome)
    await root.send(.destination(.dismiss))
    isHome = if case nil = await store.case { false } else { true }
    XCTAssertFalse(isHome)
  }
}
