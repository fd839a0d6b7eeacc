import Troupe
import TroupeTesting
import XCTest

/// The samples of `FindingRaces.md`.
final class FindingRacesTests: TroupeTestCase {
  enum WithARace {
    @Reducer
    struct Search {
      struct State { var results: [String] = [] }
      enum Action { case queryChanged(String), found([String]) }

      let search: @Sendable (String) async -> [String]

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .queryChanged(let query):
            return .run(name: "search \(query)") { send in
              await send(.found(search(query)))
            }
          case .found(let results):
            state.results = results
            return .none
          }
        }
      }
    }
  }

  func testAPlainRunDoesNotShowTheRace() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let store = Store(initialState: WithARace.Search.State(), configuration: scheduler.configuration()) {
        WithARace.Search(search: { ["\($0)!"] })
      }
      await store.send(.queryChanged("a"))
      await store.send(.queryChanged("ab"))
      await scheduler.settle()
      let results = await store.results
      XCTAssertEqual(results, ["ab!"])
    }
  }

  struct Search: Reducer {
    typealias State = WithARace.Search.State
    typealias Action = WithARace.Search.Action

    let search: @Sendable (String) async -> [String]

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .queryChanged(let query):
          return .run(name: "search \(query)") { send in
            await send(.found(search(query)))
          }
          .cancellable(id: "search", cancelInFlight: true)
        case .found(let results):
          state.results = results
          return .none
        }
      }
    }
  }

  func testTheLastQueryWins() async {
    await explore { scheduler in
      let store = Store(initialState: Search.State(), configuration: scheduler.configuration()) {
        Search(search: { ["\($0)!"] })
      }
      await store.send(.queryChanged("a"))
      await store.send(.queryChanged("ab"))
      await scheduler.settle()
      let results = await store.results
      XCTAssertEqual(results, ["ab!"])
    }
  }
}

/// A test case that is skipped where its tests would really take the time for which they sleep.
class SkippedUnlessScheduled: TroupeTesting.ScheduledTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }
}

// SwiftPM's discovery of tests crashes at a class whose superclass has the same name.
typealias ScheduledTestCase = SkippedUnlessScheduled

/// The sample of `FindingRaces.md` that runs whole tests on a scheduler.
final class CountdownTests: ScheduledTestCase {
  override func makeScheduler() -> Scheduler { Scheduler(time: .automatic) }

  func testTheCountdownEnds() async throws {
    let countdown = Task {
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(3_600))
      return "done"
    }
    let text = try await countdown.value
    XCTAssertEqual(text, "done")
  }
}
