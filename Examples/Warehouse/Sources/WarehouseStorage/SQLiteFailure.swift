import GRDB

/// Why a database can't be opened, read or written.
package enum SQLiteFailure: Sendable {
  case cantOpen, readOnly, noDatabase, full, locked, moved, noAnswer
  /// A part of it is damaged or missing. The text says what, and what to do.
  case damaged(String)
  case other(String)
}

extension SQLiteStorage {
  /// The meaning of an error of ``init(path:)``, or of the underlying error of a `StorageError`.
  package static func failure(_ error: any Error) -> SQLiteFailure {
    if error is FileIdentities.Moved { return .moved }
    if error is GroupWriter.NoAnswer { return .noAnswer }
    if let damage = error as? SQLiteDamage { return .damaged(damage.description) }
    if let failure = error as? FileFailure { return .other("\(failure).") }
    guard let error = error as? DatabaseError else { return .other("\(type(of: error)).") }
    return switch error.resultCode {
    case .SQLITE_CANTOPEN: .cantOpen
    case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: .noDatabase
    case .SQLITE_FULL: .full
    case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
    default: .other("\(error.message ?? "SQLite says \(error.resultCode)").")
    }
  }
}
