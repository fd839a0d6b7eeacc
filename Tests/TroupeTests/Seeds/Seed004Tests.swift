import Troupe
import TroupeTesting
import XCTest

// The page of `SwitchStore` and of the migration from it, in its order. A store is an actor here: the page's
// reads use `await`. There is no user interface: a view is a text, and its body a function that returns it.
//
// In `Seed004ViewTests` of the module for reducers with an environment: "Declaration", "Legacy Usage" and the
// two "Before" of the steps, with `SwitchStore` and `CaseLet`, and "Legacy SwitchStore Parameters". So is the
// view under "Working with Optional State", with `.sheet(item: $store.scope(…))`; the two paths that are
// given to it are also used for scoping here. Nothing is left out.

/// "`SwitchStore` is deprecated. Use Swift's native `switch` statement with observable state instead."
final class Seed004Tests: TroupeTestCase {
  // Not printed: the features that the samples only name.
  @Reducer
  struct Detail {
    struct State: Equatable { var count = 0 }
    enum Action { case incremented, closed }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incremented:
          state.count += 1
          return .none
        case .closed:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  @Reducer
  struct Settings {
    struct State: Equatable { var isOn = false }
    enum Action { case toggled }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isOn.toggle()
      return .none
    }
  }

  enum Home {
    enum Action: Sendable { case appeared }
  }

  // The views of the samples, as texts.
  static func HomeView() -> String { "home" }
  static func DetailView(store: StoreOf<Detail>) async -> String { "detail \(await store.count)" }
  static func SettingsView(store: StoreOf<Settings>) async -> String { "settings \(await store.isOn)" }

  // MARK: With @ObservableState, use Swift's native switch statement

  @Reducer
  struct AppFeature {
    @ObservableState
    enum State {
      case home
      case detail(Detail.State)
      case settings(Settings.State)
    }

