import Testing
import Troupe
import TroupeTesting

/// The tools for tests work in Swift Testing as they do in XCTest.
@Suite struct StoreSuite {
  struct Counter: Reducer {
    struct State: Sendable {
      var count = 0
    }

    enum Action: Sendable {
      case up
      case upLater
    }

    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up:
          state.count += 1
          return .none
        case .upLater:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.up)
          }
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func anEffectTakesItsTime(seed: UInt64) async throws {
    let scheduler = Scheduler(seed: seed)
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let store = Store(initialState: Counter.State(), configuration: scheduler.configuration()) {
        Counter(clock: clock)
      }
      let task = await store.send(.upLater)
      #expect(await store.count == 0)
      await clock.advance(by: .seconds(1))
      await task.finish()
      #expect(await store.count == 1)
    }
  }

  @Test func anIssueCanBeExpected() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let store = Store(initialState: Counter.State(), configuration: scheduler.configuration()) {
        Counter(clock: clock)
      }
      await store.shutdown(within: .zero)
      await withExpectedIssue(matching: { $0.message.contains("after it was shut down") }) {
        _ = await store.send(.up)
      }
      #expect(await store.count == 0)
    }
  }
}
