import Troupe
import TroupeTesting
import XCTest

/// Members of a state that the actions of bindings set.
final class BindingReducerTests: TroupeTestCase {
  // One feature has an observable state, the other doesn't.
  @Reducer
  struct Draft {
    @ObservableState
    struct State: Equatable, Sendable {
      var text = ""
      var title = Title()
      var isSaved = true
    }
    struct Title: Equatable, Sendable {
      var text = ""
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case saved
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.text):
          state.isSaved = false
          return .run { [text = state.text] send in if text.hasSuffix(".") { await send(.saved) } }
        case .binding:
          return .none
        case .saved:
          state.isSaved = true
          return .none
        }
      }
    }
  }

  struct Plain: Reducer {
    struct State: Equatable { var count = 0, name = "" }
    enum Action: BindableAction { case binding(BindingAction<State>) }
    var body: some ReducerOf<Self> { BindingReducer() }
  }

  // S089
  func testAMemberIsSet() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Draft.State(), configuration: scheduler.configuration()) { Draft() }
      await store.send(.set(\.text, "A"))
      await store.send(.set(\.title.text, "B"))
      let state = await store.state
      XCTAssertEqual([state.text, state.title.text], ["A", "B"])
      XCTAssertFalse(state.isSaved)
      await store.send(.binding(.set(\.text, "A."))).finish()
      let isSaved = await store.isSaved
      XCTAssertTrue(isSaved)
    }
  }

  func testAStateThatIsNotObservableHasItsMembersSetAsWell() {
    var state = Plain.State()
    _ = Plain().reduce(into: &state, action: .set(\.count, 3))
    _ = BindingReducer<Plain.State, Plain.Action>().reduce(into: &state, action: .set(\.name, "A"))
    XCTAssertEqual(state, Plain.State(count: 3, name: "A"))
  }

  // S090
  func testTwoAreEqualThatSetTheSame() {
    typealias Action = BindingAction<Plain.State>
    XCTAssertEqual(Action.set(\.count, 1), .set(\.count, 1))
    XCTAssertNotEqual(Action.set(\.count, 1), .set(\.count, 2))
    XCTAssertNotEqual(Action.set(\.name, "1"), .set(\.count, 1))
    XCTAssertEqual(Plain.Action.set(\.count, 1).binding, .set(\.count, 1))
    XCTAssertNil(Draft.Action.saved.binding)
  }

  // S091
  func testAMemberHasAPathLikeACase() {
    let action = Draft.Action.set(\.text, "A")
    XCTAssertEqual(action[case: \.binding.text], "A")
    XCTAssertNil(action[case: \.binding.isSaved])
    XCTAssertTrue(action.is(\.binding.text))
    XCTAssertFalse(action.is(\.binding.isSaved))
    let path: CaseKeyPath<Draft.Action, String> = \.binding.text
    XCTAssertEqual(path("B").binding, .set(\.text, "B"))
  }

  // S091
  func testATestStoreSendsAndReceivesBindings() async {
    struct Timed: Reducer {
      struct State: Equatable { var count = 0 }
      enum Action: BindableAction, CasePathable {
        case binding(BindingAction<State>)
        case start

        static let allCasePaths = AllCasePaths()
        struct AllCasePaths: Sendable {
          let binding = AnyCasePath(embed: Action.binding) {
            if case .binding(let it) = $0 { it } else { nil }
          }
        }
      }
      var body: some ReducerOf<Self> {
        BindingReducer()
        Reduce { _, action in
          if case .start = action { .run { send in await send(.set(\.count, 5)) } } else { .none }
        }
      }
    }
    let store = TestStore(initialState: Timed.State()) { Timed() }
    await store.send(.set(\.count, 1)) { $0.count = 1 }
    await store.send(.start)
    await store.receive(\.binding.count) { $0.count = 5 }
    await store.send(.start)
    await store.receive(\.binding.count, 5)
    await store.finish()
  }

  // A case of the action and a member of the state have the same name.
  @Reducer
  struct Lamp {
    struct State: Equatable { var isOn = false, count = 0 }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case isOn(Bool)
      case switched
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding: state.count += 1
        case .isOn: break
        case .switched: return .run { send in await send(.set(\.isOn, true)) }
        }
        return .none
      }
    }
  }

  // S093
  func testABoundMemberMayHaveTheNameOfACase() async {
    let store = TestStore(initialState: Lamp.State()) { Lamp() }
    await store.send(.switched)
    await store.receive(\.binding.isOn, true) {
      $0.isOn = true
      $0.count = 1
    }
    await store.send(.set(\.isOn, false)) {
      $0.isOn = false
      $0.count = 2
    }
    await store.send(.isOn(true))
    XCTAssertNil(Lamp.Action.isOn(true)[case: \.binding.isOn])
    XCTAssertEqual(Lamp.Action.isOn(true)[case: \.isOn], true)
    await store.finish()
  }

  // The bindable actions are a case of the feature's.
  @Reducer
  struct Form {
    struct State: Equatable { var text = "", saved = "" }
    enum Action {
      case view(View)
      case saved(String)

      @CasePathable
      enum View: BindableAction {
        case binding(BindingAction<State>)
        case saveTapped
      }
    }

    var body: some ReducerOf<Self> {
      BindingReducer(action: \.view)
      Reduce { state, action in
        switch action {
        case .view(.saveTapped):
          return .run { [text = state.text] send in await send(.saved(text)) }
        case .saved(let text):
          state.saved = text
        case .view(.binding): break
        }
        return .none
      }
    }
  }

  // S094
  func testTheBindableActionsMayBeACase() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.view(.set(\.text, "A"))) { $0.text = "A" }
    await store.send(.view(.saveTapped))
    await store.receive(\.saved, "A") { $0.saved = "A" }
    await store.finish()
    var state = Form.State()
    _ = BindingReducer(action: /Form.Action.view).reduce(into: &state, action: .view(.set(\.text, "B")))
    _ = BindingReducer(action: /Form.Action.view).reduce(into: &state, action: .saved("C"))
    XCTAssertEqual(state, Form.State(text: "B"))
  }
}
