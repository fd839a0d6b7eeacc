import Foundation
import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

/// The samples of `TimeInTests.md`.
final class TimeInTestsTests: TroupeTestCase {
  @Reducer
  struct Reminder {
    struct State { var rings = 0 }
    enum Action { case start, ring, stop }

    let clock: any Clock<Duration>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run(name: "reminder") { send in
            while true {
              try await clock.sleep(for: .seconds(60))
              await send(.ring)
            }
          }
          .cancellable(id: "reminder")
        case .ring:
          state.rings += 1
          return .none
        case .stop:
          return .cancel(id: "reminder")
        }
      }
    }
  }

  func testAMinuteTakesNoTime() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let store = Store(initialState: Reminder.State(), configuration: scheduler.configuration()) {
      Reminder(clock: clock)
    }
    try await scheduler.run {
      await store.send(.start)
      await clock.advance(by: .seconds(59))
      let early = await store.rings
      XCTAssertEqual(early, 0)
      await clock.advance(by: .seconds(121))
      let late = await store.rings
      XCTAssertEqual(late, 3)

      await store.send(.stop)
      try await clock.checkSuspension()
    }
  }

  func testOnAnImmediateClockNobodyWaits() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(60))
    XCTAssertEqual(clock.now.offset, .seconds(60))
  }

  func testAnErasedClockTellsTheTime() async throws {
    let scheduler = Scheduler()
    let testClock = TestClock(scheduler: scheduler)
    let clock = AnyClock(testClock)
    let start = clock.now
    await testClock.advance(by: .seconds(3))
    XCTAssertEqual(start.duration(to: clock.now), .seconds(3))
  }

  struct Diary: Reducer {
    struct State: Equatable, Sendable { var openedAt: Date? }
    enum Action: Equatable, Sendable { case opened }

    @Dependency(\.date.now) var now

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.openedAt = now
      return .none
    }
  }

  func testTheDateGoesWithTheClock() async {
    let store = TestStore(initialState: Diary.State()) { Diary() }
    await store.clock.advance(by: .seconds(60))
    await store.send(.opened) { $0.openedAt = Date(timeIntervalSinceReferenceDate: 60) }
  }
}
