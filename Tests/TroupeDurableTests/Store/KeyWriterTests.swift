import Troupe
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// What happens to the value of a key while a writer doesn't know the outcome of a save.
final class KeyWriterTests: TroupeTestCase {
  private static func writer(_ storage: any Storage, _ current: StorageRevision?, attempts: Int = 20)
    -> KeyWriter
  {
    KeyWriter(
      storage,
      "key",
      replacing: current,
      retry: .constant(.zero, attempts: attempts),
      clock: ImmediateClock(),
      report: .none
    )
  }

  // S588
  func testAKeyThatWasRemovedAfterASaveOfUnknownOutcomeIsSuperseded() async throws {
    try await underSeeds(1) { _, _ in
      let storage = MemoryStorage { $0.operation == .save && $0.number == 2 ? .fail : .perform }
      let first = StorageRevision()
      try await storage.save([1], for: "key", expecting: nil, as: first, wake: nil)
      // The removal comes between the save and the load that looks for it.
      let racing = RacingStorage(storage) { try? await storage.remove("key", expecting: first) }
      await expect(.superseded, try await Self.writer(racing, first).save([2], wake: nil))
      XCTAssertEqual(storage.saveCount, 1)
      XCTAssertEqual(storage.keys, [])
    }
  }

  // S588
  func testAKeyThatSomebodyElseSavedAfterASaveOfUnknownOutcomeIsSuperseded() async throws {
    try await underSeeds(1) { _, _ in
      let storage = MemoryStorage { $0.operation == .save && $0.number == 1 ? .fail : .perform }
      let other = StorageRevision()
      let racing = RacingStorage(storage) {
        try? await storage.save([9], for: "key", expecting: nil, as: other, wake: nil)
      }
      await expect(.superseded, try await Self.writer(racing, nil).save([2], wake: nil))
      let value = try await storage.load("key")
      XCTAssertEqual(value, StoredValue(bytes: [9], revision: other))
    }
  }

  // S586
  func testASaveWhoseReplyWasLostIsFoundAndNotRepeated() async throws {
    try await underSeeds(1) { _, _ in
      let storage = MemoryStorage { $0.operation == .save && $0.number == 1 ? .loseReply : .perform }
      let writer = Self.writer(storage, nil)
      try await writer.save([1], wake: nil)
      XCTAssertEqual(storage.saveCount, 1)
      // By now it knows the current revision.
      try await writer.save([2], wake: nil)
      let value = try await storage.load("key")
      XCTAssertEqual(value?.bytes, [2])
      XCTAssertEqual(storage.saveCount, 2)
    }
  }

  // S586
  func testALoadThatFailsIsTriedAgainAndAnythingElseIsNot() async throws {
    try await underSeeds(1) { _, _ in
      for code in [StorageError.Code.unavailable, .corrupt] {
        let (storage, loads) = (MemoryStorage { $0.operation == .save ? .fail : .perform }, Collector<Int>())
        let failing = RacingStorage(storage, failure: code) { loads.append(1) }
        let error = await expect(code, try await Self.writer(failing, nil, attempts: 4).save([1], wake: nil))
        XCTAssertNotNil(error)
        // One attempt is the save.
        XCTAssertEqual(loads.count, code == .unavailable ? 3 : 1)
      }
    }
  }

  // S588
  func testWhoIsSupersededOrCanNotReadTheValueDoesNotLookForItsSaves() async throws {
    try await underSeeds(1) { _, _ in
      for code in [StorageError.Code.superseded, .corrupt] {
        let loads = Collector<Int>()
        let storage = RacingStorage(MemoryStorage(), saveFailure: code) { loads.append(1) }
        await expect(code, try await Self.writer(storage, nil).save([1], wake: nil))
        XCTAssertEqual(loads.count, 0)
      }
    }
  }

