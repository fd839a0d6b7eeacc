import Troupe
import TroupeTesting
import XCTest

/// Test stores under `explore`.
final class ExploringTestStoreTests: ExploringTestCase {
  private struct Search: Reducer {
    struct State: Equatable, Sendable {
      var results = ""
    }

    enum Action: Equatable, Sendable { case typed(String), found(String) }

    let clock: any Clock<Duration>
    var isCorrected = true

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed(let query):
          let search = Effect<Action>.run(name: "search \(query)") { send in
            try await clock.sleep(for: .seconds(1))
            await outside {}
            await send(.found(query))
          }
          return isCorrected ? search.cancellable(id: "search", cancelInFlight: true) : search
        case .found(let results):
          state.results = results
          return .none
        }
      }
    }
  }

  nonisolated(nonsending)
    private func search(_ scheduler: Scheduler) async
  {
    let clock = TestClock(scheduler: scheduler)
    let store = TestStore(initialState: Search.State(), scheduler: scheduler) { Search(clock: clock) }
    await store.send(.typed("a"))
    await store.send(.typed("ab"))
    await clock.advance(by: .seconds(1))
    await store.receive(.found("ab")) { $0.results = "ab" }
    await store.finish()
  }

  func testATestStoreRunsUnderEachSchedule() async {
    await explore(schedules: 100) { await self.search($0) }
  }

  @MainActor
  func testATestStoreOfTheMainActorRunsUnderEachSchedule() async {
    await explore(schedules: 20) { await self.search($0) }
  }

  func testATestStoreRunsInARunOfItsScheduler() async throws {
    let scheduler = Scheduler(seed: 3)
    try await scheduler.run {
      let store = TestStore(initialState: Search.State(), scheduler: scheduler) {
        Search(clock: ImmediateClock())
      }
      await store.send(.typed("a"))
      await store.receive(.found("a")) { $0.results = "a" }
      await store.finish()
    }
  }

  private struct Loading: Reducer {
    struct State: Equatable, Sendable {
      var loaded: [String] = []
    }

    enum Action: Equatable, Sendable { case appeared, loaded(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appeared:
          return .merge(
            .run(name: "settings") { await $0(.loaded("settings")) },
            .run(name: "items") { await $0(.loaded("items")) }
          )
        case .loaded(let part):
          state.loaded.append(part)
          return .none
        }
      }
    }
  }

  func testARaceIsFoundByWhatATestStoreReceives() async {
    let found = await failures {
      await explore { scheduler in
        let store = TestStore(initialState: Loading.State(), scheduler: scheduler) { Loading() }
        await store.send(.appeared)
        await store.receive(.loaded("settings")) { $0.loaded = ["settings"] }
        await store.receive(.loaded("items")) { $0.loaded = ["settings", "items"] }
        await store.finish()
      }
    }
    let summary = found.last?.message ?? ""
    XCTAssertTrue(summary.contains("differs from that order at 1 "), summary)
    XCTAssertTrue(summary.contains("\"items\" (TroupeTestingTests/ExploringTestStoreTests.swift:"), summary)
  }
}
