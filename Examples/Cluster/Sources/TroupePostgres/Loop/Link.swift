/// The place of a connection, which is re-established when it is lost.
final class Link {
  let isWriter: Bool
  /// Whether it listens for moves.
  let isListener: Bool
  var connection: Connection?
  /// When to connect again; nil while there is a connection, or none is wanted.
  var retry: Duration?
  /// The number of failures since the last successful batch.
  var failures = 0
  /// The number of the host to begin with. After a failed attempt, it is the next one.
  var host = 0
  /// Why there is no connection.
  var error: PostgresError?

  init(isWriter: Bool = false, isListener: Bool = false) {
    (self.isWriter, self.isListener) = (isWriter, isListener)
  }

  /// The connection, if calls can be sent on it.
  var ready: Connection? { connection.flatMap { $0.isReady ? $0 : nil } }
}
