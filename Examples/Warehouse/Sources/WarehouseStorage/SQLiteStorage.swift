import Foundation
import GRDB
import Troupe
import TroupeDurable

/// A storage in an SQLite database.
///
/// There is one writer. Changes that come while it writes are gathered, whichever keys they are for, and
/// share the next transaction: a thousand stores that save at the same time need one sync of the disk, and
/// not a thousand.
package final class SQLiteStorage: Storage {
  private let database: DatabasePool
  private let writer: GroupWriter
  private let identities: FileIdentities

  /// How many transactions it has begun for changes.
  package var transactionCount: Int { writer.groupCount }

  /// Opens a database, and makes it if it isn't there.
  ///
  /// - Parameter path: The path of the file. Two more files are beside it, whose names begin with its name.
  ///   It has to stay there: while one of the three isn't where it was, all calls are `unavailable`.
  package init(path: String) throws {
    database = try DatabasePool(savingTo: path)
    try database.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS state (
            key BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL, revision TEXT NOT NULL, wake INTEGER
          );
          CREATE INDEX IF NOT EXISTS state_wake ON state (wake) WHERE wake IS NOT NULL;
          """
      )
      // From now on clients wait for changes. Stores retry them while the database is locked.
      try database.execute(sql: "PRAGMA busy_timeout = 250")
    }
    let identities = try FileIdentities(path: path)
    self.identities = identities
    writer = GroupWriter(database) { _ in
      try identities.check()
      // What was moved away meanwhile may be gone after a restart.
      return { try identities.check() }
    }
  }

  package func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try await read(key) { database in
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT bytes, revision FROM state WHERE key = ?"),
        arguments: [key.blob]
      )
      guard let row else { return nil }
      guard let revision = StorageRevision(row["revision"]) else {
        throw StorageError.corrupt(key, because: BadRevision(), bytes: Array(row["bytes"] as Data))
      }
      return StoredValue(bytes: Array(row["bytes"] as Data), revision: revision)
    }
  }

  package func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    try await change(key) { database in
      let columns: StatementArguments = [Data(bytes), revision.description, wake?.microseconds, key.blob]
      if let expected {
        let update = try database.cachedStatement(
          sql: "UPDATE state SET bytes = ?, revision = ?, wake = ? WHERE key = ? AND revision = ?"
        )
        try update.execute(arguments: columns + [expected.description])
      } else {
        let insert = try database.cachedStatement(
          sql: "INSERT INTO state (bytes, revision, wake, key) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
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
      // One that isn't there needn't be removed.
      let sql = "SELECT 1 FROM state WHERE key = ?"
      return try Row.fetchOne(database, sql: sql, arguments: [key.blob]) == nil
    }
  }

  package func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [DueKey] {
    try await read(nil) { database in
      let sql = "SELECT key, wake FROM state WHERE wake < ? ORDER BY wake LIMIT ?"
      return try Row.fetchAll(database, sql: sql, arguments: [instant.microseconds, limit]).map { row in
        DueKey(key: StorageKey(blob: row["key"]), wake: WallClockInstant(microseconds: row["wake"]))
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
      // Another connection would open what is there now.
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

  private struct BadRevision: Error {}
}

extension DatabasePool {
  /// Opens a database whose transactions survive a loss of power.
  package convenience init(savingTo path: String) throws {
    var configuration = Configuration()
    // Another process may have the database while this one starts.
    configuration.busyMode = .timeout(5)
    try self.init(path: path, configuration: configuration)
    // GRDB's default for this journal doesn't promise it.
    try writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
  }
}

extension StorageKey {
  /// Keys are the same if their bytes are. To SQLite, texts with a zero in them needn't be.
  fileprivate var blob: Data { Data(text.utf8) }
  fileprivate init(blob: Data) { self.init(String(decoding: blob, as: UTF8.self)) }
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
