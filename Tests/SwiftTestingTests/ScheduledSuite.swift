import Testing
import Troupe
import TroupeTesting

@Suite(.scheduled(time: .automatic), .enabled(if: Scheduler.capturesAllTasks)) struct ScheduledSuite {
  // S841
  @Test func aSleepTakesNoTime() async throws {
    // not a wait: a scheduler runs this, and its time is virtual.
    let start = ContinuousClock.now
    // not a wait: a scheduler runs this, and its time is virtual.
    try await Task.sleep(for: .seconds(3_600))
    #expect(start.duration(to: .now) == .seconds(3_600))
  }

  // S841
  @MainActor @Test func aTestOnTheMainActorRunsOnTheScheduler() async throws {
    var ticks = 0
    let timer = Task {
      while true {
        // not a wait: a scheduler runs this, and its time is virtual.
        try await Task.sleep(for: .seconds(1))
        ticks += 1
      }
    }
    // not a wait: a scheduler runs this, and its time is virtual.
    try await Task.sleep(for: .milliseconds(3_500))
    #expect(ticks == 3)
    timer.cancel()
  }

  // S841
  @Test(arguments: 0..<3) func eachCaseHasItsOwnScheduler(number: Int) async throws {
    // not a wait: a scheduler runs this, and its time is virtual.
    try await Task.sleep(for: .seconds(number))
    let scheduler = try #require(Scheduler.current)
    #expect(scheduler.steps < 10)
  }

  // S841
  @Test func aTestStoreInASuiteIsDrivenByItsClock() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isOver in
        if isOver {
          state += 1
          return .none
        }
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(true)
        }
      }
    }
    await store.send(false)
    await clock.advance(by: .seconds(1))
    await store.receive(true) { $0 = 1 }
  }

  // S841
  @Test(.scheduled(seed: 7)) func theTraitOfATestIsTheInner() async throws {
    #expect(Scheduler.current?.seed == 7)
    #expect(Scheduler.current?.time == .manual)
  }
}

@Suite struct WithoutScheduleSuite {
  // S841
  @Test func aTestWithoutTheTraitHasNoScheduler() async throws {
    #expect(Scheduler.current == nil)
    #expect(try await Scheduler(seed: 3).run { Scheduler.current?.seed } == 3)
  }

  // S839
  @Test func workersRunATestOfSwiftTesting() async {
    var runs = 0
    await explore(schedules: 10, workers: 2) { _ in runs += 1 }
    #expect([0, 5].contains(runs))
  }
}
