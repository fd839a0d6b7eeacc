import TroupeComposable
import TroupeTesting
import XCTest

@Reducer
struct StationSearch {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var stations: [String] = []
  }

  enum Action {
    case found([String])
    case queryChanged(String)
  }

  enum CancelID { case search }

  @Dependency(\.continuousClock) var mainQueue
  @Dependency(\.stations) var stations

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .found(let stations):
        state.stations = stations
        return .none
      case .queryChanged(let query):
        state.query = query
        return .run { send in await send(.found(stations.find(query))) }
          .debounce(id: CancelID.search, for: .seconds(0.3), clock: mainQueue)
      }
    }
  }
}

final class StationSearchTests: XCTestCase {
  func testFinding() async {
    let mainQueue = TestClock()
    let store = TestStore(initialState: StationSearch.State()) {
      StationSearch()
    } withDependencies: {
      $0.continuousClock = mainQueue
      $0.stations.find = { ["\($0) Central"] }
    }
    await store.send(.queryChanged("Basel")) { $0.query = "Basel" }
    await mainQueue.advance(by: .seconds(0.3))
    await store.receive(\.found) { $0.stations = ["Basel Central"] }
  }
}

struct StationClient: Sendable {
  var find: @Sendable (String) async -> [String]
}

extension StationClient: TestDependencyKey {
  static let testValue = StationClient { _ in [] }
}

extension DependencyValues {
  fileprivate var stations: StationClient {
    get { self[StationClient.self] }
    set { self[StationClient.self] = newValue }
  }
}

/// The samples in the doc comments of `TroupeComposable`.
@MainActor
final class ComposableSamplesTests: XCTestCase {
  @Reducer
  struct Forecast {
    @ObservableState
    struct State: Equatable, Sendable { var text = "" }

    enum Action: ViewAction {
      case loaded(String)
      case view(View)

      enum View { case refreshTapped }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loaded(let text):
          state.text = text
          return .none
        case .view(.refreshTapped): return .run { send in await send(.loaded("sunny")) }
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

  func testAViewSendsItsActions() async {
    let view = ForecastView(store: ViewStore(initialState: Forecast.State()) { Forecast() })
    await view.send(.refreshTapped).finish()
    XCTAssertEqual(view.store.text, "sunny")
    view.refresh()
  }

  func testAValueBehindALock() async {
    let searched = LockIsolated<[String]>([])
    let search: @Sendable (String) -> Void = { query in searched.withValue { $0.append(query) } }
    search("a")
    XCTAssertEqual(searched.value, ["a"])
  }

  @MainActor
  final class Model {
    private(set) var text = ""

    func load() async { text = await Task { "sunny" }.value }
  }

  @MainActor
  func testAModelOnASerialExecutor() async {
    await withMainSerialExecutor {
      let model = Model()
      await model.load()
    }
  }

  func testATestOnASerialExecutor() {
    final class ModelTests: XCTestCase {
      override func invokeTest() {
        withMainSerialExecutor { super.invokeTest() }
      }
    }
    let test = ModelTests(name: "ModelTests.test") { test in
      XCTAssertTrue(test is ModelTests)
    }
    test.invokeTest()
  }

  @Reducer
  struct Feed {
    @ObservableState
    struct State { var isLoading = false }
    enum Action { case refreshPulled, loaded }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loaded:
          state.isLoading = false
          return .none
        case .refreshPulled:
          state.isLoading = true
          return .run { send in await send(.loaded) }
        }
      }
    }
  }

  @MainActor
  func testAnActionWhoseEndIsAwaited() async {
    let store = ViewStore(initialState: Feed.State()) { Feed() }
    await store.send(.refreshPulled, while: \.isLoading)
    XCTAssertFalse(store.isLoading)
  }
}
