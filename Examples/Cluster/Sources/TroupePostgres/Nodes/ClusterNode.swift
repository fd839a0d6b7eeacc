import Locks
import Troupe
import TroupeDurable

/// One of several programs that share the keys of a ``PostgresStorage``: each key is at home on one of them.
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
/// A node has a lease, which it renews, and a key is at home on the node that has opened it, as long as the
/// lease of that one isn't over. Who opens a key takes its home along: the save with which a store begins
/// names the node, in the same row. From then on, other nodes that open the key get a ``HomeError`` with the
/// address of this one.
///
/// The lease is a row for the whole node. Renewing it is one statement, however many keys are at home there,
/// and leaving gives all of them back with another one.
///
/// Leases are there so that nodes don't take keys from each other. Nothing is lost or saved twice without
/// them: a node that was paused, and comes back after another one has opened its keys, can't save, as their
/// revisions are others.
public final class ClusterNode: Sendable {
  private enum Phase { case new, joined(until: Duration), over }

  /// Where others reach this node, in a form of the program's choice, such as a URL.
  public let address: String
  let id = Request.NodeID(StorageRevision())
  let database: PostgresStorage
  private let lease: Duration
  private let stopwatch: Stopwatch
  private let clock: any Clock<Duration>
  private let phase = Locked(Phase.new)
  let counts = Locked(ClusterStatistics())

  /// Creates a node, which has no lease yet.
  ///
  /// - Parameters:
  ///   - database: The storage of all nodes.
  ///   - address: Where others reach this node, in a form of the program's choice. Everybody who asks for one
  ///     of its keys gets it. It is this node's alone: when a node joins, the lease of one that joined with
  ///     the same address before is over, so that a program that is started again gets its keys at once.
  ///   - lease: How long after a crash of the node others wait until they open its keys. It is renewed three
  ///     times as often.
  ///   - clock: The clock by which the node notices that the lease is over. It has to go on while the machine
  ///     sleeps, as `ContinuousClock` does.
  public init(
    on database: PostgresStorage,
    address: String,
    lease: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    precondition(lease > .zero, "A lease needs time.")
    self.database = database
    self.address = address
    self.lease = lease
    self.clock = clock
    stopwatch = Stopwatch(clock)
  }

  /// Whether the node has a lease, by its own clock. That is at an end before it is in the database.
  public var hasLease: Bool {
    phase.withLock { phase in
      guard case .joined(let end) = phase else { return false }
      if stopwatch.elapsed() < end { return true }
      // What is over stays over, also if an answer comes late.
      phase = .over
      return false
    }
  }

  /// The storage for this node: keys at home elsewhere are refused, and those that are saved are at home
  /// here. It is for ``TroupeDurable/StoreDirectory/run(waking:every:now:key:)``; stores are opened with
  /// ``open(_:_:)``.
  ///
  /// Loads of keys that are at home elsewhere, and all calls without a lease, are `superseded`, so that
  /// stores close at once. Without a lease, no key is due.
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

  /// Renews the lease until it is over.
  ///
  /// Run it in a task of its own from ``join()`` to ``leave()``. It goes on while the database doesn't
  /// answer, until the lease is over.
  ///
  /// - Throws: A ``HomeError`` when the lease is over: the node came too late, or has left.
  ///   `CancellationError` when the task is cancelled; the lease then ends by itself.
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

  /// Ends the lease, so that other nodes can open the keys at once; they are told so. Shut down the directory
  /// first: what its stores haven't saved by now, they can't save any more.
  ///
  /// It resumes when the database has answered. Cancelling the task ends the wait.
  ///
  /// - Throws: A `StorageError`. The lease then ends by itself.
  public func leave() async throws(StorageError) {
    phase.withLock { $0 = .over }
    _ = try await database.change(.leave(id))
  }

  /// Gives a single key back, whose store has ended. Another node can open it at once, and those that
  /// remember where it was at home are told to forget it.
  ///
  /// - Parameter key: The key.
  /// - Throws: A `StorageError`.
  public func release(_ key: StorageKey) async throws(StorageError) {
    let isReleased = try await database.change(.release(key: Array(key.text.utf8), node: id))
    if isReleased { counts.withLock { $0.released += 1 } }
  }

  /// Opens a store, if its key isn't at home elsewhere. The key is at home here then.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - open: Makes the store, with the storage and the key that it is given.
  /// - Returns: What the closure returns.
  /// - Throws: A ``HomeError`` if the key is at home elsewhere, or the node has no lease; what the closure
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
    // Counted from before the request: in the database, the lease begins when that arrives.
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

  /// Whether the key comes from another node; the first save takes it, and only that one.
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
    try await node.database.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [DueKey] {
    guard node.hasLease else { return [] }
    return try await node.database.due(before: instant, limit: limit, for: node.id)
  }

  private func check(_ key: StorageKey) throws(StorageError) {
    guard !node.hasLease else { return }
    opening?.refuse(.noLease)
    throw .superseded(key)
  }
}
