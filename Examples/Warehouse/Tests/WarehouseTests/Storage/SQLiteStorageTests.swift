import BrowserTesting
import Foundation
import GRDB
import TroupeDurable
import TroupeTesting
import WarehouseStorage
import XCTest

final class SQLiteStorageTests: XCTestCase {
  func testItKeepsTheRulesOfAStorage() async throws {
    let folder = TestFolder()
    await checkStorage { try SQLiteStorage(path: folder.path("\(UUID())")) }
  }

  func testWhatIsSavedIsThereInAnotherProcess() async throws {
    let folder = TestFolder()
    let revision = StorageRevision()
    let wake = WallClockInstant(sinceEpoch: .seconds(1_767_225_600) + .nanoseconds(1))
    let first = try SQLiteStorage(path: folder.path("db"))
    try await first.save([1, 2], for: "b\u{0}", expecting: nil, as: revision, wake: wake)
    try await first.save([3], for: "a", expecting: nil, as: revision, wake: nil)

    let second = try SQLiteStorage(path: folder.path("db"))
    let value = try await second.load("b\u{0}")
    XCTAssertEqual(value, StoredValue(bytes: [1, 2], revision: revision))
    let keys = try await second.keys(limit: 10)
    XCTAssertEqual(keys, ["a", "b\u{0}"])
    for (after, rest) in [("a", ["b\u{0}"]), ("b", ["b\u{0}"]), ("b\u{0}", [])]
      as [(StorageKey, [StorageKey])]
    {
      let keys = try await second.keys(after: after, limit: 10)
      XCTAssertEqual(keys, rest)
    }
    // Microseconds, rounded up: nothing is due too early.
    let early = try await second.due(before: wake, limit: 10)
    XCTAssertEqual(early, [])
    let due = try await second.due(before: wake.advanced(by: .microseconds(1)), limit: 10)
    XCTAssertEqual(due.map(\.key), ["b\u{0}"])
  }

  /// How many share a transaction depends on the disk; `GroupWriterTests` counts them.
  func testManyKeysAreSavedAtTheSameTime() async throws {
    let folder = TestFolder()
    let storage = try SQLiteStorage(path: folder.path("db"))
    try await withThrowingTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask {
          let key = StorageKey("\(number)")
          try await storage.save([1], for: key, expecting: nil, as: StorageRevision(), wake: nil)
        }
      }
      try await group.waitForAll()
    }
    let keys = try await storage.keys(limit: 2_000)
    XCTAssertEqual(keys.count, 1_000)
  }

  /// Damage that happens while the database is open.
  func testARowWithAnotherChecksumIsCorrupt() async throws {
    let folder = TestFolder()
    for (number, change) in [
      "revision = 'x'", "value = x'08'", "wake = 1", "checksum = 0",
      "revision = '00000000000000000000000000000000'",
    ].enumerated() {
      let path = folder.path("db\(number)")
      let storage = try SQLiteStorage(path: path)
      try await storage.save([7], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
      let database = try DatabaseQueue(path: path)
      try await database.write { try $0.execute(sql: "UPDATE state SET \(change)") }
      do {
        _ = try await storage.load("key")
        XCTFail("It is loaded: \(change)")
      } catch {
        XCTAssertEqual(error.code, .corrupt, change)
        XCTAssertEqual(error.key, "key", change)
        XCTAssertEqual(error.bytes, change.hasPrefix("value") ? [8] : [7], change)
      }
    }
  }

  func testADatabaseThatCanNotBeWrittenIsUnavailable() async throws {
    let folder = TestFolder()
    let storage = try SQLiteStorage(path: folder.path("db"))
    let database = try DatabaseQueue(path: folder.path("db"))
    try await database.write { try $0.execute(sql: "DROP TABLE state") }
    do {
      try await storage.save([], for: "key", expecting: nil, as: StorageRevision(), wake: nil)
      XCTFail("It is saved.")
    } catch {
      XCTAssertEqual(error.code, .unavailable)
    }
  }

  func testADatabaseThatCanNotBeOpenedIsAnError() {
    XCTAssertThrowsError(try SQLiteStorage(path: "/dev/null/db"))
  }
}
