import Synchronization
import Troupe
import XCTest

@testable import TroupeTesting

/// Tests as they are written for a single executor, without a word about a scheduler in the tested code.
final class FrictionTests: ExploringTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  @MainActor fileprivate final class TimerModel {
    private(set) var ticks = 0
    private var timer: Task<Void, any Error>?
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) { self.clock = clock }

    func toggle() {
      if let timer {
        timer.cancel()
        self.timer = nil
      } else {
        timer = Task {
          while true {
            try await clock.sleep(for: .seconds(1))
            ticks += 1
          }
        }
      }
    }
  }

  // S838
  @MainActor
  func testTheTicksOfAMainActorModelAreThereWhenAdvanceReturns() async {
    await explore(schedules: 50) { _ in
      // The clock belongs to the scheduler that runs the code that uses it.
      let clock = TestClock()
      let model = TimerModel(clock: clock)
      model.toggle()
      await clock.advance(by: .seconds(3))
      let ticks = model.ticks
      XCTAssertEqual(ticks, 3)
      model.toggle()
      await clock.advance(by: .seconds(3))
      let later = model.ticks
      XCTAssertEqual(later, 3)
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S838
  func testASleepInTheBodyDrivesTheTest() async {
    await explore(schedules: 50, time: .automatic) { scheduler in
      // not a wait: a scheduler runs this, and its time is virtual.
      let model = await TimerModel(clock: ContinuousClock())
      await model.toggle()
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .milliseconds(3_500))
      let ticks = await model.ticks
      XCTAssertEqual(ticks, 3)
      await model.toggle()
      XCTAssertGreaterThan(scheduler.steps, 3)
    }
  }

  // S838
  func testASleepInAnEffectEndsWhenTheBodySleepsAsLong() async {
    await explore(schedules: 50, time: .automatic) { scheduler in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { (state: inout Int, action: Int) in
          state += action
          guard action == 1 else { return .none }
          return .run { send in
            // not a wait: a scheduler runs this, and its time is virtual.
            try await Task.sleep(for: .seconds(5))
            await send(10)
          }
        }
      }
      await store.send(1)
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(4))
      let early = await store.state
      XCTAssertEqual(early, 1)
      // not a wait: a scheduler runs this, and its time is virtual.
      try await Task.sleep(for: .seconds(2))
      let late = await store.state
      XCTAssertEqual(late, 11)
    }
  }

  // S838
  func testTasksOfOneScopeRunInTheOrderOfTheirCreation() async throws {
    // What `withMainSerialExecutor` is for. The first schedule is first in, first out.
    for _ in 0..<50 {
      let numbers = try await Scheduler().run {
        final class Log: Sendable { let numbers = Locked<[Int]>([]) }
        let log = Log()
        let tasks = (0..<20).map { number in
          Task {
            log.numbers.withLock { $0.append(number) }
            // not a wait: it lets the other tasks run.
            await Task.yield()
            log.numbers.withLock { $0.append(number + 20) }
          }
        }
        for task in tasks { await task.value }
        return log.numbers.withLock { $0 }
      }
      XCTAssertEqual(numbers, Array(0..<40))
    }
  }
}
