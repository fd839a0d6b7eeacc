import Troupe
import TroupeTesting
import XCTest

/// The samples of the doc comments under `Sources`, and of `Troupe.md`.
final class DocCommentTests: GuideTestCase {
  @Reducer
  struct Counter {
    struct State { var count = 0 }
    enum Action { case incremented }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incremented:
          state.count += 1
          return .none
        }
      }
    }
  }

  // Reducer, Store
  func testAStore() async throws {
    let store = Store(initialState: Counter.State()) { Counter() }
    await store.send(.incremented)
    print(await store.count)
    let count = await store.count
    XCTAssertEqual(count, 1)
  }

  struct Profile: Equatable, ObservableState {
    var name = ""
    var visits = 0
    let _$id = StateIdentity()
  }

  // ObservableState
  func testAnObservableStateByHand() {
    XCTAssertEqual(Profile(name: "a"), Profile(name: "a"))
  }

  struct Table {
    var title = ""
    var rows: IdentifiedArrayOf<Row> = []
    var editor: Editor?

    struct Row: Identifiable, ObservableState {
      let id: Int
      let _$id = StateIdentity()
    }
    struct Editor: ObservableState {
      var text = ""
      let _$id = StateIdentity()
    }
  }

  // Store.observe
  func testObserving() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: Table(), configuration: scheduler.configuration(for: Never.self)) {
        EmptyReducer()
      }
      let observing = Task(executorPreference: scheduler) {
        await store.observe { state in
          print("\(state.title): \(state.rows.count) rows, \(state.editor?.text ?? "nothing") is edited")
        }
      }
      await scheduler.settle()
      observing.cancel()
      await observing.value
    }
  }

  // withStore
  func testWithStore() async throws {
    let count = await withStore(initialState: Counter.State(), reducer: { Counter() }) { store in
      await store.send(.incremented)
      return await store.count
    }
    XCTAssertEqual(count, 1)
  }

  struct SearchID: Hashable {}

  enum SearchAction: Equatable { case queryChanged(String), found([String]), progress(Double) }

  @Sendable private static func searching(
    _ query: String,
    _ search: @escaping @Sendable (String) async throws -> [String]
  ) -> Effect<SearchAction> {
    return .run { send in
      let results = try await search(query)
      await send(.found(results))
    }
    .cancellable(id: SearchID(), cancelInFlight: true)
  }

  private static var progressing: Effect<SearchAction> {
    .run { send in
      await send(.progress(0.5))
    }
  }

  // Effect, Send
  func testEffects() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(
        initialState: [SearchAction](),
        configuration: scheduler.configuration(for: SearchAction.self)
      ) {
        Reduce { state, action in
          state.append(action)
          guard case .queryChanged(let query) = action else { return .none }
          return .concatenate(Self.progressing, Self.searching(query, { [$0] }))
        }
      }
      await store.send(.queryChanged("actors")).finish()
      let actions = await store.state
      XCTAssertEqual(actions, [.queryChanged("actors"), .progress(0.5), .found(["actors"])])
    }
  }

  struct Finding {
    var query = ""
    var results: [String] = []
    var log: [String] = []
  }

  struct Search: Reducer {
    func reduce(into state: inout Finding, action: String) -> Effect<String> {
      state.query = action
      return .none
    }
  }

  struct Results: Reducer {
    func reduce(into state: inout Finding, action: String) -> Effect<String> {
      state.results = [state.query]
      return .none
    }
  }

  struct Logging: Reducer {
    func reduce(into state: inout Finding, action: String) -> Effect<String> {
      state.log.append(state.results.joined())
      return .none
    }
  }

  struct CombinedFeature: Reducer {
    typealias State = Finding
    typealias Action = String

    var body: some ReducerOf<Self> {
      CombineReducers {
        Search()
        Results()
      }
      .onChange(of: { $0.query }) { _, _ in Logging() }
    }
  }

  // CombineReducers
  func testCombinedReducers() async throws {
    let store = Store(initialState: Finding()) { CombinedFeature() }
    for query in ["act", "act", "actors"] { await store.send(query) }
    let log = await store.log
    XCTAssertEqual(log, ["act", "actors"])
  }

  struct Finder: Reducer {
    struct State { var query = "", results: [String] = ["old"] }
    enum Action { case typed(String), found([String]) }

    let search: @Sendable (String) async throws -> [String]

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed(let query): state.query = query
        case .found(let results): state.results = results
        }
        return .none
      }
      .onChange(of: { $0.query }) { state, _, query in
        state.results = []
        return .run { send in await send(.found(try await search(query))) }
          .cancellable(id: "search", cancelInFlight: true)
      }
    }
  }

  // Reducer.onChange
  func testAnEffectOfAChange() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Store(
        initialState: Finder.State(),
        configuration: scheduler.configuration(for: Finder.Action.self)
      ) {
        Finder(search: { [$0] })
      }
      await store.send(.typed("actors")).finish()
      let results = await store.results
      XCTAssertEqual(results, ["actors"])
    }
  }

  struct Feature: Reducer {
    struct State { var count = 0 }
    enum Action { case started, counted }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if action == .started { return .run { send in await send(.counted) } }
      state.count += 1
      return .none
    }
  }

  // Store.wait(for:until:)
  func testWaitingForAPart() async throws {
    struct Room: Reducer {
      struct State { var players: [String] = [] }

      func reduce(into state: inout State, action: String) -> Effect<String> {
        state.players.append(action)
        return .none
      }
    }
    let scheduler = Scheduler(seed: 42)
    let room = Store(initialState: Room.State(), configuration: scheduler.configuration()) { Room() }
    try await scheduler.run {
      let joining = Task(executorPreference: scheduler) {
        for player in ["Blob", "Blob Jr"] { await room.send(player) }
      }
      try await room.wait(for: \.players.count, until: { $0 >= 2 })
      await joining.value
    }
  }

  // Scheduler
  func testAScheduler() async throws {
    let scheduler = Scheduler(seed: 42)
    let store = Store(initialState: Feature.State(), configuration: scheduler.configuration()) { Feature() }
    try await scheduler.run {
      await store.send(.started)
      await scheduler.settle()
      let count = await store.count
      XCTAssertEqual(count, 1)
    }
  }
}