  // S586
  func testTheAttemptsAreThoseOfTheBackoff() async throws {
    try await underSeeds(1) { scheduler, clock in
      let times = Collector<Duration>()
      let start = clock.now
      let writer = KeyWriter(
        RacingStorage(MemoryStorage(), saveFailure: .unavailable) {},
        "key",
        replacing: nil,
        retry: .exponential(initial: .seconds(1), maximum: .seconds(60), attempts: 4),
        clock: clock,
        report: .none
      )
      let write = Task(executorPreference: scheduler) {
        await expect(.unavailable, try await writer.save([1], wake: nil))
        times.append(start.duration(to: clock.now))
      }
      await clock.advance(by: .seconds(100))
      try await write.value
      XCTAssertEqual(times.all, [.seconds(1 + 2 + 4)])
    }
  }

  // S586
  func testACancelledWaitBetweenAttemptsEnds() async throws {
    try await underSeeds { scheduler, clock in
      let wait = Task(executorPreference: scheduler) {
        var attempts = Attempts(
          retry: .constant(.seconds(1), attempts: 9),
          clock: clock,
          key: "key",
          report: .none
        )
        return await expect(.unavailable, try await attempts.wait(after: .superseded("key")))
      }
      await scheduler.settle()
      wait.cancel()
      let error = try await wait.value
      XCTAssertTrue(error?.underlying is CancellationError, "\(String(describing: error))")
      XCTAssertEqual(error?.key, "key")
    }
  }

  // S580
  func testAClaimThatCanNotBeSavedIsTriedAsOftenAsTheBackoffSays() async throws {
    try await underSeeds(1) { scheduler, _ in
      for (code, count) in [(StorageError.Code.unavailable, 3), (.corrupt, 1), (.superseded, 3)] {
        let saves = Collector<Int>()
        let storage = RacingStorage(MemoryStorage(), saveFailure: code, beforeSave: { saves.append(1) }) {}
        let retry = Backoff.constant(.zero, attempts: 3)
        await expect(code, try await Journal.open(storage, on: scheduler, retry: retry))
        XCTAssertEqual(saves.count, count, "\(code)")
      }
    }
  }
}

/// An event before each load; all loads or saves may fail.
private struct RacingStorage: Storage {
  private let base: MemoryStorage
  private let loads = Collector<Int>()
  private let failure: StorageError.Code?
  private let saveFailure: StorageError.Code?
  private let beforeSave: @Sendable () -> Void
  private let beforeLoad: @Sendable () async -> Void

  init(
    _ base: MemoryStorage,
    failure: StorageError.Code? = nil,
    saveFailure: StorageError.Code? = nil,
    beforeSave: @escaping @Sendable () -> Void = {},
    beforeLoad: @escaping @Sendable () async -> Void
  ) {
    (self.base, self.failure, self.saveFailure) = (base, failure, saveFailure)
    (self.beforeSave, self.beforeLoad) = (beforeSave, beforeLoad)
  }

  private func fail(_ code: StorageError.Code?, _ key: StorageKey) throws(StorageError) {
    let error = MemoryStorage.InjectedFault()
    switch code {
    case nil: break
    case .some(.corrupt): throw .corrupt(key, because: error, bytes: nil)
    case .some(.superseded): throw .superseded(key)
    default: throw .unavailable(key, because: error)
    }
  }

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    await beforeLoad()
    loads.append(1)
    // A writer that doesn't notice what has happened would look for it endlessly.
    if loads.count > 50 { throw .corrupt(key, because: MemoryStorage.InjectedFault(), bytes: nil) }
    try fail(failure, key)
    return try await base.load(key)
  }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    beforeSave()
    try fail(saveFailure, key)
    try await base.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await base.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await base.due(before: instant, limit: limit)
  }
}

extension RetryReport {
  /// A report at an unknown line.
  fileprivate static var none: RetryReport {
    RetryReport(location: CallSite(fileID: "", filePath: "", line: 0, column: 0))
  }
}

extension KeyWriter {
  /// Replaces the value, and throws the error without the known outcome.
  fileprivate func save(_ bytes: [UInt8], wake: WallClockInstant?) async throws(StorageError) {
    do throws(WriteFailure) { try await write(bytes, wake: wake) } catch { throw error.error }
  }
}
