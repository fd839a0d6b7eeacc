import BrowserTesting
import Foundation
import GRDB
import TroupeDurable
import WarehouseStorage
import XCTest

/// Databases of version 1, which has no checksums.
final class SQLiteMigrationTests: XCTestCase {
  private struct Killed: Error {}
  private let folder = TestFolder()
  private let north = Array(#"{"items":[],"lastID":0,"orderKeys":[]}"#.utf8)

  override func tearDown() { folder.remove() }

  /// Creates a database as version 1 did, and returns its contents.
  ///
  /// - Parameter size: The bytes of each value.
  private func old(_ path: String, count: Int, size: Int = 300) throws -> [StorageKey: StoredValue] {
    var generator = SeededGenerator(seed: 1)
    var values: [StorageKey: StoredValue] = [:]
    for number in 0..<count {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      values[StorageKey("w\(number)\u{0}")] = StoredValue(bytes: bytes, revision: StorageRevision())
    }
    let database = try DatabasePool(path: path)
    try database.write { database in
      // As the program wrote it.
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS state (
            key BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL, revision TEXT NOT NULL, wake INTEGER
          );
          CREATE INDEX IF NOT EXISTS state_wake ON state (wake) WHERE wake IS NOT NULL;
          """
      )
      for (number, (key, value)) in values.enumerated() {
        try database.execute(
          sql: "INSERT INTO state VALUES (?, ?, ?, ?)",
          arguments: [
            Data(key.text.utf8), Data(value.bytes), value.revision.description,
            number % 2 == 0 ? number * 1_000_000 : nil,
          ]
        )
      }
    }
    try database.close()
    return values
  }

  private func check(_ path: String, _ values: [StorageKey: StoredValue], _ name: String) async throws {
    let storage = try SQLiteStorage(path: path)
    let keys = try await storage.keys(limit: .max)
    XCTAssertEqual(keys, values.keys.sorted(), name)
    for (key, value) in values {
      let loaded = try await storage.load(key)
      XCTAssertEqual(loaded, value, name)
    }
    let due = try await storage.due(before: .distant, limit: .max)
    XCTAssertEqual(due.count, (values.count + 1) / 2, name)
    // It is in use, and opens as such.
    let revision = StorageRevision()
    try await storage.save(north, for: "north", expecting: nil, as: revision, wake: nil)
    try await storage.remove("north", expecting: revision)
    try storage.close()
    let files = try DatabaseImage.files(at: path).keys.sorted()
    XCTAssertEqual(files, [""], name)
  }

  func testAnOldDatabaseIsMigratedOnce() async throws {
    for count in [0, 1, 100] {
      let path = folder.path("db-of-\(count)")
      let values = try old(path, count: count)
      var migrated = 0
      _ = try SQLiteStorage(path: path) { migrated += 1 }
      XCTAssertEqual(migrated, count)
      _ = try SQLiteStorage(path: path) { XCTFail("It is migrated already.") }
      try await check(path, values, "\(count)")
    }
  }

  /// The files that a server leaves when it is killed after some rows: a copy at that moment, which an error
  /// doesn't roll back.
  func testAMigrationThatIsKilledBeginsAgain() async throws {
    // More than SQLite keeps in memory: a part of the transaction is in the log before it is committed.
    let (count, original) = (100, folder.path("db"))
    let values = try old(original, count: count, size: 40_000)
    let files = try DatabaseImage.files(at: original)
    var largestLog = 0
    for row in [1, 50, 99, 100] {
      var image = DatabaseImage(files: files, values: values, due: [])
      let path = try image.write(to: folder)
      var migrated = 0
      var killed: [String: Data] = [:]
      XCTAssertThrowsError(
        try SQLiteStorage(path: path) {
          migrated += 1
          guard migrated == row else { return }
          killed = try DatabaseImage.files(at: path)
          throw Killed()
        }
      ) { XCTAssertTrue($0 is Killed) }
      largestLog = max(largestLog, killed["-wal"]?.count ?? 0)
      try await check(path, values, "rolled back at \(row)")
      image.files = killed
      try await check(try image.write(to: folder), values, "killed at \(row)")
    }
    XCTAssertGreaterThan(largestLog, 500_000)
  }

  /// The log of a migration, cut at each page: the migration is done, or not begun, or rejected as damaged.
  func testAMigrationIsDoneOrNot() async throws {
    let path = folder.path("db")
    let values = try old(path, count: 40)
    let main = try XCTUnwrap(DatabaseImage.files(at: path)[""])
    var beginning: Data?
    let migrated = try SQLiteStorage(path: path) {
      beginning = try DatabaseImage.files(at: path)["-commits"]
    }
    let image = try await DatabaseImage(of: migrated, at: path)
    let log = try XCTUnwrap(image.files["-wal"])
    XCTAssertNotNil(beginning, "It is there before the transaction.")
    for commits in [nil, beginning, image.files["-commits"]] {
      for count in stride(from: 32, through: log.count, by: 24 + 4_096) {
        var cut = DatabaseImage(files: ["": main, "-wal": log.prefix(count)], values: values, due: image.due)
        cut.files["-commits"] = commits
        let outcome = try await cut.outcome(in: folder)
        if case .silent(let text) = outcome { XCTFail("\(count): \(text)") }
        // The files that a kill leaves.
        if commits == beginning || commits == nil && count < log.count {
          XCTAssertEqual(outcome, .whole, "\(count)")
        }
      }
    }
  }

  func testADamagedOldDatabaseIsNotMigrated() async throws {
    let path = folder.path("db")
    _ = try old(path, count: 3)
    try await DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: "UPDATE state SET revision = 'x' WHERE key = ?",
        arguments: [Data("w1\u{0}".utf8)]
      )
    }
    let before = try DatabaseImage.files(at: path)[""]
    XCTAssertThrowsError(try SQLiteStorage(path: path)) { error in
      let damage = error as? SQLiteDamage
      XCTAssertEqual(damage?.code, .altered)
      XCTAssertEqual(damage?.keys, ["w1\u{0}"])
    }
    XCTAssertEqual(try DatabaseImage.files(at: path)[""], before)
  }

  /// A program that knows only version 1 fails, and saves nothing without a checksum.
  func testAnOldProgramCanNotUseANewDatabase() async throws {
    let path = folder.path("db")
    let storage = try SQLiteStorage(path: path)
    try await storage.save(north, for: "north", expecting: nil, as: StorageRevision(), wake: nil)
    let old = try DatabaseQueue(path: path)
    for sql in [
      "SELECT bytes, revision FROM state", "UPDATE state SET bytes = 'a', revision = 'b', wake = NULL",
      "INSERT INTO state (bytes, revision, wake, key) VALUES ('a', 'b', NULL, 'c') ON CONFLICT DO NOTHING",
    ] {
      XCTAssertThrowsError(try old.inDatabase { try $0.execute(sql: sql) }, sql)
    }
  }
}
