import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

final class MemoryStorageTests: StorageTestCase {
  private func save(
    _ bytes: [UInt8],
    _ storage: MemoryStorage,
    after expected: StorageRevision? = nil,
    as revision: StorageRevision = StorageRevision()
  ) async throws -> StorageRevision {
    try await storage.save(bytes, for: "key", expecting: expected, as: revision, wake: nil)
    return revision
  }

  func testAFailedSaveDoesNothing() async throws {
    let storage = MemoryStorage { $0.operation == .save && $0.number == 2 ? .fail : .perform }
    let first = try await save([1], storage)
    await expect(.unavailable, try await save([2], storage, after: first))
    let value = try await storage.load("key")
    XCTAssertEqual(value, StoredValue(bytes: [1], revision: first))
    _ = try await save([3], storage, after: first)
    XCTAssertEqual(storage.saveCount, 2)
    XCTAssertEqual(storage.keys, ["key"])
  }

  func testASaveWithoutAReplyIsDone() async throws {
    let storage = MemoryStorage { $0.operation == .save ? .loseReply : .perform }
    let revision = StorageRevision()
    await expect(.unavailable, try await save([1], storage, as: revision))
    let value = try await storage.load("key")
    XCTAssertEqual(value, StoredValue(bytes: [1], revision: revision))
    // What is superseded isn't done, and says so.
    await expect(.superseded, try await save([2], storage))
  }

  func testALateSaveArrivesAfterTheLoadsThatLookedForIt() async throws {
    let storage = MemoryStorage { $0.operation == .save && $0.number == 1 ? .late(by: 2) : .perform }
    let late = StorageRevision()
    await expect(.unavailable, try await save([1], storage, as: late))
    for _ in 0..<2 {
      let before = try await storage.load("key")
      XCTAssertNil(before)
    }
    await expect(.superseded, try await save([2], storage))
    let value = try await storage.load("key")
    XCTAssertEqual(value?.revision, late)
  }

  func testALateSaveThatIsSupersededIsDropped() async throws {
    let storage = MemoryStorage { $0.operation == .save && $0.number == 1 ? .late(by: 1) : .perform }
    await expect(.unavailable, try await save([1], storage))
    let revision = try await save([2], storage)
    let value = try await storage.load("key")
    XCTAssertEqual(value, StoredValue(bytes: [2], revision: revision))
  }

  func testACallWaitsForAClock() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage { _ in
        .wait({ try? await clock.sleep(for: .seconds(1)) }, then: .perform)
      }
      let done = Locked(false)
      let call = Task(executorPreference: scheduler) {
        _ = try await storage.load("key")
        done.withLock { $0 = true }
      }
      await clock.advance(by: .milliseconds(999))
      XCTAssertFalse(done.withLock { $0 })
      await clock.advance(by: .milliseconds(1))
      XCTAssertTrue(done.withLock { $0 })
      try await call.value
    }
  }

  func testItIsUnavailableForAWhile() async throws {
    let storage = MemoryStorage()
    let revision = try await save([1], storage)
    storage.isUnavailable = true
    await expect(.unavailable, try await storage.load("key"))
    await expect(.unavailable, try await save([2], storage, after: revision))
    await expect(.unavailable, try await storage.due(before: .start, limit: 1))
    await expect(.unavailable, try await storage.remove("key", expecting: revision))
    storage.isUnavailable = false
    let value = try await storage.load("key")
    XCTAssertEqual(value?.bytes, [1])
  }
}
