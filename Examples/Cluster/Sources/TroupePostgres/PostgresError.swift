/// A failure of the database of a ``PostgresStorage``. It is the `underlying` error of the storage's errors.
/// It contains neither values nor passwords.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``PostgresError``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case connectionString, connection, server, timedOut, unknownOutcome, newerSchema, tooLarge, closed
    }
    private let value: Value

    /// The connection string, or the name of the schema, can't be used.
    public static var connectionString: Code { Code(value: .connectionString) }
    /// There is no connection: it couldn't be made, or was lost.
    public static var connection: Code { Code(value: .connection) }
    /// The server rejected a statement. Nothing was done.
    public static var server: Code { Code(value: .server) }
    /// There was no answer in time.
    public static var timedOut: Code { Code(value: .timedOut) }
    /// The connection was lost before the answer arrived, and the current state doesn't show whether the
    /// change was made.
    public static var unknownOutcome: Code { Code(value: .unknownOutcome) }
    /// A later version of this package has created the tables.
    public static var newerSchema: Code { Code(value: .newerSchema) }
    /// The key or the value is larger than the table can hold. Nothing was done.
    public static var tooLarge: Code { Code(value: .tooLarge) }
    /// The storage was closed.
    public static var closed: Code { Code(value: .closed) }

    /// The name of the kind, such as `timedOut`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The code of the server for the error, such as `53100` for a full disk; nil if it isn't from the server.
  public let sqlState: String?
  /// What happened and what to do about it.
  public let description: String

  init(_ code: Code, sqlState: String? = nil, _ description: String) {
    self.code = code
    self.sqlState = sqlState
    self.description = description
  }

  static let closed = PostgresError(.closed, "The storage has been closed, and accepts no more calls.")

  /// - Parameter cause: Why the outcome couldn't be looked up; nil if another revision was found.
  static func unknownOutcome(because cause: PostgresError?) -> PostgresError {
    let reason =
      cause.map { "It isn't known whether the change was made before. \($0.description)" }
      ?? "Another revision is there now, which doesn't show whether the change was made before."
    return PostgresError(
      .unknownOutcome,
      """
      The connection was lost before the answer arrived. \(reason) Load the key, and check whether the revision is one of yours.
      """
    )
  }

  /// - Parameter cause: Why there is no connection; nil if there is one.
  static func timedOut(after time: Duration, because cause: PostgresError?) -> PostgresError {
    let reason = cause.map { " The last error was: \($0.description)" } ?? ""
    return PostgresError(.timedOut, "The database didn't answer within \(time).\(reason)")
  }
}

extension PostgresError {
  /// Whether the same statement can be sent again on the same connection: it met another transaction.
  var isConflict: Bool { sqlState == "40P01" || sqlState == "40001" }

  /// Whether the server has done nothing, and this connection can't be used for the statement any more: the
  /// server has become a standby, or the prepared statements are gone or outdated.
  var needsNewConnection: Bool {
    switch sqlState {
    case "25006", "26000", "0A000", "57P01", "57P02", "57P03": true
    default: false
    }
  }

  /// Whether the server found damaged data.
  var isDamage: Bool { sqlState == "XX001" || sqlState == "XX002" }
}
