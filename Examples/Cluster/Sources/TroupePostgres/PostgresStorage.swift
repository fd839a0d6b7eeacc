import Synchronization
import Troupe
import TroupeDurable

/// A storage in a PostgreSQL database, which many programs can use at the same time.
///
/// ```swift
/// let storage = try PostgresStorage(PostgresConfiguration(connection: "postgres://localhost/warehouse"))
/// try await storage.ready()
/// ```
///
/// Changes that arrive while a transaction is running share the next one: a thousand stores that save at the
/// same time need one commit, and not a thousand. Each change is fenced by its revision, so a superseded
/// change doesn't affect the others.
///
/// While there is no connection, calls wait for the next one, at most as long as the configuration says. A
/// change whose answer was lost with a connection isn't in doubt for long: the next connection first ends the
/// previous one, then looks for the change's revision, and makes the change if it wasn't made.
///
/// The connection that writes holds an advisory lock of the session, and all have prepared statements. A
/// proxy between the storage and the server has to keep sessions, as PgBouncer does in its mode `session`.
///
/// A key has at most 2,500 bytes, and a value 500,000,000. Larger ones throw `unavailable`, and nothing is
/// saved.
///
/// The storage has a thread, on which it waits for the database. ``close()`` ends the thread, and so does
/// releasing the storage.
public final class PostgresStorage: Storage, NodeDatabase {
  private let inbox: Inbox
  private let settings: Settings
  private let lastID = Atomic<UInt64>(0)

  /// Creates a storage, which begins to connect.
  ///
  /// - Parameter configuration: The database and the time limits.
  /// - Throws: A ``PostgresError`` if the connection string can't be read, or the process has no threads or
  ///   file descriptors left.
  public init(_ configuration: PostgresConfiguration) throws(PostgresError) {
    settings = try Settings(configuration)
    inbox = try Inbox()
    try DriverThread.start(settings, inbox)
  }

  // There are no calls any more, because calls keep the storage alive.
  deinit { _ = inbox.send(.close(nil)) }

  /// The statistics of the storage.
  public var statistics: PostgresStatistics { settings.counters.current }

  /// Waits for the database's first answer, so that a program can report a problem when it starts.
  ///
  /// Without a connection, it tries to connect at once. It resumes when the tables exist, or the attempt has
  /// failed. Later attempts are made in any case. Cancelling the task changes nothing.
  ///
  /// - Throws: A ``PostgresError``.
  public func ready() async throws(PostgresError) {
    let result = await withCheckedContinuation { continuation in
      if !inbox.send(.ready(continuation)) { continuation.resume(returning: .failure(.closed)) }
    }
    try result.get()
  }

  /// Accepts no more calls, and disconnects. Earlier calls are answered; if that needs another connection,
  /// they throw `unavailable`.
  ///
  /// It resumes when all calls are answered, at the latest when their time is over. Cancelling the task
  /// changes nothing.
  public func close() async {
    await withCheckedContinuation { continuation in
      if !inbox.send(.close(continuation)) { continuation.resume() }
    }
  }

  /// Returns the value of a key.
  public func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    if case .value(let value, _) = try await load(key, for: nil) { value } else { nil }
  }

  /// Replaces the value of a key, if its revision is the expected one.
  public func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    try await save(bytes, for: key, expecting: expected, as: revision, wake: wake, at: nil)
  }

  /// Removes the value of a key, if its revision is the expected one. If there is no value, nothing happens.
  public func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await removeValue(of: key, expecting: expected)
  }

  /// Returns the keys that asked to be opened before an instant, the earliest first. Instants are kept in
  /// microseconds, rounded up.
  public func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await due(before: instant, limit: limit, for: nil)
  }

  /// Returns the existing keys, in the order of their bytes.
  ///
  /// ```swift
  /// let names = try await storage.keys(limit: 1_000)
  /// ```
  ///
  /// It resumes when the database has answered. Cancelling the task ends the wait.
  ///
  /// - Parameters:
  ///   - first: The key to begin with, or the next one if it doesn't exist.
  ///   - limit: The maximum number of keys.
  /// - Throws: A `StorageError`.
  public func keys(from first: StorageKey = "", limit: Int) async throws(StorageError) -> [StorageKey] {
    guard case .keys(let keys) = try await perform(.keys(from: Array(first.text.utf8), limit: limit))
    else { return [] }
    return keys.map { StorageKey(String(decoding: $0, as: UTF8.self)) }
  }

  // MARK: Nodes

  package var homes: Homes { settings.homes }

  package func perform(_ request: Request) async throws(StorageError) -> Reply {
    let key = request.storageKey
    if case .save(let save) = request, let error = PostgresError.tooLarge(save) {
      throw .unavailable(key, because: error)
    }
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (answer: Call.Answer) in
        guard inbox.send(.call(Call(id: id, request: request), answer)) else {
          answer.resume(returning: .failure(.unavailable(key, because: PostgresError.closed)))
          return
        }
        // The handler may have run before the call was registered.
        if Task.isCancelled { _ = inbox.send(.cancel(id)) }
      }
    } onCancel: {
      _ = inbox.send(.cancel(id))
    }
    do {
      return try result.get()
    } catch  where error.key == nil && error.code == .unavailable {
      throw .unavailable(key, because: error.underlying ?? PostgresError.closed)
    }
  }
}

extension PostgresError {
  fileprivate static func tooLarge(_ save: Request.Save) -> PostgresError? {
    guard save.bytes.count > Settings.largestValue || save.key.count > Settings.largestKey else { return nil }
    return PostgresError(
      .tooLarge,
      """
      A key has at most \(Settings.largestKey) bytes, and a value \(Settings.largestValue): these have \
      \(save.key.count) and \(save.bytes.count).
      """
    )
  }
}
