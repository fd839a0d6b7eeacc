// virtual time: a scheduler runs the sleeps of this file.

import Troupe
import TroupeTesting
import XCTest

/// The time that passes for a test's clocks during a statement with a `timeout`.
final class TimeoutTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The sleeps would take real time.")
  }

  private enum Action: Equatable { case start, first, second }

  private func makeStore() -> TestStore<Int, Action> {
    TestStore(initialState: 0) {
      Reduce { state, action in
        state += 1
        guard action == .start else { return .none }
        return .run { send in
          try await Task.sleep(for: .seconds(1))
          await send(.first)
          try await Task.sleep(for: .seconds(2))
          await send(.second)
        }
      }
    }
  }

  // S934
  func testTimePassesWhileTheActionIsMissing() async {
    let store = makeStore()
    await store.send(.start) { $0 = 1 }
    await store.receive(.first, timeout: .seconds(1)) { $0 = 2 }
    XCTAssertEqual(store.clock.now.offset, .seconds(1))
    await store.receive(.second, timeout: .seconds(5)) { $0 = 3 }
    XCTAssertEqual(store.clock.now.offset, .seconds(3))
  }

  // S934
  func testNoMoreTimePassesThanTheTimeout() async {
    let store = makeStore()
    await store.send(.start) { $0 = 1 }
    await withExpectedIssue {
      $0.message.contains("it is sleeping until 1.0 seconds")
    } operation: {
      await store.receive(.first, timeout: .milliseconds(999)) { $0 = 2 }
    }
    XCTAssertEqual(store.clock.now.offset, .zero)
    await store.receive(.first, timeout: .seconds(1)) { $0 = 2 }
    await store.skipInFlightEffects()
  }

  // S934
  func testWithoutATimeoutTimeStandsStill() async {
    let store = makeStore()
    await store.send(.start) { $0 = 1 }
    await withExpectedIssue { await store.receive(.first) { $0 = 2 } }
    await withExpectedIssue { await store.finish() }
    XCTAssertEqual(store.clock.now.offset, .zero)
    await store.skipInFlightEffects()
  }

  // S934
  func testTimePassesUntilTheEffectsHaveEnded() async {
    let store = makeStore()
    store.exhaustivity.actions = false
    await store.send(.start) { $0 = 1 }
    await store.finish(timeout: .seconds(3))
    XCTAssertEqual(store.clock.now.offset, .seconds(3))

    let other = makeStore()
    other.exhaustivity.actions = false
    let task = await other.send(.start) { $0 = 1 }
    // The sum of the sleeps counts.
    await withExpectedIssue { await task.finish(timeout: .milliseconds(2_999)) }
    XCTAssertEqual(other.clock.now.offset, .seconds(1))
    await task.finish(timeout: .seconds(2))
    XCTAssertEqual(other.clock.now.offset, .seconds(3))
  }

  // S934
  func testWorkOutsideTheSchedulerComesFirst() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        guard action == .start else { return .none }
        return .merge(
          .run { send in
            try await Task.sleep(for: .seconds(1))
            await send(.second)
          },
          .run { send in
            _ = await outside { 7 }
            await send(.first)
          }
        )
      }
    }
    await store.send(.start)
    await store.receive(.first, timeout: .seconds(60))
    XCTAssertEqual(store.clock.now.offset, .zero)
    await store.receive(.second, timeout: .seconds(60))
    XCTAssertEqual(store.clock.now.offset, .seconds(1))
  }
}
