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

  // As printed, but for `@ObservableState`, which doesn't exist yet.
  @Reducer
  struct AppFeature {
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

  /// The view of the sample without a user interface: what it shows, in words.
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

/// A feature whose state is an enum, and a view that switches over it, as they are written in the documentation of
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
}
