import Troupe
import TroupeTesting
import XCTest

/// The samples of `YourFirstFeature.md`.
final class YourFirstFeatureTests: TroupeTestCase {
  struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var results: [String] = []
      var isSearching = false
    }

    enum Action: Equatable {
      case queryChanged(String)
      case found([String])
      case failed(String)
    }

    let find: @Sendable (String) async throws -> [String]

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .queryChanged(let query):
          state.query = query
          state.isSearching = true
          return .run { send in
            await send(.found(try await find(query)))
          } catch: { error, send in
            await send(.failed("\(error)"))
          }
          .cancellable(id: "search", cancelInFlight: true)

        case .found(let results):
          state.results = results
          state.isSearching = false
          return .none

        case .failed:
          state.isSearching = false
          return .none
        }
      }
    }
  }

  struct Browser: Reducer {
    struct State {
      var search = Search.State()
      var visits = 0
    }

    enum Action {
      case search(Search.Action)
      case visited
    }

    let search: Search

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .search(let action):
          return search.reduce(into: &state.search, action: action).map(Action.search)
        case .visited:
          state.visits += 1
          return .none
        }
      }
    }
  }

  struct FailingReporter: IssueReporter {
    func report(_ issue: Issue) {
      XCTFail(issue.message, file: issue.location.filePath, line: issue.location.line)
    }
  }

  private struct Failure: Error {}

  func testRunningAndReadingAFeature() async throws {
    let store = Store(initialState: Search.State()) {
      Search(find: { query in ["All about \(query)"] })
    }
    await store.send(.queryChanged("actors")).finish()
    print(await store.results)  // ["All about actors"]
    let results = await store.results
    XCTAssertEqual(results, ["All about actors"])

    let summary = await store.withState { "\($0.query): \($0.results.count) found" }
    XCTAssertEqual(summary, "actors: 1 found")
  }

  func testAFailedSearchIsOver() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Search.State(), configuration: scheduler.configuration()) {
        Search(find: { _ in throw Failure() })
      }
      await store.send(.queryChanged("actors")).finish()
      let state = await store.state
      XCTAssertEqual(state, Search.State(query: "actors"))
    }
  }

  func testEnqueueingAndFollowingTheState() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Search.State(), configuration: scheduler.configuration()) {
        Search(find: { query in ["All about \(query)"] })
      }
      let rendered = Collector<[String]>()
      let render: @Sendable ([String]) -> Void = { rendered.append($0) }
      let consumer = Task(executorPreference: scheduler) {
        for await results in store.states(\.results) {
          render(results)
        }
      }
      await scheduler.settle()
      try store.enqueue(.queryChanged("inbox"))
      try await store.wait(until: { !$0.isSearching })
      await scheduler.settle()
      await store.shutdown(within: .zero)
      await consumer.value
      XCTAssertEqual(rendered.all, [[], ["All about inbox"]])
    }
  }

  func testAScopedStoreIsAViewOnItsPart() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Browser.State(), configuration: scheduler.configuration()) {
        Browser(search: Search(find: { query in ["All about \(query)"] }))
      }
      let search = await store.scope(state: \.search, action: Browser.Action.search)
      await search.send(.queryChanged("scopes")).finish()
      await store.send(.visited)
      let root = await store.withState { ($0.search.results, $0.visits) }
      XCTAssertEqual(root.0, ["All about scopes"])
      XCTAssertEqual(root.1, 1)
      let part = await search.state
      XCTAssertEqual(part, Search.State(query: "scopes", results: ["All about scopes"]))
    }
  }

  func testTheLastQueryWins() async throws {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    let store = Store(initialState: Search.State(), configuration: scheduler.configuration()) {
      Search(find: { query in
        try await clock.sleep(for: .seconds(1))
        return ["All about \(query)"]
      })
    }
    try await scheduler.run {
      await store.send(.queryChanged("act"))
      await clock.advance(by: .milliseconds(500))
      await store.send(.queryChanged("actors"))
      await clock.advance(by: .seconds(1))

      let state = await store.state
      XCTAssertEqual(state.results, ["All about actors"])
      XCTAssertFalse(state.isSearching)
    }
  }

  func testReportersHoldForEffects() async throws {
    let scheduler = Scheduler()
    let store = Store(initialState: Search.State(), configuration: scheduler.configuration()) {
      Search(find: { _ in
        withExpectedIssue { reportIssue("an issue of an effect") }
        return []
      })
    }
    try await withIssueReporters([FailingReporter()]) {
      try await scheduler.run {
        await store.send(.queryChanged("issues")).finish()
      }
    }
    let collector = IssueCollector()
    let reporting = Store(initialState: Search.State(), configuration: scheduler.configuration()) {
      Search(find: { query in
        reportIssue("an issue about \(query)")
        return []
      })
    }
    try await withIssueReporters([collector]) {
      try await scheduler.run { await reporting.send(.queryChanged("reporters")).finish() }
    }
    XCTAssertEqual(collector.messages, ["an issue about reporters"])
  }
}
