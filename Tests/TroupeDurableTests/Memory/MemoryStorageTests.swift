import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

final class MemoryStorageTests: TroupeTestCase {
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
    // A superseded call does nothing, and says so.
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

  func testACallIsDescribedToTheTest() async throws {
    let calls = Collector<MemoryStorage.Call>()
    let storage = MemoryStorage { call in
      calls.append(call)
      return .perform
    }
    for _ in 0..<2 { _ = try await storage.load("key") }
    let revision = try await save([1], storage)
    try await storage.remove("key", expecting: revision)
    try await storage.remove("key", expecting: revision)
    _ = try await storage.due(before: .start, limit: 1)
    XCTAssertEqual(calls.all.map(\.number), [1, 2, 1, 1, 2, 1])
    XCTAssertEqual(calls.all.map(\.operation), [.load, .load, .save, .remove, .remove, .due])
    XCTAssertEqual(calls.all.map(\.operation.isChange), [false, false, true, true, true, false])
    XCTAssertEqual(calls.all.map(\.key), ["key", "key", "key", "key", "key", nil])
    XCTAssertTrue("\(MemoryStorage.InjectedFault())".contains("the test injected"))
  }

  func testAWaitMayFollowAnotherOne() async throws {
    let waits = Collector<Int>()
    let storage = MemoryStorage { _ in
      .wait({ waits.append(1) }, then: .wait({ waits.append(2) }, then: .fail))
    }
    await expect(.unavailable, try await storage.load("key"))
    XCTAssertEqual(waits.all, [1, 2])
  }

  func testOnlyAChangeIsLate() async throws {
    let storage = MemoryStorage { call in
      call.operation == .save || call.number > 1 ? .perform : .late(by: 1)
    }
    let revision = try await save([1], storage)
    await expect(.unavailable, try await storage.load("key"))
    await expect(.unavailable, try await storage.due(before: .start, limit: 1))
    await expect(.unavailable, try await storage.remove("key", expecting: revision))
    let before = try await storage.load("key")
    XCTAssertEqual(before?.revision, revision)
    let after = try await storage.load("key")
    XCTAssertNil(after)
  }

  func testLateRequestsArriveInTheirTimeAndOrder() {
    var table = MemoryTable()
    let arrived = Collector<String>()
    for (name, calls) in [("a", 2), ("b", 1), ("c", 1), ("d", 3)] {
      table.expect(for: "key", after: calls) { _ in arrived.append(name) }
    }
    for expected in [[], ["b", "c"], ["b", "c", "a"], ["b", "c", "a", "d"], ["b", "c", "a", "d"]] {
      table.arrive("other")
      table.arrive("key")
      XCTAssertEqual(arrived.all, expected)
    }
  }

  func testDueKeysAreInTheOrderOfTheirInstantsAndTexts() throws {
    var table = MemoryTable()
    let instants = ["b": 1, "a": 1, "d": 0, "c": 2]
    for (key, second) in instants {
      let value = StoredValue(bytes: [], revision: StorageRevision())
      let wake = WallClockInstant.start.advanced(by: .seconds(second))
      try table.save(value, for: StorageKey(key), expecting: nil, wake: wake)
    }
    XCTAssertEqual(table.saveCount, 4)
    XCTAssertEqual(table.keys, ["a", "b", "c", "d"])
    let end = WallClockInstant.start.advanced(by: .seconds(2))
    XCTAssertEqual(table.due(before: end, limit: 10).map(\.key), ["d", "a", "b"])
    XCTAssertEqual(table.due(before: end, limit: 2).map(\.key), ["d", "a"])
  }

  func testACancelledCallIsNotBegun() async {
    let storage = MemoryStorage { _ in
      XCTFail("It began.")
      return .perform
    }
    let call = Task { () async -> StorageError? in
      withUnsafeCurrentTask { $0?.cancel() }
      return await expect(.unavailable, try await storage.load("key"))
    }
    let error = await call.value
    XCTAssertTrue(error?.underlying is CancellationError)
  }

  func testItIsUnavailableForAWhile() async throws {
    let storage = MemoryStorage()
    let revision = try await save([1], storage)
    XCTAssertFalse(storage.isUnavailable)
    storage.isUnavailable = true
    XCTAssertTrue(storage.isUnavailable)
    await expect(.unavailable, try await storage.load("key"))
    await expect(.unavailable, try await save([2], storage, after: revision))
    await expect(.unavailable, try await storage.due(before: .start, limit: 1))
    await expect(.unavailable, try await storage.remove("key", expecting: revision))
    storage.isUnavailable = false
    let value = try await storage.load("key")
    XCTAssertEqual(value?.bytes, [1])
  }
}
