import Troupe
import TroupeTesting
import XCTest

/// Effects with `onShutdown`, in stores.
final class ShutdownByKindTests: TroupeTestCase {
  private static func sleeping(_ name: String, _ seconds: Int, on clock: TestClock) -> Effect<Int> {
    .run(name: name) { send in
      try await clock.sleep(for: .seconds(seconds))
      await send(seconds)
    }
  }

  // S720, S725
  func testATimerIsCancelledAtOnceAndAPaymentGoesOn() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return .merge(
          Self.sleeping("timer", 3600, on: clock).onShutdown(.cancel),
          .concatenate(
            Self.sleeping("payment", 2, on: clock),
            Self.sleeping("advert", 100, on: clock).onShutdown(.cancel)
          )
        )
      }
      await store.send(0)
      await scheduler.settle()
      async let shutdown = store.shutdown(within: nil)
      await clock.advance(by: .seconds(2))
      let report = await shutdown
      XCTAssertTrue(report.isComplete)
      XCTAssertEqual(report.cancelledAtOnce.map(\.name), ["timer"])
      XCTAssertEqual(report.cancelledAtOnce.map(\.onShutdown), [.cancel])
      XCTAssertEqual(report.skippedCount, 1)
      XCTAssertTrue(report.cancelled.isEmpty)
      let lines = report.description.split(separator: "\n")
      XCTAssertEqual(lines.count, 4, report.description)
      XCTAssertEqual(lines.first, "Effects with `onShutdown(.cancel)` that were cancelled immediately: 1")
      XCTAssertTrue(lines[1].contains("\"timer\""), report.description)
      XCTAssertEqual(lines[2], "Effects and actions with `onShutdown(.cancel)` that never started: 1")
      XCTAssertEqual(lines[3], "All other effects ended by themselves.")
      let state = await store.state
      XCTAssertEqual(state, [0, 2])
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S725
  func testTheReportTellsTheDeadlineFromTheKind() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate()
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return .merge(
          .run(name: "deaf") { _ in await gate.wait() }.onShutdown(.cancel),
          Self.sleeping("slow", 3600, on: clock)
        )
      }
      await store.send(0)
      await scheduler.settle()
      async let shutdown = store.shutdown(within: .seconds(1), cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(2))
      let report = await shutdown
      XCTAssertEqual(report.cancelledAtOnce.map(\.name), ["deaf"])
      XCTAssertEqual(report.cancelled.map(\.name), ["slow"])
      XCTAssertEqual(report.stillRunning.map(\.name), ["deaf"])
      XCTAssertFalse(report.isComplete)
      XCTAssertFalse(report.description.contains("other effects ended"), report.description)
      gate.open()
      await scheduler.settle()
    }
  }

  // S725: work that ignores its cancellation isn't a clean end, even if nothing else was cut off.
  func testWorkThatIgnoresItsCancellationIsNotClean() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate()
      let store = numberStore(scheduler) { _ in
        .run(name: "deaf") { _ in await gate.wait() }.onShutdown(.cancel)
      }
      await store.send(0)
      await scheduler.settle()
      async let shutdown = store.shutdown(within: .seconds(1), cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(2))
      let report = await shutdown
      XCTAssertTrue(report.cancelled.isEmpty)
      XCTAssertEqual(report.stillRunning.map(\.name), ["deaf"])
      XCTAssertFalse(report.isComplete)
      gate.open()
      await scheduler.settle()
    }
  }

  // S722
  func testWhatFollowsSaysGoodbye() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 0
          ? .concatenate(Self.sleeping("listen", 3600, on: clock).onShutdown(.cancel), .send(1)) : .none
      }
      let task = await store.send(0)
      await scheduler.settle()
      let report = await store.shutdown(within: nil)
      XCTAssertTrue(report.isComplete)
      await task.finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
    }
  }

  // S724: actions of effects that continue are reduced, and the effects that they return follow the same
  // rule.
  func testWhatBeginsDuringTheShutdownFollowsTheSameRule() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: Self.sleeping("first", 1, on: clock)
        case 1:
          .merge(
            Self.sleeping("timer", 3600, on: clock).onShutdown(.cancel),
            Self.sleeping("next", 2, on: clock)
          )
        default: .none
        }
      }
      await store.send(0)
      await scheduler.settle()
      async let shutdown = store.shutdown(within: nil)
      await clock.advance(by: .seconds(3))
      let report = await shutdown
      XCTAssertTrue(report.isComplete)
      XCTAssertTrue(report.cancelledAtOnce.isEmpty)
      XCTAssertEqual(report.skippedCount, 1)
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 2])
    }
  }

  // S726
  func testADeclaredEffectMayGoOnAndIsNotReportedOtherwise() async throws {
    struct Feature: Reducer {
      struct State: Equatable, Sendable {
        var isOn = true
        var seen: [Int] = []
      }
      enum Action: Sendable { case off, seen(Int) }
      let clock: TestClock
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .off: state.isOn = false
          case .seen(let number): state.seen.append(number)
          }
          return .none
        }
        .task(id: { $0.isOn ? 1 : nil }) { _ in
          .merge(
            ShutdownByKindTests.sleeping("ends", 3600, on: clock).map { .seen($0) },
            ShutdownByKindTests.sleeping("continues", 2, on: clock).map { .seen($0) }.onShutdown(.finish)
          )
        }
      }
    }
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Feature.State(), configuration: scheduler.configuration()) {
        Feature(clock: clock)
      }
      await scheduler.settle()
      let running = await store.runningEffects
      XCTAssertEqual(running.map(\.name), ["ends", "continues"])
      XCTAssertEqual(running.map(\.onShutdown), [.cancel, .finish])
      async let shutdown = store.shutdown(within: nil)
      await clock.advance(by: .seconds(2))
      let report = await shutdown
      XCTAssertTrue(report.isComplete)
      XCTAssertTrue(report.cancelledAtOnce.isEmpty)
      let state = await store.state
      XCTAssertEqual(state.seen, [2])
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S727
  func testWithStoreThatFinishesDoesntWaitForATimer() async throws {
    try await underSeeds { scheduler, clock in
      let task = Task(executorPreference: scheduler) {
        await withStore(
          initialState: 0,
          configuration: scheduler.configuration(for: Int.self),
          onReturn: .finish,
          reducer: {
            Reduce { _, action in
              action == 0
                ? .merge(
                  Self.sleeping("timer", 3600, on: clock).onShutdown(.cancel),
                  Self.sleeping("payment", 2, on: clock)
                ) : .none
            }
          }
        ) { store in
          _ = await store.send(0)
        }
      }
      await clock.advance(by: .seconds(2))
      await task.value
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S727
  func testReleasingAStoreAndWithStoreThatCancelsEndWhatFinishesAtAShutdown() async throws {
    try await underSeeds { scheduler, clock in
      var store: Store<[Int], Int>? = numberStore(scheduler) { _ in
        Self.sleeping("payment", 2, on: clock).onShutdown(.finish)
      }
      await store?.send(0)
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 1)
      store = nil
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 0)
      await withStore(
        initialState: 0,
        configuration: scheduler.configuration(for: Int.self),
        reducer: { Reduce { _, _ in Self.sleeping("payment", 2, on: clock).onShutdown(.finish) } }
      ) { store in
        await store.send(0)
        await scheduler.settle()
      }
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }
}
