import Locks
import Troupe
import TroupeDurable

/// One of several programs that share the keys of a ``PostgresStorage``: each key's home is one of them.
///
/// ```swift
/// let node = ClusterNode(on: storage, address: "http://10.0.0.7:8080")
/// try await node.join()
/// let directory = StoreDirectory { (name: String) in
///   try await node.open(StorageKey(name)) { storage, key in
///     try await Store(
///       initialState: Warehouse.State(),
///       storage: storage,
///       key: key,
///       codec: StateCodec(format: JSONFormat())
///     ) {
///       Warehouse()
///     }
///   }
/// }
/// ```
///
/// A node has a lease, which it renews. A key's home is the node that has opened it, as long as that node's
/// lease is valid. Opening a key takes over its home: the save with which a store begins names the node, in
/// the same row. From then on, other nodes that open the key get a ``HomeError`` with this node's address.
///
/// The lease is a row for the whole node. Renewing it is one statement, however many keys the node is home
/// to, and leaving releases all of them with another statement.
///
/// Leases keep nodes from taking keys from each other. They aren't needed for correctness: without them,
/// nothing is lost or saved twice. If a node was paused, and another node has opened its keys in the
/// meantime, the first node can't save, because the keys have new revisions.
public final class ClusterNode: Sendable {
  private enum Phase { case new, joined(until: Duration), over }

  /// The address at which others reach this node, in a form of the program's choice, such as a URL.
  public let address: String
  package let id = Request.NodeID(StorageRevision())
  let database: any NodeDatabase
  private let lease: Duration
  private let stopwatch: Stopwatch
  private let clock: any Clock<Duration>
  private let phase = Locked(Phase.new)
  let counts = Locked(ClusterStatistics())

  /// Creates a node, which has no lease yet.
  ///
  /// - Parameters:
  ///   - database: The storage of all nodes.
  ///   - address: The address at which others reach this node, in a form of the program's choice. Callers
  ///     that ask for one of its keys get it. It must be unique: when a node joins, the lease of an earlier
  ///     node with the same address ends, so that a restarted program gets its keys at once.
  ///   - lease: How long other nodes wait after a crash of the node before they open its keys. It is renewed
  ///     three times as often.
  ///   - clock: The clock by which the node notices that the lease has expired. It has to continue while the
  ///     machine sleeps, as `ContinuousClock` does.
  public convenience init(
    on database: PostgresStorage,
    address: String,
    lease: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(sharing: database, address: address, lease: lease, clock: clock)
  }

  package init(
    sharing database: any NodeDatabase,
    address: String,
    lease: Duration,
    clock: any Clock<Duration>
  ) {
    precondition(lease > .zero, "A lease needs time.")
    self.database = database
    self.address = address
    self.lease = lease
    self.clock = clock
    stopwatch = Stopwatch(clock)
  }

  /// Whether the node has a lease, by its own clock. By that clock, the lease ends earlier than in the
  /// database.
  public var hasLease: Bool {
    phase.withLock { phase in
      guard case .joined(let end) = phase else { return false }
      if stopwatch.elapsed() < end { return true }
      // An expired lease stays expired, even if an answer arrives late.
      phase = .over
      return false
    }
  }

  /// The storage for this node: keys whose home is elsewhere are refused, and saved keys have their home
  /// here. It is for ``TroupeDurable/StoreDirectory/run(waking:every:now:key:)``; stores are opened with
  /// ``open(_:_:)``.
  ///
  /// Loads of keys whose home is elsewhere, and all calls without a lease, throw `superseded`, so that stores
  /// close at once. Without a lease, no key is due.
  public var storage: any Storage { NodeStorage(node: self, opening: nil) }

  /// Begins the lease.
  ///
  /// It resumes when the database has answered. Cancelling the task ends the wait. After an error it can be
  /// called again, unless that is a ``HomeError``.
  ///
  /// - Throws: A `StorageError`, or a ``HomeError`` if the node has joined before, or the answer took longer
  ///   than the lease.
  public func join() async throws {
    let isNew = phase.withLock { phase in if case .new = phase { true } else { false } }
    guard isNew else { throw HomeError.noLease }
    try await extend(.join(request))
  }

  /// Renews the lease until it has expired.
  ///
  /// Run it in a separate task from ``join()`` to ``leave()``. It continues while the database doesn't
  /// answer, until the lease has expired.
  ///
  /// - Throws: A ``HomeError`` when the lease has expired, because a renewal was too late or the node has
  ///   left. `CancellationError` when the task is cancelled; the lease then ends by itself.
  public func run() async throws {
    while hasLease {
      try await clock.sleep(for: lease / 3)
      do {
        try await renew()
      } catch let error as StorageError where error.code == .unavailable {
        // As long as there is time, the next attempt may succeed.
        try Task.checkCancellation()
      }
    }
    throw HomeError.noLease
  }

