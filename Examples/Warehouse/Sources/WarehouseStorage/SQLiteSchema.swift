import Foundation
import GRDB

/// The schema of a database.
///
/// Version 1 had no checksums. In version 2 each row has one, and the table `tally` has one row with three
/// numbers: the transactions that have been committed, the rows of `state`, which its triggers count, and
/// whether the database was closed cleanly. The column of the value has another name than in version 1, so
/// that a program that knows only that version fails, and doesn't save without a checksum.
enum SQLiteSchema: CaseIterable {
  case version2, version1

  private var sql: String {
    switch self {
    case .version1:
      """
      CREATE TABLE state (
        key BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL, revision TEXT NOT NULL, wake INTEGER
      );
      CREATE INDEX state_wake ON state (wake) WHERE wake IS NOT NULL;
      """
    case .version2:
      """
      CREATE TABLE state (
        key BLOB NOT NULL UNIQUE, value BLOB NOT NULL, revision TEXT NOT NULL, wake INTEGER,
        checksum INTEGER NOT NULL
      );
      CREATE INDEX state_wake ON state (wake) WHERE wake IS NOT NULL;
      CREATE TABLE tally (commits INTEGER NOT NULL, entries INTEGER NOT NULL, ended INTEGER NOT NULL);
      CREATE TRIGGER state_added AFTER INSERT ON state BEGIN UPDATE tally SET entries = entries + 1; END;
      CREATE TRIGGER state_removed AFTER DELETE ON state BEGIN UPDATE tally SET entries = entries - 1; END;
      """
    }
  }

  /// The version of a database; nil if its schema is unknown. Additional tables don't matter.
  init?(of database: Database) throws {
    let objects = try Self.objects(of: database)
    for version in Self.allCases {
      let expected = try DatabaseQueue().write { empty in
        try empty.execute(sql: version.sql)
        return try Self.objects(of: empty)
      }
      guard expected.isSubset(of: objects) else { continue }
      self = version
      return
    }
    return nil
  }

  /// The names of the tables, indexes and triggers, and the statements that created them.
  private static func objects(of database: Database) throws -> Set<[String]> {
    let rows = try Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master")
    let objects = rows.map { row in
      (0..<row.count).map { index in
        let text = String.fromDatabaseValue(row[index]) ?? ""
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
    return Set(objects)
  }

  /// Creates the schema in an empty database, as if it had been closed cleanly.
  static func create(in database: Database) throws {
    try database.execute(sql: version2.sql + "INSERT INTO tally VALUES (0, 0, 1);")
  }

  /// Migrates a database from version 1 to version 2, in the caller's transaction.
  ///
  /// - Parameter progress: Called after each row.
  static func migrate(_ database: Database, progress: () throws -> Void) throws {
    try database.execute(sql: "ALTER TABLE state RENAME TO old; DROP INDEX state_wake")
    try create(in: database)
    let insert = try database.cachedStatement(
      sql: "INSERT INTO state (key, revision, wake, value, checksum) VALUES (?, ?, ?, ?, ?)"
    )
    let rows = try Row.fetchCursor(database, sql: "SELECT key, revision, wake, bytes FROM old ORDER BY rowid")
    while let row = try rows.next() {
      let (key, revision, wake, value): (Data, String, Int64?, Data) = (row[0], row[1], row[2], row[3])
      let checksum = RowChecksum.of(key: key, revision: revision, wake: wake, value: value)
      try insert.execute(arguments: [key, revision, wake, value, checksum])
      try progress()
    }
    try database.execute(sql: "DROP TABLE old")
  }
}
