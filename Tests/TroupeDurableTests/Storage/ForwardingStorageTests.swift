import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// Storages that are structs with a single reference, like storages that forward to another one.
final class ForwardingStorageTests: TroupeTestCase {
  struct Forwarding: Storage {
    let base: MemoryStorage

    func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await base.load(key) }

    func save(
      _ bytes: [UInt8],
      for key: StorageKey,
      expecting expected: StorageRevision?,
      as revision: StorageRevision,
      wake: WallClockInstant?
    ) async throws(StorageError) {
      try await base.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
    }

    func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
      try await base.remove(key, expecting: expected)
    }

    func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
      try await base.due(before: instant, limit: limit)
    }
  }

  // With a revision that was aligned to 16 bytes, the process crashed.
  func testAStoreCommitsToAStorageThatForwards() async throws {
    try await underSeeds { scheduler, _ in
      let base = MemoryStorage()
      let store = try await Journal.open(Forwarding(base: base), on: scheduler)
      try await store.commit(.add(1))
      try await store.commit(.add(2))
      await store.shutdown(within: .zero)
      let saved = try await Journal.saved(base)
      XCTAssertEqual(saved?.entries, [1, 2])
      let due = try await base.due(before: .start, limit: 1)
      XCTAssertEqual(due.map(\.wake), [WallClockInstant(sinceEpoch: .seconds(2))])
    }
  }

  func testAStorageThatForwardsKeepsTheRules() async {
    await checkStorage { Forwarding(base: MemoryStorage()) }
  }

  func testRevisionsAreNotAlignedMoreThanNumbers() {
    XCTAssertEqual(MemoryLayout<StorageRevision>.alignment, MemoryLayout<UInt64>.alignment)
    XCTAssertEqual(MemoryLayout<StorageRevision>.size, 16)
  }
}
