import Troupe
import TroupeTesting
import XCTest

/// What a sender learns about an action that the store doesn't accept.
final class TrySendTests: TroupeTestCase {
  // S535
  func testAHandleSaysWhetherTheActionWasReduced() async throws {
    try await underSeeds(1) { scheduler, clock in
      let store = numberStore(scheduler) { action in action == 1 ? .run { _ in } : .none }
      for action in 0...1 {
        let task = await store.send(action)
        XCTAssertTrue(task.wasReduced)
        await task.finish()
        XCTAssertTrue(task.wasReduced)
      }
      await store.shutdown(within: .zero, clock: clock)
      try await expectingIssues {
        let task = await store.send(2)
        XCTAssertFalse(task.wasReduced)
        XCTAssertTrue(task.isCancelled)
        task.cancel()
        await task.finish()
      } _: {
        $0.contains("after the store was shut down")
      }
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
    }
  }

  func testAHandleIsOneReference() {
    XCTAssertEqual(MemoryLayout<StoreTask>.size, MemoryLayout<UInt>.size)
  }

  // S535
  func testTrySendReducesWhatCameBeforeAndThrowsWhenTheStoreIsShutDown() async throws {
    try await underSeeds(1) { scheduler, clock in
      let store = numberStore(scheduler)
      try store.enqueue(0)
      let task = try await store.trySend(1)
      XCTAssertTrue(task.wasReduced)
      await store.shutdown(within: .zero, clock: clock)
      do throws(StoreError) {
        try await store.trySend(2)
        XCTFail("A store that was shut down took an action.")
      } catch {
        XCTAssertEqual(error, .shutDown)
        XCTAssertEqual(error.code, .shutDown)
        XCTAssertTrue(error.description.contains("shut down"))
      }
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
    }
  }

  struct Optional {
    var child: Int? = 1
  }

  // S535
  func testTrySendThrowsWhenTheStateOfAScopedStoreHasGone() async throws {
    try await underSeeds(1) { scheduler, clock in
      let store = Store(
        initialState: Optional(),
        configuration: scheduler.configuration(for: Int.self)
      ) {
        Reduce { state, action in
          state.child = action == 0 ? nil : action
          return .none
        }
      }
      let child = try await { try XCTUnwrap($0) }(store.scope(state: \.child, action: { $0 }))
      try await child.trySend(2)
      let before = await child.state
      XCTAssertEqual(before, 2)
      // An action that was enqueued before removes the state.
      try store.enqueue(0)
      do throws(StoreError) {
        try await child.trySend(3)
        XCTFail("A scoped store without a state took an action.")
      } catch {
        XCTAssertEqual(error, .stateGone)
        XCTAssertTrue(error.description.contains("is gone"))
      }
      try await expectingIssues {
        let task = await child.send(4)
        XCTAssertFalse(task.wasReduced)
      } _: {
        $0.contains("whose state is gone")
      }
      let gone = await store.withState { $0.child }
      XCTAssertNil(gone)
      await store.shutdown(within: nil, clock: clock)
    }
  }
}
