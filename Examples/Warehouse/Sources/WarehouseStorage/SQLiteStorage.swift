import Foundation
import GRDB
import Troupe
import TroupeDurable

/// A storage in an SQLite database.
///
/// There is one writer. Changes that arrive while it writes accumulate, whichever keys they are for, and
/// share the next transaction: a thousand stores that save at the same time need one sync of the disk, and
/// not a thousand.
///
/// Each row has a checksum, and the database knows how many rows it has. With ``CommitMark``, no damage to
/// its files alters a value, or loses one, without an error.
package final class SQLiteStorage: Storage {
  private let files: DatabaseFiles
  private let database: DatabasePool
  private let mark: CommitMark
  private let writer: GroupWriter
  private let identities: FileIdentities

  /// How many transactions it has begun for changes.
  package var transactionCount: Int { writer.groupCount }

  /// Opens a database, and creates it if it doesn't exist. A database of an earlier version is migrated.
  ///
  /// The whole database is read and checked first.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Three more files are beside it while it is open, whose names begin with
  ///     its name. While one of SQLite's files isn't in its place, all calls are `unavailable`.
  ///   - migrating: Called for each row of an earlier version, within the transaction.
  /// - Throws: A ``SQLiteDamage``, or an error of SQLite or of the system, which ``failure(_:)`` explains.
  ///   The database is unchanged.
  package init(path: String, migrating: () throws -> Void = {}) throws {
    files = DatabaseFiles(path)
    if try !files.areThere() { try files.create() }
    let check = try SQLiteCheck(files)
    database = try DatabasePool(savingTo: files.main)
    // Before any change, so that there is no change without it.
    let mark = try CommitMark(files.commits, commits: check.noted ?? check.commits)
    self.mark = mark
    try Self.begin(database, mark, check, migrating)
    // From now on clients wait for changes. Stores retry them while the database is locked.
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 250") }
    let identities = try FileIdentities(path: path)
    self.identities = identities
    writer = GroupWriter(database) { database in
      try identities.check()
      let commits = try Self.count(in: database)
      return {
        // Files that were moved away in the meantime may be gone after a restart.
        try identities.check()
        try mark.note(commits)
      }
    }
  }

  /// Records in the database that it is open, in its main file, too.
  private static func begin(
    _ database: DatabasePool,
    _ mark: CommitMark,
    _ check: SQLiteCheck,
    _ migrating: () throws -> Void
  ) throws {
    let commits = try database.writeWithoutTransaction { database in
      guard check.schema == .version1 || check.isEnded else { return try Self.commits(in: database) }
      var commits: Int64 = 0
      try database.inTransaction(.immediate) {
        if check.schema == .version1 { try SQLiteSchema.migrate(database, progress: migrating) }
        commits = try Self.count(in: database)
        return .commit
      }
      try database.checkpoint(.passive)
      return commits
    }
    try mark.note(commits)
  }

  /// Counts a transaction, and returns its number.
  private static func count(in database: Database) throws -> Int64 {
    try database.cachedStatement(sql: "UPDATE tally SET commits = commits + 1, ended = 0").execute()
    return try commits(in: database)
  }

  private static func commits(in database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(sql: "SELECT commits FROM tally")
    guard let commits = try Int64.fetchOne(statement) else { throw NoTally() }
    return commits
  }

  /// Closes the database, which is then one file. Later calls throw `unavailable`.
  ///
  /// - Throws: An error of SQLite or of the system. The database is then in the same state as after a crash.
  package func close() throws {
    try identities.check()
    try database.writeWithoutTransaction { database in
      var commits: Int64 = 0
      try database.inTransaction(.immediate) {
        commits = try Self.count(in: database)
        try database.execute(sql: "UPDATE tally SET ended = 1")
        return .commit
      }
      try mark.note(commits)
      try database.checkpoint(.truncate)
    }
    // Otherwise a new file would be made.
    try identities.check()
    try database.close()
    // The last connection removes the log, and a reader of the pool, which may be the last one, can't.
    let last = try DatabaseQueue(path: files.main)
    _ = try last.inDatabase { try Self.commits(in: $0) }
    try last.close()
    // Another program that reads may still have the log, which has no commits left.
    if DatabaseFiles.size(of: files.log) ?? 0 == 0 { try mark.remove() }
  }

  package func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try await read(key) { database in
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT \(RowChecksum.columns) FROM state WHERE key = ?"),
        arguments: [key.blob]
      )
      guard let row else { return nil }
      let bytes = Data.fromDatabaseValue(row["value"]).map { Array($0) }
      guard try RowChecksum.isRight(of: row, for: key.blob), let bytes,
        let revision = StorageRevision(row["revision"])
      else { throw StorageError.corrupt(key, because: WrongChecksum(), bytes: bytes) }
      return StoredValue(bytes: bytes, revision: revision)
    }
  }

  package func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    let (blob, text, microseconds) = (key.blob, revision.description, wake?.microseconds)
    let checksum = RowChecksum.of(key: blob, revision: text, wake: microseconds, value: bytes)
    try await change(key) { database in
      let columns: StatementArguments = [Data(bytes), text, microseconds, checksum, blob]
      if let expected {
        let update = try database.cachedStatement(
          sql: """
            UPDATE state SET value = ?, revision = ?, wake = ?, checksum = ? WHERE key = ? AND revision = ?
            """
        )
        try update.execute(arguments: columns + [expected.description])
      } else {
        let insert = try database.cachedStatement(
          sql: """
            INSERT INTO state (value, revision, wake, checksum, key) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        )
        try insert.execute(arguments: columns)
      }
      return database.changesCount == 1
    }
  }

  package func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await change(key) { database in
      try database.execute(
        sql: "DELETE FROM state WHERE key = ? AND revision = ?",
        arguments: [key.blob, expected.description]
      )
      if database.changesCount == 1 { return true }
      // A missing file needn't be removed.
      let sql = "SELECT 1 FROM state WHERE key = ?"
      return try Row.fetchOne(database, sql: sql, arguments: [key.blob]) == nil
    }
  }

  package func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey]
  {
    try await read(nil) { database in
      let sql = "SELECT key, wake FROM state WHERE wake < ? ORDER BY wake LIMIT ?"
      return try Row.fetchAll(database, sql: sql, arguments: [instant.microseconds, limit]).map { row in
        ScheduledKey(key: StorageKey(blob: row["key"]), wake: WallClockInstant(microseconds: row["wake"]))
      }
    }
  }

  /// Returns the first keys after a key, in the order of their bytes.
  package func keys(after key: StorageKey = "", limit: Int) async throws(StorageError) -> [StorageKey] {
    try await read(nil) { database in
      let sql = "SELECT key FROM state WHERE key > ? ORDER BY key LIMIT ?"
      return try Data.fetchAll(database, sql: sql, arguments: [key.blob, limit]).map { StorageKey(blob: $0) }
    }
  }

  private func read<Value: Sendable>(
    _ key: StorageKey?,
    _ query: @escaping @Sendable (Database) throws -> Value
  ) async throws(StorageError) -> Value {
    do {
      // Another connection would open the file that is there now.
      try identities.check()
      return try await database.read(query)
    } catch let error as StorageError {
      throw error
    } catch {
      throw .unavailable(key, because: error)
    }
  }

  /// - Parameter change: Makes the change, and returns whether the expected revision was there.
  private func change(
    _ key: StorageKey,
    _ change: @escaping @Sendable (Database) throws -> Bool
  ) async throws(StorageError) {
    do {
      guard try await writer.perform(change) else { throw StorageError.superseded(key) }
    } catch let error as StorageError {
      throw error
    } catch {
      throw .unavailable(key, because: error)
    }
  }

  private struct NoTally: Error {}

  private struct WrongChecksum: Error, CustomStringConvertible {
    var description: String { "the checksum of its row is wrong" }
  }
}

extension DatabasePool {
  /// Opens a database whose transactions survive a loss of power.
  package convenience init(savingTo path: String) throws {
    var configuration = Configuration()
    // Another process may have the database while this one starts.
    configuration.busyMode = .timeout(5)
    try self.init(path: path, configuration: configuration)
    // GRDB's default for this journal doesn't guarantee it.
    try writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
  }
}

extension StorageKey {
  /// Keys are the same if their bytes are. For SQLite, texts with a zero in them needn't be.
  var blob: Data { Data(text.utf8) }
  init(blob: Data) { self.init(String(decoding: blob, as: UTF8.self)) }
}

extension WallClockInstant {
  /// Rounded up, and at most 292,000 years away.
  fileprivate var microseconds: Int64 {
    let limit: Int64 = 9_000_000_000_000
    let (seconds, attoseconds) = sinceEpoch.components
    guard abs(seconds) < limit else { return seconds.signum() * limit * 1_000_000 }
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return seconds * 1_000_000 + whole + (rest > 0 ? 1 : 0)
  }

  fileprivate init(microseconds: Int64) { self.init(sinceEpoch: .microseconds(microseconds)) }
}
