import BrowserTesting
import Foundation
import GRDB
import TroupeDurable
import WarehouseStorage
import XCTest

/// The checks when a database is opened, and the messages about damage.
final class SQLiteCheckTests: XCTestCase {
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  private static func save(_ keys: [StorageKey], to storage: SQLiteStorage) async throws {
    for key in keys {
      try await storage.save(
        Array("value of \(key)".utf8),
        for: key,
        expecting: nil,
        as: StorageRevision(),
        wake: WallClockInstant(sinceEpoch: .seconds(1))
      )
    }
  }

  /// The files of a database with three values, closed or killed.
  private func image(isClosed: Bool) async throws -> DatabaseImage {
    let path = folder.path("\(UUID())")
    let storage = try SQLiteStorage(path: path)
    try await Self.save(["north", "south"], to: storage)
    try storage.close()
    let second = try SQLiteStorage(path: path)
    try await Self.save(["west"], to: second)
    var image = try await DatabaseImage(of: second, at: path)
    guard isClosed else { return image }
    try second.close()
    image.files = try DatabaseImage.files(at: path)
    return image
  }

  /// Opens a damaged database, checks that nothing changes in it, and returns the message.
  private func damage(_ image: DatabaseImage, _ line: UInt = #line) throws -> SQLiteDamage? {
    let path = try image.write(to: folder)
    for _ in 0..<2 {
      XCTAssertThrowsError(try SQLiteStorage(path: path), line: line) { error in
        XCTAssertTrue(error is SQLiteDamage, "\(error)", line: line)
      }
      var (left, before) = (try DatabaseImage.files(at: path), image.files)
      // They have no lasting contents.
      (left["-shm"], before["-shm"]) = (nil, nil)
      if before["-wal"]?.isEmpty == true { (left["-wal"], before["-wal"]) = (nil, nil) }
      XCTAssertEqual(left, before, line: line)
    }
    do {
      _ = try SQLiteStorage(path: path)
      return nil
    } catch {
      return error as? SQLiteDamage
    }
  }

  /// Changes a database without the storage.
  private func execute(_ sql: String, in image: DatabaseImage) async throws -> DatabaseImage {
    let path = try image.write(to: folder)
    let database = try DatabaseQueue(path: path)
    try await database.write { try $0.execute(sql: sql) }
    try database.close()
    var image = image
    image.files = try DatabaseImage.files(at: path)
    return image
  }

  func testAfterACleanEndItIsOneFile() async throws {
    let image = try await image(isClosed: true)
    XCTAssertEqual(Array(image.files.keys), [""])
    let outcome = try await image.outcome(in: folder)
    XCTAssertEqual(outcome, .whole)
  }

  func testAClosedStorageDoesNotAnswer() async throws {
    let storage = try SQLiteStorage(path: folder.path("db"))
    try storage.close()
    do {
      _ = try await storage.load("north")
      XCTFail("It answers.")
    } catch {
      XCTAssertEqual(error.code, .unavailable)
    }
    XCTAssertThrowsError(try storage.close())
  }

  /// Each column of a row, and the message about the damage has the key.
  func testARowThatIsAlteredIsNoticed() async throws {
    let closed = try await image(isClosed: true)
    for change in [
      "key = CAST('nord' AS BLOB)", "value = CAST('other' AS BLOB)", "value = zeroblob(0)", "value = 7",
      "revision = '00000000000000000000000000000000'", "revision = 'x'", "wake = NULL", "wake = 2",
      "wake = 'x'", "checksum = checksum + 1", "checksum = 'x'",
    ] {
      let image = try await execute(
        "UPDATE state SET \(change) WHERE key = CAST('north' AS BLOB)",
        in: closed
      )
      let found = try XCTUnwrap(damage(image), change)
      XCTAssertEqual(found.code, .altered, change)
      XCTAssertEqual(found.keys, [change.hasPrefix("key") ? "nord" : "north"], change)
      XCTAssertTrue(found.description.contains(found.keys[0].text.debugDescription), found.description)
    }
    // The values of two keys are exchanged.
    let steps = [("north", "other"), ("south", "north"), ("other", "south")].map { old, new in
      "UPDATE state SET key = CAST('\(new)' AS BLOB) WHERE key = CAST('\(old)' AS BLOB)"
    }
    let swapped = try await execute(steps.joined(separator: ";"), in: closed)
    let keys = try XCTUnwrap(damage(swapped)).keys
    XCTAssertEqual(Set(keys), ["north", "south"])
  }

  func testARowThatIsGoneIsNoticed() async throws {
    let closed = try await image(isClosed: true)
    let trigger =
      "CREATE TRIGGER state_removed AFTER DELETE ON state BEGIN UPDATE tally SET entries = entries - 1; END"
    let image = try await execute(
      "DROP TRIGGER state_removed; DELETE FROM state WHERE key = CAST('north' AS BLOB); \(trigger)",
      in: closed
    )
    XCTAssertEqual(try XCTUnwrap(damage(image)).code, .lost)
  }

