import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// What the state declares, in stores that are saved.
final class StoreDeclarationTests: StorageTestCase {
  // S590
  func testWhatTheStateDeclaresRunsAfterARestart() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let first = try await Journal.open(storage, on: scheduler)
      try await first.commit(.watch(7))
      await first.shutdown(within: .zero)
      let watched = Collector<Int>()
      let second = try await Journal.open(
        storage,
        on: scheduler,
        outside: Journal.Outside(watching: { watched.append($0) })
      )
      await scheduler.settle()
      XCTAssertEqual(watched.all, [7])
      // The claim is all that had to be saved for that.
      XCTAssertEqual(storage.saveCount, 3)
      await second.shutdown(within: .zero)
    }
  }

  // S590
  func testADeclaredEffectStartsWhenItsValueIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let watched = Collector<Int>()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        outside: Journal.Outside(watching: { watched.append($0) })
      )
      gate.close()
      await store.send(.watch(1))
      await scheduler.settle()
      await store.send(.watch(2))
      await scheduler.settle()
      XCTAssertEqual(watched.all, [])
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(watched.all, [2])
      await store.shutdown(within: .zero)
    }
  }

  func testDeclaredEffectsNeedNotKeepAStoreFromBeingPutAway() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let store = try await Journal.open(storage, on: scheduler)
      try await store.commit(.watch(1))
      await scheduler.settle()
      let strictly = await store.putAway()
      XCTAssertFalse(strictly)
      let withoutTime = await store.putAway(now: .zero)
      XCTAssertFalse(withoutTime)
      try await store.commit(.add(5))
      await scheduler.settle()
      let whenDue = await store.putAway(now: .seconds(5))
      XCTAssertFalse(whenDue)
      let before = await store.putAway(now: .seconds(4))
      XCTAssertTrue(before)
      await scheduler.settle()
      let running = await store.runningEffects.count
      XCTAssertEqual(running, 0)
    }
  }
}