  /// Renews the lease once.
  func renew() async throws { try await extend(.renew(request)) }

  /// Ends the lease, so that other nodes can open the keys at once, and notifies them. Shut down the
  /// directory first: what its stores haven't saved by now can't be saved any more.
  ///
  /// It resumes when the database has answered. Cancelling the task ends the wait.
  ///
  /// - Throws: A `StorageError`. The lease then ends by itself.
  public func leave() async throws(StorageError) {
    phase.withLock { $0 = .over }
    _ = try await database.change(.leave(id))
  }

  /// Releases a single key, whose store has ended. Another node can open it at once, and nodes that remember
  /// its home are notified to forget it.
  ///
  /// - Parameter key: The key.
  /// - Throws: A `StorageError`.
  public func release(_ key: StorageKey) async throws(StorageError) {
    let isReleased = try await database.change(.release(key: Array(key.text.utf8), node: id))
    if isReleased { counts.withLock { $0.released += 1 } }
  }

  /// Opens a store, unless its key's home is elsewhere. The key's home is then this node.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - open: Creates the store, with the storage and the key that it is given.
  /// - Returns: What the closure returns.
  /// - Throws: A ``HomeError`` if the key's home is elsewhere, or the node has no lease; what the closure
  ///   throws otherwise.
  public nonisolated(nonsending) func open<Result>(
    _ key: StorageKey,
    _ open: nonisolated(nonsending) (any Storage, StorageKey) async throws -> Result
  ) async throws -> Result {
    guard hasLease else { throw HomeError.noLease }
    let opening = Opening()
    do {
      return try await open(NodeStorage(node: self, opening: opening), key)
    } catch {
      throw opening.refusal ?? error
    }
  }

  private var request: Request.Node {
    let (seconds, attoseconds) = lease.components
    return Request.Node(
      id: id,
      address: address,
      lease: seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    )
  }

  private func extend(_ request: Request) async throws {
    // Counted from before the request: in the database, the lease begins when the request arrives.
    let end = stopwatch.elapsed() + lease
    let isExtended = try await database.change(request)
    let now = stopwatch.elapsed()
    let isThere = phase.withLock { phase in
      switch phase {
      case .over: return false
      case .joined(let end) where end <= now: break
      case .joined where isExtended && now < end, .new where isExtended && now < end:
        phase = .joined(until: end)
        return true
      default: break
      }
      phase = .over
      return false
    }
    if !isThere { throw HomeError.noLease }
  }
}

/// What is known of a key that is being opened.
final class Opening: Sendable {
  private let state = Locked((refusal: HomeError?.none, isMove: false))

  /// Why it couldn't be opened.
  var refusal: HomeError? { state.withLock { $0.refusal } }

  func refuse(_ error: HomeError) { state.withLock { $0.refusal = $0.refusal ?? error } }

  func noteMove() { state.withLock { $0.isMove = true } }

  /// Whether the key comes from another node; the first save takes it over, and only that one.
  func endMove() -> Bool {
    state.withLock { state in
      defer { state.isMove = false }
      return state.isMove
    }
  }
}

/// The storage of a node.
struct NodeStorage: Storage {
  let node: ClusterNode
  let opening: Opening?

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try check(key)
    let homes = node.database.homes
    let mark = homes.mark()
    switch try await node.database.load(key, for: node.id) {
    case .value(let value, let isMove):
      homes.forget(key)
      if isMove { opening?.noteMove() }
      return value
    case .nothing:
      homes.forget(key)
      return nil
    case .elsewhere(let address, let rest):
      homes.learn(key, at: address, rest: rest, since: mark)
      node.counts.withLock { $0.elsewhere += 1 }
      opening?.refuse(.elsewhere(address))
      throw .superseded(key)
    }
  }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    try check(key)
    do {
      try await node.database.save(
        bytes,
        for: key,
        expecting: expected,
        as: revision,
        wake: wake,
        at: node.id
      )
    } catch {
      if error.code == .superseded { node.counts.withLock { $0.fenced += 1 } }
      throw error
    }
    if opening?.endMove() == true { node.counts.withLock { $0.moves += 1 } }
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try check(key)
    try await node.database.removeValue(of: key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    guard node.hasLease else { return [] }
    return try await node.database.due(before: instant, limit: limit, for: node.id)
  }

  private func check(_ key: StorageKey) throws(StorageError) {
    guard !node.hasLease else { return }
    opening?.refuse(.noLease)
    throw .superseded(key)
  }
}
