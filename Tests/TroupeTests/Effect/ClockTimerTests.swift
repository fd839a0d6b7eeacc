import Troupe
import TroupeTesting
import XCTest

final class ClockTimerTests: TroupeTestCase {
  func testTicksComeAtTheIntervalUntilTheTaskIsCancelled() async throws {
    try await underSeeds { scheduler, clock in
      let ticks = Collector<Duration>()
      let start = clock.now
      let task = Task(executorPreference: scheduler) {
        for await _ in clock.timer(interval: .seconds(2)) { ticks.append(start.duration(to: clock.now)) }
      }
      await scheduler.settle()
      await clock.advance(by: .milliseconds(1_999))
      XCTAssertEqual(ticks.all, [])
      await clock.advance(by: .milliseconds(4_001))
      XCTAssertEqual(ticks.all, [.seconds(2), .seconds(4), .seconds(6)])
      task.cancel()
      await task.value
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  func testMissedTicksAreLeftOutAndTheRestKeepTheirTimes() async throws {
    try await underSeeds { scheduler, clock in
      let ticks = Collector<Duration>()
      let start = clock.now
      let task = Task(executorPreference: scheduler) {
        for await _ in clock.timer(interval: .seconds(10)) {
          ticks.append(start.duration(to: clock.now))
          // No tick is requested at 20, 30 and 40.
          if ticks.count == 1 { try await clock.sleep(for: .seconds(33)) }
        }
      }
      await scheduler.settle()
      await clock.advance(by: .seconds(60))
      // The tick of 40 arrives when it is requested, and the others when they are due.
      XCTAssertEqual(ticks.all, [.seconds(10), .seconds(43), .seconds(50), .seconds(60)])
      task.cancel()
      try await task.value
    }
  }

  func testACancelledTaskHasNoTicks() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var count = 0
      // not a wait: the task is cancelled before it asks for a tick.
      for await _ in ContinuousClock().timer(interval: .seconds(3_600)) { count += 1 }
      return count
    }
    let count = await task.value
    XCTAssertEqual(count, 0)
  }

  private struct FailingClock: Clock {
    struct Failure: Error {}
    var now: TestClock.Instant { ImmediateClock().now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { throw Failure() }
  }

  func testAnErrorOfTheClockIsAnIssueAndEndsTheTimer() async {
    await withExpectedIssue(matching: { $0.message.contains("A timer ended because its clock threw") }) {
      for await _ in FailingClock().timer(interval: .seconds(1)) { XCTFail("It ticks.") }
    }
  }

  private struct Watch: Reducer {
    struct State: Equatable { var seconds = 0 }
    enum Action: Equatable { case started, ticked, stopped }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
      switch action {
      case .started:
        // `SendOf`, written out.
        return .run { (send: SendOf<Self>) in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: "ticks")
      case .ticked:
        state.seconds += 1
        return .none
      case .stopped:
        return .cancel(ids: ["ticks", "others"])
      }
    }
  }

  func testAnEffectThatTicks() async {
    let store = TestStore(initialState: Watch.State()) { Watch() }
    await store.send(.started)
    for second in 1...3 {
      await store.clock.advance(by: .seconds(1))
      await store.receive(.ticked) { $0.seconds = second }
    }
    await store.send(.stopped)
  }
}
