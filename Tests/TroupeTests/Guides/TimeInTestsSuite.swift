import Testing
import TroupeTesting

// A sample of `TimeInTests.md` and of `ScheduledTrait`.

@MainActor private final class TimerModel {
  private(set) var ticks = 0

  func start() {
    Task {
      for _ in 0..<100 {
        // not a wait: a scheduler runs this, and its time is virtual.
        try await Task.sleep(for: .seconds(1))
        ticks += 1
      }
    }
  }
}

@Suite(.enabled(if: Scheduler.capturesAllTasks)) struct TimerModelSuite {
  @Test(.scheduled(time: .automatic))
  func theTimerTicks() async throws {
    let model = TimerModel()
    await model.start()
    // not a wait: the time advances to the end of the sleep immediately.
    try await Task.sleep(for: .milliseconds(3_500))
    let ticks = await model.ticks
    #expect(ticks == 3)
  }
}