    enum Action {
      case home(Home.Action)
      case detail(Detail.Action)
      case settings(Settings.Action)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        // Handle actions
        return .none  // Not printed.
      }
      .ifCaseLet(/State.detail, action: /Action.detail) {
        Detail()
      }
      .ifCaseLet(/State.settings, action: /Action.settings) {
        Settings()
      }
    }
  }

  struct AppView {  // No `View`.
    let store: StoreOf<AppFeature>

    var body: String {  // No `some View`.
      get async {
        switch await store.state {
        case .home:
          return HomeView()
        case .detail:
          if let store = await store.scope(state: \.detail, action: \.detail) {
            return await DetailView(store: store)
          }
        case .settings:
          if let store = await store.scope(state: \.settings, action: \.settings) {
            return await SettingsView(store: store)
          }
        }
        return ""  // A view builder's `if` without an `else` builds nothing.
      }
    }
  }

  func testTheNativeSwitch() async throws {
    try await underSeeds(5) { scheduler, _ in
      func shown(_ state: AppFeature.State, after action: AppFeature.Action) async -> String {
        let store = Store(initialState: state, configuration: scheduler.configuration()) { AppFeature() }
        await store.send(action)
        return await AppView(store: store).body
      }
      let home = await shown(.home, after: .home(.appeared))
      XCTAssertEqual(home, "home")
      let detail = await shown(.detail(Detail.State()), after: .detail(.incremented))
      XCTAssertEqual(detail, "detail 1")
      let settings = await shown(.settings(Settings.State()), after: .settings(.toggled))
      XCTAssertEqual(settings, "settings true")
    }
  }

  // MARK: Step 1: Add @ObservableState

  @Reducer
  struct Feature {
    @ObservableState  // Add this
    enum State {
      case loading
      case loaded(Data)
      case error(any Error)  // `any`, which this language mode requires.
    }
    // ...
    enum Action {
      case loaded(Loaded.Action)  // `scope` in step 2 names it.
      case found(Data), failed(any Error)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .found(let data): state = .loaded(data)
        case .failed(let error): state = .error(error)
        case .loaded: break
        }
        return .none
      }
      .ifCaseLet(\.loaded, action: \.loaded) { Loaded() }
    }
  }

  @Reducer
  struct Loaded {
    typealias State = Data
    enum Action { case cleared }
    func reduce(into state: inout Data, action: Action) -> Effect<Action> {
      state = Data()
      return .none
    }
  }

  // MARK: Step 2: Replace SwitchStore with switch

  static func LoadingView() -> String { "loading" }
  static func LoadedView(store: StoreOf<Loaded>) async -> String { "loaded \(await store.state.count)" }
  static func ErrorView() -> String { "error" }

  static func view(of store: StoreOf<Feature>) async -> String {
    // After
    switch await store.state {
    case .loading:
      return LoadingView()
    case .loaded:
      if let store = await store.scope(state: \.loaded, action: \.loaded) {
        return await LoadedView(store: store)
      }
    case .error:
      return ErrorView()
    }
    return ""
  }

  func testTheSteps() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Store(initialState: .loading, configuration: scheduler.configuration()) { Feature() }
      var shown = await Self.view(of: store)
      XCTAssertEqual(shown, "loading")
      await store.send(.found(Data([1, 2, 3])))
      shown = await Self.view(of: store)
      XCTAssertEqual(shown, "loaded 3")
      let loaded = await store.scope(state: \.loaded, action: \.loaded)
      await loaded?.send(.cleared)
      shown = await Self.view(of: store)
      XCTAssertEqual(shown, "loaded 0")
      await store.send(.failed(CancellationError()))
      shown = await Self.view(of: store)
      XCTAssertEqual(shown, "error")
      let isAlive = await loaded?.isAlive
      XCTAssertEqual(isAlive, false)
    }
  }

  // MARK: Step 3: Remove CaseLet

  func testCaseLetIsAnOptionalStore() async throws {
    let store = Store(initialState: .detail(Detail.State(count: 2))) { AppFeature() }
    var shown = ""
    // After
    if let detailStore = await store.scope(state: \.detail, action: \.detail) {
      shown = await Self.DetailView(store: detailStore)
    }
    XCTAssertEqual(shown, "detail 2")
    let settings = await store.scope(state: \.settings, action: \.settings)
    XCTAssertNil(settings)
  }

  // MARK: Working with Optional State

  // As printed it is one `Feature`; the name is taken here.
  enum OptionalState {
    @Reducer
    struct Feature {
      @ObservableState
      struct State {
        @Presents var destination: Destination?  // Presented, so that `dismiss` has its meaning.
      }

      @CasePathable  // `@Reducer` does it only for `State` and `Action`.
      @ObservableState
      enum Destination {
        case alert(AlertState<Feature.Action.Alert>)  // `Action` alone would be the destination's.
        case detail(Detail.State)

        @CasePathable
        enum Action {  // Not printed.
          case alert(Feature.Action.Alert)
          case detail(Detail.Action)
        }
      }

      enum Action {
        case destination(PresentationAction<Destination.Action>)  // Presented, as above.
        // ...
        case opened(Destination)

        enum Alert: Sendable { case confirmed }
      }

      var body: some ReducerOf<Self> {  // Not printed.
        Reduce { state, action in
          if case .opened(let destination) = action { state.destination = destination }
          return .none
        }
        .ifLet(\.$destination, action: \.destination) {
          EmptyReducer<Destination, Destination.Action>().ifCaseLet(\.detail, action: \.detail) { Detail() }
        }
      }
    }
  }

  func testOptionalState() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Store(
        initialState: OptionalState.Feature.State(),
        configuration: scheduler.configuration()
      ) {
        OptionalState.Feature()
      }
      await store.send(.opened(.detail(Detail.State(count: 1))))
      let scoped = await store.scope(state: \.destination?.detail, action: \.destination.detail)
      let detailStore = try XCTUnwrap(scoped)
      let shown = await Self.DetailView(store: detailStore)
      XCTAssertEqual(shown, "detail 1")
      await detailStore.send(.closed).finish()
      var isThere = await store.withState { (copy $0).destination != nil }
      XCTAssertFalse(isThere)

      await store.send(.opened(.alert(AlertState { TextState("Sure?") })))
      let none = await store.scope(state: \.destination?.detail, action: \.destination.detail)
      XCTAssertNil(none)
      await store.send(.destination(.presented(.alert(.confirmed))))
      isThere = await store.withState { (copy $0).destination != nil }
      XCTAssertFalse(isThere)
    }
  }

  // MARK: Benefits of Migration

  // "Compiler-enforced exhaustiveness checking": with an enum of features, a `switch` over the stores
  // themselves.
  @Reducer
  enum Path {
    case home
    case detail(Detail)
    case settings(Settings)
  }

  func testTheSwitchIsExhaustive() async {
    let store: StoreOf<Path> = Store(initialState: .settings(Settings.State())) { Path.body }
    let shown =
      switch await store.case {
      case .home: Self.HomeView()
      case .detail(let store): await Self.DetailView(store: store)
      case .settings(let store): await Self.SettingsView(store: store)
      case nil: ""
      }
    XCTAssertEqual(shown, "settings false")
  }
}
