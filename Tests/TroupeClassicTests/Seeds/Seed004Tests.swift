import TroupeClassic
import TroupeTesting
import XCTest

// The page of `SwitchStore`, as far as it shows `SwitchStore`, `CaseLet` and a binding, in its order. The
// replacement of the first two is in `Seed004Tests` of `TroupeTests`. Views are over a view store here,
// because an actor can't be scoped without waiting. They run on the toy toolkit of `Support/Toy.swift`.

/// "`SwitchStore` was a SwiftUI view used to switch over enum state and render different views for each
/// case."
@MainActor
final class Seed004ViewTests: XCTestCase {
  // MARK: Not printed: what the samples only name

  enum Detail {
    struct State: Equatable { var count = 0 }
    enum Action { case incremented }
  }

  enum Settings {
    struct State: Equatable { var isOn = false }
    enum Action { case toggled }
  }

  struct HomeView: View {
    var body: some View { Text("Home") }
  }
  struct DetailView: View {
    let store: ViewStore<Detail.State, Detail.Action>
    var body: some View {
      Text("Detail \(store.count)")
      Button("Increment") { store.send(.incremented) }
    }
  }
  struct SettingsView: View {
    let store: ViewStore<Settings.State, Settings.Action>
    var body: some View {
      Text(store.isOn ? "On" : "Off")
      Button("Toggle") { store.send(.toggled) }
    }
  }

  private func makeStore<State: Sendable, Action: Sendable>(
    _ state: State,
    _ reducer: Reducer<State, Action, Void>
  ) -> ViewStore<State, Action> {
    ViewStore(
      Store(initialState: state, reducer: reducer, environment: (), configuration: .mainActor)
    )
  }

  // MARK: Declaration

  /// "`public struct SwitchStore<State, Action, Content: View>: View`".
  func testDeclaration() async {
    let store = makeStore(0, Reducer<Int, Int, Void>.empty)
    let view: SwitchStore<Int, Int, Text> = SwitchStore(store) { Default { Text("Any") } }
    func show(_ view: some View) -> String { User(view: view).screen }
    XCTAssertEqual(show(view), "Any")
  }

  // MARK: Legacy Usage (Deprecated)

  enum Path {
    case home
    case detail(Detail.State)
    case settings(Settings.State)

    enum Action {  // Not printed.
      case detail(Detail.Action)
      case settings(Settings.Action)
      case selected(Path)
    }
  }

  private static let pathReducer = Reducer<Path, Path.Action, Void>.combine(  // Not printed.
    Reducer<Detail.State, Detail.Action, Void> { state, _, _ in
      state.count += 1
      return .none
    }
    .pullback(state: /Path.detail, action: /Path.Action.detail, environment: { $0 }),
    Reducer<Settings.State, Settings.Action, Void> { state, _, _ in
      state.isOn.toggle()
      return .none
    }
    .pullback(state: /Path.settings, action: /Path.Action.settings, environment: { $0 }),
    Reducer { state, action, _ in
      if case .selected(let path) = action { state = path }
      return .none
    }
  )

  struct PathView: View {
    let store: ViewStore<Path, Path.Action>

    var body: some View {
      SwitchStore(store) { state in
        switch state {
        case .home:
          HomeView()
        case .detail:
          // Printed: `action: Path.detail`, of the state.
          CaseLet(/Path.detail, action: Path.Action.detail) { store in
            DetailView(store: store)
          }
        case .settings:
          // Printed: `action: Path.settings`.
          CaseLet(/Path.settings, action: Path.Action.settings) { store in
            SettingsView(store: store)
          }
        }
      }
    }
  }

  func testLegacyUsage() async {
    let store = makeStore(.home, Self.pathReducer)
    let user = User(view: PathView(store: store))
    XCTAssertEqual(user.screen, "Home")
    store.send(.selected(.detail(Detail.State(count: 2))))
    XCTAssertEqual(user.screen, "Detail 2\n<Increment>")
    user.tap("Increment")
    XCTAssertEqual(user.screen, "Detail 3\n<Increment>")
    store.send(.selected(.settings(Settings.State())))
    user.tap("Toggle")
    XCTAssertEqual(user.screen, "On\n<Toggle>")
  }

  // MARK: Step 2: Replace SwitchStore with switch, before

  enum Loading {
    enum State {
      case loading
      case loaded(Int)  // `Data` there.
      case error(any Error)  // `any`, which this language mode requires.
    }
    enum Action {  // Not printed.
      case loaded(Never)
      case set(State)
    }
  }

