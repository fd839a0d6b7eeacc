import Troupe
import TroupeTesting
import XCTest

extension EnumStateTests {
  @Reducer
  struct Home {
    struct State: Equatable {}
    enum Action { case appeared }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Reducer
  struct Settings {
    struct State: Equatable { var isOn = false }
    enum Action { case set(Bool) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let isOn) = action { state.isOn = isOn }
        return .none
      }
    }
  }

  // As printed.
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
        .none
      }
      .ifCaseLet(/State.detail, action: /Action.detail) {
        Detail()
      }
      .ifCaseLet(/State.settings, action: /Action.settings) {
        Settings()
      }
    }
  }

  /// The view of the sample without a user interface: its contents, in words.
  struct AppView {
    let store: StoreOf<AppFeature>

    var body: String {
      get async {
        switch await store.state {
        case .home:
          return "home"
        case .detail:
          if let store = await store.scope(state: \.detail, action: \.detail) {
            return "detail \(await store.count)"
          }
        case .settings:
          if let store = await store.scope(state: \.settings, action: \.settings) {
            return "settings \(await store.isOn)"
          }
        }
        return "nothing"
      }
    }
  }
}

extension EnumStateTests {
  /// `Error` is printed as the type of a payload.
  typealias Error = any Swift.Error
  struct Data: Equatable { var text = "" }

  // Step 1 as printed, with the action and the body that it leaves out.
  enum Step1 {
    @Reducer
    struct Feature {
      @ObservableState  // Add this
      enum State {
        case loading
        case loaded(Data)
        case error(Error)
      }
      enum Action {
        case loaded(Never)
        case found(Data)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .found(let data) = action { state = .loaded(data) }
          return .none
        }
      }
    }
  }

  /// The view of step 2 without a user interface.
  struct LoadingView {
    let store: StoreOf<Step1.Feature>

    var body: String {
      get async {
        switch await store.withState({ (copy $0).loaded.map { "loaded \($0.text)" } }) {
        case let text?: return text
        case nil: return "loading"
        }
      }
    }
  }

  // "Working with Optional State" as printed, with the body that it leaves out.
  enum Optional {
    @Reducer
    struct Feature {
      @ObservableState
      struct State {
        var destination: Destination?
      }

      @ObservableState
      enum Destination {
        case alert(AlertState<Action.Alert>)
        case detail(Detail.State)
      }

      enum Action {
        case destination(Destination.Action)
        // ...
        case opened
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .opened = action { state.destination = .detail(Detail.State()) }
          return .none
        }
        .ifLet(\.destination, action: \.destination) {
          EmptyReducer<Destination, Destination.Action>().ifCaseLet(\.detail, action: \.detail) { Detail() }
        }
      }
    }

    /// The view without a user interface: the contents of the sheet.
    struct FeatureView {
      let store: StoreOf<Feature>

      func body<Shown: Sendable>(sheet: (StoreOf<Detail>) async -> Shown) async -> Shown? {
        guard
          let detailStore = await store.scope(state: \.destination?.detail, action: \.destination.detail)
        else { return nil }
        return await sheet(detailStore)
      }
    }
  }
}

// Parts that the text leaves out: the actions of the destination, and the paths of its cases.
extension EnumStateTests.Optional.Feature.Destination: CasePathable {
  @CasePathable
  enum Action {
    case alert(Alert)
    case detail(Detail.Action)

    enum Alert { case confirmed }
  }

  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let detail = AnyCasePath(embed: EnumStateTests.Optional.Feature.Destination.detail) {
      if case .detail(let it) = $0 { it } else { nil }
    }
  }
}

/// A feature whose state is an enum, and a view that switches over it, as written in the documentation of
/// `SwitchStore`.
final class EnumStateTests: XCTestCase {
  func testTheViewShowsTheCase() async {
    let store = Store(initialState: .detail(Detail.State())) { AppFeature() }
    await store.send(.detail(.incremented))
    var shown = await AppView(store: store).body
    XCTAssertEqual(shown, "detail 1")

    let settings = Store(initialState: .settings(Settings.State())) { AppFeature() }
    await settings.send(.settings(.set(true)))
    shown = await AppView(store: settings).body
    XCTAssertEqual(shown, "settings true")

    shown = await AppView(store: Store(initialState: .home) { AppFeature() }).body
    XCTAssertEqual(shown, "home")
  }

  func testLoadingAndLoaded() async {
    let store = Store(initialState: .loading) { Step1.Feature() }
    var shown = await LoadingView(store: store).body
    XCTAssertEqual(shown, "loading")
    await store.send(.found(Data(text: "a")))
    shown = await LoadingView(store: store).body
    XCTAssertEqual(shown, "loaded a")
  }

  func testTheSheetIsThereWhileTheDestinationIs() async {
    let store = Store(initialState: Optional.Feature.State()) { Optional.Feature() }
    let view = Optional.FeatureView(store: store)
    var count = await view.body { await $0.count }
    XCTAssertNil(count)
    await store.send(.opened)
    count = await view.body {
      await $0.send(.incremented)
      return await $0.count
    }
    XCTAssertEqual(count, 1)
  }
}
