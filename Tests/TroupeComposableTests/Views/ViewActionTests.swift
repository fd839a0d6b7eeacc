import TroupeComposable
import XCTest

@MainActor
final class ViewActionTests: XCTestCase {
  @Reducer
  struct Forecast {
    @ObservableState
    struct State: Equatable, Sendable { var refreshes = 0 }

    enum Action: ViewAction {
      case view(View)

      enum View { case refreshTapped }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .view(.refreshTapped):
          state.refreshes += 1
          return .none
        }
      }
    }
  }

  @MainActor
  @ViewAction(for: Forecast.self)
  struct ForecastView {
    let store: ViewStoreOf<Forecast>

    func refresh() { send(.refreshTapped) }
  }

  // S829
  func testTheStateIsReadAndTracked() async {
    let store = ViewStore(initialState: Forecast.State(refreshes: 1)) { Forecast() }
    XCTAssertEqual(store.withState { $0.refreshes }, 1)
    let changes = LockIsolated(0)
    withPerceptionTracking {
      _ = store.refreshes
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    store.send(.view(.refreshTapped))
    XCTAssertEqual(changes.value, 1)
  }

  // S829
  func testAViewSendsItsActions() async {
    let view = ForecastView(store: ViewStore(initialState: Forecast.State()) { Forecast() })
    view.refresh()
    view.refresh()
    XCTAssertEqual(view.store.refreshes, 2)
  }
}
