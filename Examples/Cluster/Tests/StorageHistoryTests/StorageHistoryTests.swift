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
    // It took effect late.
    history.save(b, expecting: a, from: 5, to: 6, .acknowledged)
    XCTAssertEqual(kinds(history), [])
    // Now the other save can't have taken effect as well.
    history.save(c, expecting: nil, from: 7, to: 8, .acknowledged)
    XCTAssertTrue(kinds(history).contains(.fork))
  }

  func testARefusedSaveMustNotBeThere() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .superseded)
    history.read(a, from: 3, to: 4)
    // There was no reason to reject it, either.
    XCTAssertEqual(kinds(history), [.unsaved, .refusal])
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

  func testReadsFollowEachOther() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .acknowledged)
    history.save(b, expecting: a, from: 3, to: 10, .acknowledged)
    history.read(b, from: 4, to: 5)
    history.read(a, from: 6, to: 7)
    XCTAssertEqual(kinds(history), [.staleRead])
    var unknown = StorageHistory()
    unknown.save(a, expecting: nil, from: 1, to: 2, .acknowledged)
    unknown.save(b, expecting: a, from: 3, to: 4, .unknown)
    for (index, revision) in [b, a, b, a].enumerated() {
      unknown.read(revision, from: 5 + 2 * index, to: 6 + 2 * index)
    }
    XCTAssertEqual(kinds(unknown), [.staleRead])
  }

  func testARefusalNeedsAnotherRevision() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .acknowledged)
    history.save(b, expecting: a, from: 3, to: 4, .superseded)
    XCTAssertEqual(kinds(history), [.refusal])
    // A save with an unknown outcome may be the reason.
    history.save(c, expecting: a, from: 1, to: 2, .unknown)
    XCTAssertEqual(kinds(history), [])
    // But not if the expected revision is still there.
    history.read(a, from: 5, to: 6)
    XCTAssertEqual(kinds(history), [.refusal])
    var early = StorageHistory()
    early.save(b, expecting: a, from: 1, to: 3, .superseded)
    early.save(a, expecting: nil, from: 2, to: 4, .acknowledged)
    XCTAssertEqual(kinds(early), [])
  }

  func testSavesInACircleHaveNoBeginning() {
    var history = StorageHistory()
    history.save(a, expecting: b, from: 1, to: 4, .acknowledged)
    history.save(b, expecting: a, from: 2, to: 3, .acknowledged)
    history.read(nil, from: 5, to: 6)
    XCTAssertEqual(kinds(history), [.circle])
  }

  func testARevisionIsSavedOnce() {
    var history = StorageHistory()
    history.save(a, expecting: nil, from: 1, to: 2, .acknowledged)
    history.save(a, expecting: nil, from: 3, to: 4, .acknowledged)
    XCTAssertEqual(kinds(history), [.repeated])
  }

  /// Short random histories, compared with a search through all orders.
  func testItFindsWhatASearchFinds() {
    var counts = (possible: 0, impossible: 0)
    for seed in 0..<20_000 {
      let calls = RandomCalls.make(seed: UInt64(seed))
      var history = StorageHistory()
      for call in calls { call.add(to: &history) }
      let isPossible = RandomCalls.isPossible(calls)
      let violations = history.violations()
      if isPossible { counts.possible += 1 } else { counts.impossible += 1 }
      let isExact = !calls.contains { $0.kind == .save(.superseded) }
      if isPossible || isExact {
        XCTAssertEqual(violations.isEmpty, isPossible, "Seed \(seed): \(calls) \(violations)")
      }
    }
    XCTAssertGreaterThan(counts.possible, 2_000)
    XCTAssertGreaterThan(counts.impossible, 2_000)
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

  /// Saves regardless of the current revision.
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

    func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
      try await base.due(before: instant, limit: limit)
    }
  }
}