  struct LoadingView: View {
    var body: some View { Text("Loading") }
  }
  struct LoadedView: View {
    let store: ViewStore<Int, Never>
    var body: some View { Text("Loaded \(store.state)") }
  }
  struct ErrorView: View {
    var body: some View { Text("Error") }
  }

  struct BeforeView: View {
    typealias State = Loading.State
    typealias Action = Loading.Action
    let store: ViewStore<State, Action>

    var body: some View {
      // Before
      SwitchStore(store) { state in
        switch state {
        case .loading:
          LoadingView()
        case .loaded:
          // Printed: `action: State.loaded`, of the state.
          CaseLet(/State.loaded, action: Action.loaded) { store in
            LoadedView(store: store)
          }
        case .error:
          ErrorView()
        }
      }
    }
  }

  func testStep2() async {
    let store = makeStore(
      Loading.State.loading,
      Reducer<Loading.State, Loading.Action, Void> { state, action, _ in
        if case .set(let new) = action { state = new }
        return .none
      }
    )
    let user = User(view: BeforeView(store: store))
    XCTAssertEqual(user.screen, "Loading")
    store.send(.set(.loaded(3)))
    XCTAssertEqual(user.screen, "Loaded 3")
    store.send(.set(.error(CancellationError())))
    XCTAssertEqual(user.screen, "Error")
  }

  // MARK: Step 3: Remove CaseLet, before

  struct DetailOnlyView: View {
    typealias State = Path
    typealias Action = Path.Action
    let store: ViewStore<State, Action>

    var body: some View {
      SwitchStore(store) {  // Not printed.
        // Before
        CaseLet(/State.detail, action: Action.detail) { detailStore in
          DetailView(store: detailStore)
        }
        Default { Text("No detail") }  // Not printed.
      }
    }
  }

  func testStep3() async {
    let store = makeStore(.detail(Detail.State()), Self.pathReducer)
    let user = User(view: DetailOnlyView(store: store))
    user.tap("Increment")
    XCTAssertEqual(user.screen, "Detail 1\n<Increment>")
    store.send(.selected(.home))
    XCTAssertEqual(user.screen, "No detail")
  }

  // MARK: Working with Optional State

  // As printed it is one `Feature`, with the remarks of `Seed004Tests` of `TroupeTests`.
  @Reducer
  struct DetailFeature {
    typealias State = Detail.State
    typealias Action = Detail.Action
    func reduce(into state: inout State, action: Action) -> Troupe.Effect<Action> {
      state.count += 1
      return .none
    }
  }

  @Reducer
  struct Feature {
    @ObservableState
    struct State {
      @Presents var destination: Destination?  // Presented, so that nil has the meaning of `dismiss`.
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
        EmptyReducer<Destination, Destination.Action>().ifCaseLet(\.detail, action: \.detail) {
          DetailFeature()
        }
      }
    }
  }

  struct FeatureView: View {
    // Printed: `let store: StoreOf<Feature>`, which has no `$store`.
    @StoreBindable var store: ViewStore<Feature.State, Feature.Action>

    var body: some View {
      Form {
        // Main content
        Text("Main content")  // Not printed.
      }
      .sheet(item: $store.scope(state: \.destination?.detail, action: \.destination.detail)) { detailStore in
        DetailView(store: detailStore)
      }
    }
  }

  func testOptionalState() async {
    let store = ViewStore(initialState: Feature.State()) { Feature() }
    let user = User(view: FeatureView(store: store))
    XCTAssertEqual(user.screen, "Main content")
    store.send(.opened(.detail(Detail.State(count: 2))))
    user.tap("Increment")
    XCTAssertEqual(user.screen, "Main content\n---\nDetail 3\n<Increment>")
    user.tap("Swipe down")
    XCTAssertEqual(user.screen, "Main content")
    XCTAssertTrue(store.destination == nil)
    // An alert is no detail, and stays.
    store.send(.opened(.alert(AlertState { TextState("Sure?") })))
    XCTAssertEqual(user.screen, "Main content")
    XCTAssertTrue(store.destination != nil)
  }

  // MARK: Legacy SwitchStore Parameters

  /// "`store`: The store containing enum state. `content`: A view builder that switches over the state and
  /// returns appropriate views."
  func testParameters() async {
    let store = makeStore(.settings(Settings.State(isOn: true)), Self.pathReducer)
    let view = SwitchStore(
      store,
      content: { state in
        switch state {
        case .home, .detail:
          Text("Something else")
        case .settings(let settings):
          Text("Settings, \(settings.isOn)")
        }
      }
    )
    XCTAssertEqual(User(view: view).screen, "Settings, true")
  }
}
