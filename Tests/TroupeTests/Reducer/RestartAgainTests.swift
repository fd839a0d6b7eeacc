import Troupe
import TroupeTesting
import XCTest

/// Failures after a restart, and during a back-off.
final class RestartAgainTests: TroupeTestCase {
  private struct Failure: Error {}

  /// Declared effects: one that fails after ten seconds, and one beside it.
  private struct Line: Reducer {
    struct State: Sendable { var channel = 1 }

    let begun: Collector<String>
    let clock: TestClock
    /// What the effect beside it does when it has begun for the nth time.
    let beside: @Sendable (_ beginning: Int) async throws -> Void

    var body: some Reducer<State, Int> {
      Reduce { state, channel in
        state.channel = channel
        return .none
      }
      .task(id: { $0.channel }) { [begun, clock] channel in
        .run { _ in
          begun.append("listen \(channel)")
          try await clock.sleep(for: .seconds(10))
          throw Failure()
        }
      }
      .task(id: { _ in true }) { [begun, beside] _ in
        .run { _ in
          begun.append("beside")
          try await beside(begun.all.count { $0 == "beside" })
        }
      }
    }

    func store(
      _ scheduler: Scheduler,
      backoff: Duration,
      on backoffClock: (any Clock<Duration>)? = nil
    ) -> Store<State, Int> {
      var configuration = scheduler.configuration(for: Int.self)
      configuration.failurePolicy = .restart(
        .constant(backoff, attempts: 100),
        atMost: 9,
        within: .seconds(1000)
      )
      return Store(
        initialState: State(),
        configuration: configuration,
        reducer: { self },
        withDependencies: { $0.continuousClock = backoffClock ?? clock }
      )
    }
  }

  // S741
  func testAnEffectThatHasEndedByItselfAfterARestartStaysEnded() async throws {
    try await underSeeds { scheduler, clock in
      let begun = Collector<String>()
      let line = Line(begun: begun, clock: clock) { beginning in
        // The first failure cancels it. When it has begun again, it ends.
        if beginning == 1 { try await Task.never() }
      }
      let store = line.store(scheduler, backoff: .seconds(1))
      await clock.advance(by: .seconds(11))
      await scheduler.settle()
      XCTAssertEqual(begun.all.sorted(), ["beside", "beside", "listen 1", "listen 1"])
      await clock.advance(by: .seconds(11))
      await scheduler.settle()
      XCTAssertEqual(begun.all.dropFirst(4), ["listen 1"])
      await store.shutdown(within: .zero)
    }
  }

  // S810
  func testAFailureDuringABackoffPutsTheRestartOff() async throws {
    try await underSeeds { scheduler, clock in
      let begun = Collector<String>()
      let line = Line(begun: begun, clock: clock) { _ in try await Task.never() }
      let store = line.store(scheduler, backoff: .seconds(20))
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      // The first back-off would end at second 30. In the meantime the state declares another effect, which
      // fails.
      await store.send(2)
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      XCTAssertEqual(begun.all.dropFirst(2), ["listen 2"])
      await clock.advance(by: .seconds(19))
      await scheduler.settle()
      XCTAssertEqual(begun.count, 3, "The first back-off is outdated.")
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      XCTAssertEqual(begun.all.dropFirst(3).sorted(), ["beside", "listen 2"])
      await store.shutdown(within: .zero)
    }
  }

  // S740: whatever the failed effect's `onShutdown` says.
  func testAShutdownDoesNotWaitForABackoff() async throws {
    try await underSeeds { scheduler, clock in
      var configuration = scheduler.configuration(for: Int.self)
      configuration.failurePolicy = .restart(
        .constant(.seconds(20), attempts: 9),
        atMost: 9,
        within: .seconds(99)
      )
      let store = Store(
        initialState: 1,
        configuration: configuration,
        reducer: {
          Reduce<Int, Int> { _, _ in .none }
            .task(id: { $0 }) { _ in .run { _ in throw Failure() }.onShutdown(.finish) }
        },
        withDependencies: { $0.continuousClock = clock }
      )
      await scheduler.settle()
      let running = await store.runningEffects.map(\.name)
      XCTAssertEqual(running, ["restart"])
      let isOver = Collector<Bool>()
      let shutdown = Task(executorPreference: scheduler) {
        let report = await store.shutdown(within: .seconds(10), clock: clock)
        isOver.append(report.isComplete)
      }
      await scheduler.settle()
      XCTAssertEqual(isOver.all, [true])
      await clock.advance(by: .seconds(10))
      await shutdown.value
    }
  }

  /// A clock on which each sleep lasts until a gate opens, even if it is cancelled.
  private struct GateClock: Clock {
    let gate: Gate
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until _: ContinuousClock.Instant, tolerance _: Duration?) async throws { await gate.wait() }
  }

  // S741
  func testAnActionThatWasEnqueuedBeforeTheEndOfABackoffIsReducedBeforeIt() async throws {
    try await underSeeds(50) { scheduler, clock in
      let (begun, gate) = (Collector<String>(), Gate())
      let line = Line(begun: begun, clock: clock) { _ in try await Task.never() }
      let store = line.store(scheduler, backoff: .seconds(1), on: GateClock(gate: gate))
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      XCTAssertEqual(gate.count, 1)
      try store.enqueue(2)
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(begun.all.dropFirst(2).sorted(), ["beside", "listen 2"])
      await store.shutdown(within: .zero)
    }
  }

  // S744
  func testABackoffThatWasCancelledBeginsNothingAlsoOnAClockThatIgnoresIt() async throws {
    try await underSeeds { scheduler, clock in
      let (begun, gate) = (Collector<String>(), Gate())
      let line = Line(begun: begun, clock: clock) { _ in try await Task.never() }
      let store = line.store(scheduler, backoff: .seconds(1), on: GateClock(gate: gate))
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      await store.cancelEffects()
      gate.open()
      await scheduler.settle()
      let running = await store.runningEffects
      XCTAssertEqual(running.count, 0, "\(running)")
      XCTAssertEqual(begun.count, 2)
      await store.shutdown(within: .zero)
    }
  }

  // S744
  func testABackoffThatIsCancelledAtItsEndBeginsNothing() async throws {
    try await underSeeds(50) { scheduler, clock in
      let begun = Collector<String>()
      let line = Line(begun: begun, clock: clock) { _ in try await Task.never() }
      let store = line.store(scheduler, backoff: .seconds(1))
      await clock.advance(by: .seconds(10))
      await scheduler.settle()
      async let advanced: Void = clock.advance(by: .seconds(1))
      await store.cancelEffects()
      await advanced
      await scheduler.settle()
      let running = await store.runningEffects
      XCTAssertEqual(running.count, 0, "\(running)")
      await store.shutdown(within: .zero)
    }
  }
}
