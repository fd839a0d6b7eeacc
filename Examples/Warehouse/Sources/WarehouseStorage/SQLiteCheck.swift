import Foundation
import GRDB
import TroupeDurable

/// Checks a database before it is used, and changes nothing.
struct SQLiteCheck {
  private let files: DatabaseFiles
  /// Its schema version.
  let schema: SQLiteSchema
  /// The number of its commits; zero if it doesn't count them yet.
  private(set) var commits: Int64 = 0
  /// Whether it was closed cleanly.
  private(set) var isEnded = false
  /// The expected number of commits; nil if it isn't recorded.
  let noted: Int64?

  /// - Throws: A `SQLiteDamage`, or an error of SQLite or of the system.
  init(_ files: DatabaseFiles) throws {
    // Read before the database, which may be in use, and have more commits by then.
    noted = try CommitMark.read(files)
    self.files = files
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    // Otherwise SQLite would copy the log to the main file at the end, or delete it if it can't be read.
    configuration.readonly = DatabaseFiles.size(of: files.log) ?? 0 > 0
    do {
      let database = try DatabaseQueue(path: files.main, configuration: configuration)
      schema = try database.read { database in
        // Before anything relies on the structure.
        try Self.checkStructure(database, files)
        guard let schema = try SQLiteSchema(of: database) else { throw SQLiteDamage(schema: files) }
        return schema
      }
      if schema == .version2 {
        let tally = try database.read { database in try Self.checkRows(database, files) }
        (commits, isEnded) = (tally.commits, tally.isEnded)
      } else {
        try database.read { database in try Self.checkOldRows(database, files) }
      }
      try database.close()
    } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
      throw SQLiteDamage(structure: [error.message ?? "\(error.resultCode)"], in: files)
    }
    try checkCommits()
  }

  private static func checkStructure(_ database: Database, _ files: DatabaseFiles) throws {
    let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check(3)")
    guard findings == ["ok"] else { throw SQLiteDamage(structure: findings, in: files) }
  }

  private static func checkRows(
    _ database: Database,
    _ files: DatabaseFiles
  ) throws -> (commits: Int64, isEnded: Bool) {
    let tallies = try Row.fetchAll(database, sql: "SELECT commits, entries, ended FROM tally")
    guard tallies.count == 1, let commits = Int64.fromDatabaseValue(tallies[0][0]),
      let counted = Int64.fromDatabaseValue(tallies[0][1]),
      let ended = Int64.fromDatabaseValue(tallies[0][2])
    else { throw SQLiteDamage(structure: ["the table tally has no numbers"], in: files) }
    var (count, damaged) = (0 as Int64, [(key: StorageKey, number: Int64)]())
    let rows = try Row.fetchCursor(database, sql: "SELECT \(RowChecksum.columns), rowid FROM state")
    while let row = try rows.next() {
      count += 1
      guard try !RowChecksum.isRight(of: row) else { continue }
      damaged.append((StorageKey(blob: Data.fromDatabaseValue(row[0]) ?? Data()), row[5]))
    }
    guard damaged.isEmpty else { throw SQLiteDamage(altered: damaged, in: files) }
    guard count == counted else { throw SQLiteDamage(entries: count, counted: counted, in: files) }
    return (commits, ended == 1)
  }

  /// Version 1 has nothing to compare the values with.
  private static func checkOldRows(_ database: Database, _ files: DatabaseFiles) throws {
    var damaged: [(key: StorageKey, number: Int64)] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT key, revision, wake, bytes, rowid FROM state")
    while let row = try rows.next() {
      let isKnown =
        String.fromDatabaseValue(row[1]).flatMap { StorageRevision($0) } != nil
        && ((row[2] as DatabaseValue).isNull || Int64.fromDatabaseValue(row[2]) != nil)
      if !isKnown { damaged.append((StorageKey(blob: Data.fromDatabaseValue(row[0]) ?? Data()), row[4])) }
    }
    guard damaged.isEmpty else { throw SQLiteDamage(altered: damaged, in: files) }
  }

  private func checkCommits() throws {
    switch noted {
    case let noted? where noted > commits: throw SQLiteDamage(commits: commits, noted: noted, in: files)
    case nil where schema == .version2 && !isEnded: throw SQLiteDamage(unknownCommits: files, isMissing: true)
    default: break
    }
  }
}
