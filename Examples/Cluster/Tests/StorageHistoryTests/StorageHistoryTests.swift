import StorageHistory
import TroupeDurable
import XCTest

final class StorageHistoryTests: XCTestCase {
  private let (a, b, c) = (StorageRevision(), StorageRevision(), StorageRevision())

  private func kinds(_ history: StorageHistory) -> [StorageHistory.Violation.Kind] {
    history.violations().map(\.kind)
  }

  func testSavesThatFollowEachOtherAreFine() {
    var history = StorageHistory()
    history.read(nil, from: 1, to: 2)
    history.save(a, expecting: nil, from: 3, to: 4, .acknowledged)
    history.save(b, expecting: a, from: 5, to: 8, .acknowledged)
    // It overlaps the save: both answers are possible.
    history.read(a, from: 6, to: 9)
    history.read(b, from: 6, to: 7)
    history.save(c, expecting: a, from: 10, to: 11, .superseded)
    history.read(b, from: 12, to: 13)
    XCTAssertEqual(kinds(history), [])
  }

  func testTwoSavesThatReplaceTheSameAreAFork() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .acknowledged)
    history.save(b, expecting: a, from: 3, to: 5, .acknowledged)
    history.save(c, expecting: a, from: 4, to: 6, .acknowledged)
    XCTAssertEqual(kinds(history), [.fork])
  }

  func testAnUnknownOutcomeMayHaveHappenedOrNot() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .unknown)
    XCTAssertEqual(kinds(history), [])
    history.read(nil, from: 3, to: 4)
    XCTAssertEqual(kinds(history), [])
    // It came late.
    history.save(b, expecting: a, from: 5, to: 6, .acknowledged)
    XCTAssertEqual(kinds(history), [])
    // Now it can't have been the other one as well.
    history.save(c, expecting: nil, from: 7, to: 8, .acknowledged)
    XCTAssertTrue(kinds(history).contains(.fork))
  }

  func testARefusedSaveMustNotBeThere() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .superseded)
    history.read(a, from: 3, to: 4)
    XCTAssertEqual(kinds(history), [.unsaved])
    var other = StorageHistory()
    other.save(b, expecting: a, from: 1, to: 2, .acknowledged)
    XCTAssertEqual(kinds(other), [.unsaved])
  }

  func testAReadOfWhatWasReplacedIsStale() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .acknowledged)
    history.save(b, expecting: a, from: 3, to: 4, .acknowledged)
    history.read(a, from: 5, to: 6)
    XCTAssertEqual(kinds(history), [.staleRead])
    var lost = StorageHistory()
    lost.save(a, expecting: nil, from: 1, to: 2, .acknowledged)
    lost.read(nil, from: 3, to: 4)
    XCTAssertEqual(kinds(lost), [.staleRead])
  }

  func testAReadBeforeTheSaveIsEarly() {
    var history = StorageHistory()
    history.read(a, from: 1, to: 2)
    history.save(a, expecting: nil, from: 3, to: 4, .unknown)
    XCTAssertEqual(kinds(history), [.earlyRead])
  }

  func testASaveThatReplacesWhatCameLaterIsOutOfOrder() {
    var history = StorageHistory()
    history.save(b, expecting: a, from: 1, to: 2, .acknowledged)
    history.save(a, expecting: nil, from: 3, to: 4, .acknowledged)
    XCTAssertEqual(kinds(history), [.order])
  }

  /// Eight tasks save and load three keys, on a storage that loses replies.
  func testAStorageThatKeepsItsRulesHasNoViolations() async {
    let memory = MemoryStorage { call in
      if call.operation == .save && call.number % 5 == 0 { return .loseReply }
      return call.operation == .save && call.number % 7 == 0 ? .late(by: 2) : .perform
    }
    let record = StorageRecord()
    let storage = RecordingStorage(memory, in: record)
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<50 {
            let key = StorageKey("\((task + round) % 3)")
            do {
              let value = try await storage.load(key)
              let revision = StorageRevision()
              try await storage.save([], for: key, expecting: value?.revision, as: revision, wake: nil)
            } catch {
              // It is in the history.
            }
          }
        }
      }
    }
    XCTAssertEqual(record.histories.count, 3)
    XCTAssertEqual(record.violations(), [:])
  }

  func testAStorageWithoutAFenceIsFound() async throws {
    let record = StorageRecord()
    let storage = RecordingStorage(Unfenced(base: MemoryStorage()), in: record)
    try await storage.save([], for: "key", expecting: nil, as: a, wake: nil)
    try await storage.save([], for: "key", expecting: a, as: b, wake: nil)
    XCTAssertEqual(record.violations(), [:])
    try await storage.save([], for: "key", expecting: a, as: c, wake: nil)
    XCTAssertEqual(record.violations()["key"]?.map(\.kind), [.fork])
  }

  /// Saves whatever is there.
  private struct Unfenced: Storage {
    let base: MemoryStorage

    func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await base.load(key) }

    func save(
      _ bytes: [UInt8],
      for key: StorageKey,
      expecting expected: StorageRevision?,
      as revision: StorageRevision,
      wake: WallClockInstant?
    ) async throws(StorageError) {
      let present = try await base.load(key)?.revision
      try await base.save(bytes, for: key, expecting: present, as: revision, wake: wake)
    }

    func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
      try await base.remove(key, expecting: expected)
    }

    func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [DueKey] {
      try await base.due(before: instant, limit: limit)
    }
  }
}