  func testATableThatIsAlteredIsNoticed() async throws {
    let closed = try await image(isClosed: true)
    for sql in [
      "ALTER TABLE state RENAME TO stbte", "ALTER TABLE state RENAME COLUMN wake TO wbke",
      "DROP INDEX state_wake",
      "DROP TABLE tally", "DROP TRIGGER state_added", "ALTER TABLE state ADD COLUMN more INTEGER",
    ] {
      let image = try await execute(sql, in: closed)
      XCTAssertEqual(try XCTUnwrap(damage(image), sql).code, .schema, sql)
    }
    for sql in ["DELETE FROM tally", "INSERT INTO tally VALUES (0, 0, 0)", "UPDATE tally SET commits = 'x'"] {
      let image = try await execute(sql, in: closed)
      XCTAssertEqual(try XCTUnwrap(damage(image), sql).code, .structure, sql)
    }
    // Additional tables don't matter.
    let more = try await execute("CREATE TABLE notes (text); ANALYZE", in: closed)
    let outcome = try await more.outcome(in: folder)
    XCTAssertEqual(outcome, .whole)
  }

  func testFilesThatAreGoneAreNoticed() async throws {
    let killed = try await image(isClosed: false)
    let cases: [([String: Data?], SQLiteDamage.Code)] = [
      (["": nil], .missing), (["": nil, "-wal": nil], .missing), (["": nil, "-wal": Data()], .missing),
      (["": Data()], .empty), (["": Data(), "-wal": nil], .empty),
      (["": Data(), "-wal": nil, "-shm": nil, "-commits": nil], .empty),
      (["-wal": nil], .rolledBack), (["-wal": Data()], .rolledBack),
      (["-wal": killed.files["-wal"]?.dropLast()], .rolledBack),
      (["-commits": nil], .unknownCommits), (["-commits": Data()], .unknownCommits),
      (["-commits": nil, "-wal": nil], .unknownCommits),
      (["-commits": Data(repeating: 0, count: 25)], .unknownCommits),
      (["": Data("no database".utf8)], .structure),
    ]
    for (change, code) in cases {
      var image = killed
      for (name, bytes) in change { image.files[name] = bytes }
      let found = try XCTUnwrap(damage(image), "\(change)")
      XCTAssertEqual(found.code, code, "\(change)")
      XCTAssertTrue(found.description.contains("Restore") || found.description.contains("accept"), "\(found)")
    }
    // Nothing is left that shows that there was a database.
    var nothing = killed
    nothing.files = [:]
    let outcome = try await nothing.outcome(in: folder)
    XCTAssertEqual(outcome, .silent("0 of 3 keys"))
  }

  /// The advice in the messages helps.
  func testWhatIsSaidToDoHelps() async throws {
    var (killed, closed) = (try await image(isClosed: false), try await image(isClosed: true))
    // A copy that SQLite has made while a server runs.
    let source = try DatabaseQueue(path: try killed.write(to: folder))
    let copy = folder.path("copy")
    try source.backup(to: DatabaseQueue(path: copy))
    var image = DatabaseImage(
      files: try DatabaseImage.files(at: copy),
      values: killed.values,
      due: killed.due
    )
    XCTAssertEqual(try XCTUnwrap(damage(image)).code, .unknownCommits)
    image = try await execute("UPDATE tally SET ended = 1", in: image)
    var outcome = try await image.outcome(in: folder)
    XCTAssertEqual(outcome, .whole)
    // A missing log, with the last warehouse.
    (killed.files["-wal"], killed.files["-commits"]) = (nil, nil)
    killed.values["west"] = nil
    killed.due.removeAll { $0.key == "west" }
    outcome = try await execute("UPDATE tally SET ended = 1", in: killed).outcome(in: folder)
    XCTAssertEqual(outcome, .whole)
    // A row that is damaged.
    closed = try await execute("UPDATE state SET wake = 2 WHERE rowid = 1", in: closed)
    let found = try XCTUnwrap(damage(closed))
    XCTAssertTrue(found.description.contains("DELETE FROM state WHERE rowid IN (1)"), found.description)
    closed.values["north"] = nil
    closed.due.removeAll { $0.key == "north" }
    outcome = try await execute("DELETE FROM state WHERE rowid IN (1)", in: closed).outcome(in: folder)
    XCTAssertEqual(outcome, .whole)
    // Rows that are gone.
    closed = try await execute("UPDATE tally SET entries = 9", in: closed)
    closed = try await execute("DELETE FROM state WHERE rowid IN (1)", in: closed)
    XCTAssertEqual(try XCTUnwrap(damage(closed)).code, .lost)
    let recount = "UPDATE tally SET entries = (SELECT count(*) FROM state)"
    outcome = try await execute(recount, in: closed).outcome(in: folder)
    XCTAssertEqual(outcome, .whole)
  }

  func testADatabaseBehindALinkIsChecked() async throws {
    let image = try await image(isClosed: false)
    let (path, link) = (try image.write(to: folder), folder.path("link"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try FileManager.default.removeItem(atPath: path + "-wal")
    XCTAssertThrowsError(try SQLiteStorage(path: link)) { error in
      XCTAssertEqual((error as? SQLiteDamage)?.code, .rolledBack)
    }
  }
}
