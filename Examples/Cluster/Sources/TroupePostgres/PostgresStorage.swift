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
/// The storage has a thread, on which it waits for the database. ``close()`` ends the thread, and so does
/// releasing the storage.
public final class PostgresStorage: Storage {
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
  ///
  /// A key has at most 2,500 bytes, and a value 500,000,000. Larger ones throw `unavailable`, and nothing is
  /// saved.
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
    _ = try await perform(.remove(key: Array(key.text.utf8), expected: RevisionBits(expected)), key)
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
    guard case .keys(let keys) = try await perform(.keys(from: Array(first.text.utf8), limit: limit), nil)
    else { return [] }
    return keys.map { StorageKey(String(decoding: $0, as: UTF8.self)) }
  }

  // MARK: Nodes

  /// The homes of keys, as of the last query.
  var homes: Homes { settings.homes }

  /// The result of a node's load of a key.
  enum Loaded {
    case nothing
    /// - Parameter isMove: Whether the key's home was another node.
    case value(StoredValue, isMove: Bool)
    /// The key's home is the node with this address.
    ///
    /// - Parameter rest: The remaining time of that node's lease.
    case elsewhere(String, rest: Duration)
  }

  /// Returns the current value, unless the key's home is another node than the caller's.
  func load(
    _ key: StorageKey,
    for node: Request.NodeID?
  ) async throws(StorageError) -> Loaded {
    switch try await perform(.load(key: Array(key.text.utf8), node: node), key) {
    case .value(let bytes, let bits, let isMove):
      guard let revision = bits.revision else { preconditionFailure("A revision has 128 bits.") }
      return .value(StoredValue(bytes: bytes, revision: revision), isMove: isMove)
    case .elsewhere(let address, let rest): return .elsewhere(address, rest: .microseconds(rest))
    default: return .nothing
    }
  }

  /// - Parameter node: The key's new home; nil to leave the home as it is.
  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?,
    at node: Request.NodeID?
  ) async throws(StorageError) {
    precondition(
      revision != expected,
      "Storage.save: The new revision has to differ from the expected one."
    )
    guard bytes.count <= Settings.largestValue, key.text.utf8.count <= Settings.largestKey else {
      throw .unavailable(key, because: PostgresError.tooLarge(bytes, key))
    }
    let save = Request.Save(
      key: Array(key.text.utf8),
      bytes: bytes,
      expected: expected.map { RevisionBits($0) },
      revision: RevisionBits(revision),
      wake: wake?.microseconds,
      node: node
    )
    _ = try await perform(.save(save), key)
  }

  /// - Parameter node: The asking node: keys whose home is another node are left out; nil for all keys.
  func due(
    before instant: WallClockInstant,
    limit: Int,
    for node: Request.NodeID?
  ) async throws(StorageError) -> [ScheduledKey] {
    let request = Request.due(before: instant.microseconds, limit: limit, node: node)
    guard case .due(let due) = try await perform(request, nil) else { return [] }
    return due.map { row in
      ScheduledKey(
        key: StorageKey(String(decoding: row.key, as: UTF8.self)),
        wake: WallClockInstant(microseconds: row.wake)
      )
    }
  }

  /// Returns all nodes, with the number of their keys if there are at most `limit` keys.
  func nodes(countingUpTo limit: Int) async throws(StorageError) -> [Reply.Node] {
    guard case .nodes(let nodes) = try await perform(.nodes(limit: limit), nil) else { return [] }
    return nodes
  }

  /// Makes a change to the leases.
  ///
  /// - Returns: Whether there was anything to change.
  func change(_ request: Request) async throws(StorageError) -> Bool {
    if case .done = try await perform(request, request.storageKey) { true } else { false }
  }

  private func perform(_ request: Request, _ key: StorageKey?) async throws(StorageError) -> Reply {
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
  fileprivate static func tooLarge(_ bytes: [UInt8], _ key: StorageKey) -> PostgresError {
    PostgresError(
      .tooLarge,
      """
      A key has at most \(Settings.largestKey) bytes, and a value \(Settings.largestValue): these have \
      \(key.text.utf8.count) and \(bytes.count).
      """
    )
  }
}

extension WallClockInstant {
  /// Rounded up, and at most 285,000 years away.
  fileprivate var microseconds: Int64 {
    let limit: Int64 = 9_000_000_000_000
    let (seconds, attoseconds) = sinceEpoch.components
    guard seconds.magnitude < limit.magnitude else { return seconds.signum() * limit * 1_000_000 }
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return seconds * 1_000_000 + whole + (rest > 0 ? 1 : 0)
  }

  fileprivate init(microseconds: Int64) { self.init(sinceEpoch: .microseconds(microseconds)) }
}
