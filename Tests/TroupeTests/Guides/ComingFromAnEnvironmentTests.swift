import TroupeClassic
import TroupeTesting
import XCTest

struct Forecasts: Sendable {
  var cities: @Sendable (_ query: String) async throws -> [String]
  var temperature: @Sendable (_ city: String) async throws -> Double
}

extension Forecasts: TestDependencyKey {
  static let testValue = Forecasts(
    cities: unimplemented("Forecasts.cities"),
    temperature: unimplemented("Forecasts.temperature")
  )
}

extension DependencyValues {
  var forecasts: Forecasts {
    get { self[Forecasts.self] }
    set { self[Forecasts.self] = newValue }
  }
}

/// The samples of `ComingFromAnEnvironment.md`: one feature in both forms, and on the way from one to the
/// other.
final class ComingFromAnEnvironmentTests: ExploringTestCase {
  // MARK: As it was

  struct CityState: Equatable {
    let name: String
    var temperature: Double?
  }
  enum CityAction: Equatable { case appeared, measured(Double), closeTapped }
  struct CityEnvironment { var forecasts: Forecasts }

  struct SearchState: Equatable {
    var query = ""
    var cities: [String] = []
    var city: CityState?
  }
  enum SearchAction: Equatable {
    case queryChanged(String)
    case found([String])
    case selected(String)
    case city(CityAction)
  }
  struct SearchEnvironment {
    var forecasts: Forecasts
    var clock: any Clock<Duration>
  }

  static func reducersAsTheyWere() -> Reducer<SearchState, SearchAction, SearchEnvironment> {
    let cityReducer = Reducer<CityState, CityAction, CityEnvironment> { state, action, environment in
      switch action {
      case .appeared:
        return .run { [city = state.name] send in
          await send(.measured(try await environment.forecasts.temperature(city)))
        }
      case .measured(let temperature):
        state.temperature = temperature
        return .none
      case .closeTapped:
        return .none
      }
    }

    let searchReducer = Reducer<SearchState, SearchAction, SearchEnvironment>.combine(
      cityReducer.optional().pullback(
        state: \.city,
        action: /SearchAction.city,
        environment: { CityEnvironment(forecasts: $0.forecasts) }
      ),
      Reducer { state, action, environment in
        struct SearchID: Hashable {}
        switch action {
        case .queryChanged(let query):
          state.query = query
          return .run { send in
            await send(.found(try await environment.forecasts.cities(query)))
          }
          .debounce(id: SearchID(), for: .milliseconds(300), clock: environment.clock)
        case .found(let cities):
          state.cities = cities
          return .none
        case .selected(let name):
          state.city = CityState(name: name)
          return .none
        case .city(.closeTapped):
          state.city = nil
          return .none
        case .city:
          return .none
        }
      }
    )

    return searchReducer
  }

  // MARK: The child ported, the parent as it was

  @Reducer
  struct City {
    struct State: Equatable, Sendable {
      let name: String
      var temperature: Double?
    }
    enum Action: Equatable { case appeared, measured(Double), closeTapped }

