import Troupe
import TroupeTesting
import XCTest

/// The feature with which the cost of exploring is measured: ten effects and a debounce.
final class ExploringTenEffectsTests: ExploringTestCase {
  private struct Feature: Reducer {
    struct State: Sendable {
      var sum = 0
      var saves = 0
    }

    enum Action: Sendable { case load, loaded(Int), save }

    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .load:
          return .merge((1...10).map { number in .run { await $0(.loaded(number)) } })
        case .loaded(let number):
          state.sum += number
          return .run { await $0(.save) }.debounce(id: "save", for: .seconds(1), clock: clock)
        case .save:
          state.saves += 1
          return .none
        }
      }
    }
  }

  func testTenEffectsAndADebounce() async {
    #if DEBUG
      let schedules = 100
    #else
      let schedules = 1_000
    #endif
    await explore(schedules: schedules) { scheduler in
      let clock = TestClock(scheduler: scheduler)
      let store = Store(initialState: Feature.State(), configuration: scheduler.configuration()) {
        Feature(clock: clock)
      }
      await store.send(.load)
      await clock.advance(by: .seconds(1))
      let state = await store.state
      XCTAssertEqual(state.sum, 55)
      XCTAssertEqual(state.saves, 1)
    }
  }
}
