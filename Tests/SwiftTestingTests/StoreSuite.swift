import Testing
import Troupe
import TroupeTesting

/// The testing tools work in Swift Testing as they do in XCTest.
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

  // D20
  @Test func aReducerThatReadsItsOwnStoreByForceIsStopped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let holder = Locked<Store<Int, Int>?>(nil)
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, _ in
          state = holder.withLock { $0 }?.assumeIsolated { $0.withState { $0 } } ?? 0
          return .none
        }
      }
      holder.withLock { $0 = store }
      await store.send(1)
    }
    // Release builds stop without a message.
    #if DEBUG
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("A reducer read its own store's state while changing it."))
    #endif
  }

  @Test func aClockRefusesFewerDeadlinesThanNone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await TestClock(scheduler: Scheduler()).run(deadlines: -1)
    }
    // Release builds stop without a message.
    #if DEBUG
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("run(deadlines: -1): The number of deadlines can't be negative."))
    #endif
  }

  @Test func anIssueCanBeExpected() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let store = Store(initialState: Counter.State(), configuration: scheduler.configuration()) {
        Counter(clock: clock)
      }
      await store.shutdown(within: .zero)
      await withExpectedIssue(matching: { $0.message.contains("after the store was shut down") }) {
        _ = await store.send(.up)
      }
      #expect(await store.count == 0)
    }
  }
}