    @Dependency(\.forecasts) var forecasts

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appeared:
          return .run { [city = state.name] send in
            await send(.measured(try await forecasts.temperature(city)))
          }
        case .measured(let temperature):
          state.temperature = temperature
          return .none
        case .closeTapped:
          return .none
        }
      }
    }
  }

  enum HalfWay {
    struct SearchState: Equatable {
      var query = ""
      var cities: [String] = []
      var city: City.State?
    }
    enum SearchAction: Equatable {
      case queryChanged(String)
      case found([String])
      case selected(String)
      case city(City.Action)
    }

    static func reducer() -> Reducer<SearchState, SearchAction, SearchEnvironment> {
      let cityReducer = Reducer<City.State, City.Action, SearchEnvironment>.hosting { environment in
        City().dependency(\.forecasts, environment.forecasts)
      }

      return .combine(
        cityReducer.optional().pullback(state: \.city, action: /SearchAction.city, environment: { $0 }),
        Reducer { state, action, environment in
          struct SearchID: Hashable {}
          switch action {
          case .queryChanged(let query):
            state.query = query
            return .run { send in
              await send(.found(try await environment.forecasts.cities(query)))
            }
            .debounce(id: SearchID(), for: .milliseconds(300), clock: environment.clock)
          case .found(let cities): state.cities = cities
          case .selected(let name): state.city = City.State(name: name)
          case .city(.closeTapped): state.city = nil
          case .city: break
          }
          return .none
        }
      )
    }
  }

  // MARK: The parent ported, too

  @Reducer
  struct Search {
    struct State: Equatable, Sendable {
      var query = ""
      var cities: [String] = []
      var city: City.State?
    }
    enum Action: Equatable {
      case queryChanged(String)
      case found([String])
      case selected(String)
      case city(City.Action)
    }

    @Dependency(\.forecasts) var forecasts
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        struct SearchID: Hashable {}
        switch action {
        case .queryChanged(let query):
          state.query = query
          return .run { send in
            await send(.found(try await forecasts.cities(query)))
          }
          .debounce(id: SearchID(), for: .milliseconds(300), clock: self.clock)
        case .found(let cities):
          state.cities = cities
          return .none
        case .selected(let name):
          state.city = City.State(name: name)
          return .none
        case .city(.closeTapped):
          state.city = nil
          return .none
        case .city:
          return .none
        }
      }
      .ifLet(\.city, action: \.city) {
        City()
      }
    }
  }

  // MARK: What all of them do

  static let forecasts = Forecasts(
    cities: { query in ["Oslo", "Osaka", "Bergen"].filter { $0.hasPrefix(query) } },
    temperature: { city in city == "Oslo" ? -3 : 17 }
  )

  /// Searches, selects, waits and closes, in whichever form.
  private func check<State: Sendable, Action: Sendable, Seen: Equatable & Sendable>(
    _ actions: (query: @Sendable (String) -> Action, select: Action, appear: Action, close: Action),
    expected: (found: Seen, measured: Seen, closed: Seen),
    seen: @escaping @Sendable (State) -> Seen,
    line: UInt = #line,
    _ makeStore: @escaping @Sendable (Scheduler, TestClock) -> Store<State, Action>
  ) async throws {
    await explore(schedules: 5, line: line) { scheduler in
      let clock = TestClock(scheduler: scheduler)
      let store = makeStore(scheduler, clock)
      await store.send(actions.query("O"))
      await store.send(actions.query("Os"))
      await clock.advance(by: .milliseconds(300))
      var state = await store.withState { seen(copy $0) }
      XCTAssertEqual(state, expected.found, line: line)
      await store.send(actions.select)
      await store.send(actions.appear).finish()
      state = await store.withState { seen(copy $0) }
      XCTAssertEqual(state, expected.measured, line: line)
      await store.send(actions.close)
      state = await store.withState { seen(copy $0) }
      XCTAssertEqual(state, expected.closed, line: line)
    }
  }

  private static let cities = ["Oslo", "Osaka"]

  func testAsItWas() async throws {
    try await check(
      (SearchAction.queryChanged, .selected("Oslo"), .city(.appeared), .city(.closeTapped)),
      expected: (
        SearchState(query: "Os", cities: Self.cities),
        SearchState(query: "Os", cities: Self.cities, city: CityState(name: "Oslo", temperature: -3)),
        SearchState(query: "Os", cities: Self.cities)
      ),
      seen: { (state: SearchState) in state }
    ) { scheduler, clock in
      Store(
        initialState: SearchState(),
        reducer: Self.reducersAsTheyWere(),
        environment: SearchEnvironment(forecasts: Self.forecasts, clock: clock),
        configuration: scheduler.configuration()
      )
    }
  }

  func testHalfWay() async throws {
    try await check(
      (HalfWay.SearchAction.queryChanged, .selected("Oslo"), .city(.appeared), .city(.closeTapped)),
      expected: (
        HalfWay.SearchState(query: "Os", cities: Self.cities),
        HalfWay.SearchState(
          query: "Os",
          cities: Self.cities,
          city: City.State(name: "Oslo", temperature: -3)
        ),
        HalfWay.SearchState(query: "Os", cities: Self.cities)
      ),
      seen: { (state: HalfWay.SearchState) in state }
    ) { scheduler, clock in
      Store(
        initialState: HalfWay.SearchState(),
        reducer: HalfWay.reducer(),
        environment: SearchEnvironment(forecasts: Self.forecasts, clock: clock),
        configuration: scheduler.configuration()
      )
    }
  }

  func testInTodaysForm() async throws {
    try await check(
      (Search.Action.queryChanged, .selected("Oslo"), .city(.appeared), .city(.closeTapped)),
      expected: (
        Search.State(query: "Os", cities: Self.cities),
        Search.State(query: "Os", cities: Self.cities, city: City.State(name: "Oslo", temperature: -3)),
        Search.State(query: "Os", cities: Self.cities)
      ),
      seen: { (state: Search.State) in state }
    ) { scheduler, clock in
      Store(initialState: Search.State(), configuration: scheduler.configuration()) {
        Search()
      } withDependencies: {
        $0.forecasts = Self.forecasts
        $0.continuousClock = clock
      }
    }
  }

  // MARK: Tests of it

  @MainActor
  func testTheFormerFeatureInATestStore() async {
    let searchReducer = Self.reducersAsTheyWere()
    let forecasts = Self.forecasts
    let clock = ImmediateClock()

    let store = TestStore(initialState: SearchState()) {
      Reduce(searchReducer, environment: SearchEnvironment(forecasts: forecasts, clock: clock))
    }
    await store.send(.queryChanged("Os")) { $0.query = "Os" }
    await store.receive(.found(["Oslo", "Osaka"])) { $0.cities = ["Oslo", "Osaka"] }
  }
}
