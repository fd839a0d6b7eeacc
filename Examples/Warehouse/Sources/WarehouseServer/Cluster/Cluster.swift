import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Synchronization
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupePostgres
import WarehouseFeature

/// The programs that share the warehouses of a database, from the point of view of one of them.
///
/// The home of each warehouse is one node, which has its store. The others forward requests to it.
package final class Cluster: Sendable {
  /// How a program takes part.
  package struct Configuration: Sendable {
    /// The address at which the other programs reach this one, as in `http://10.0.0.7:8080`; nil for the
    /// address on which it listens.
    package var address: String?
    /// The host on which it listens.
    package var host = "127.0.0.1"
    /// How long its warehouses are unavailable after a crash.
    package var lease = Duration.seconds(10)
    /// Whether clients are sent to the home of a warehouse with 307, and requests aren't forwarded.
    package var isRedirecting = false
    /// The clock by which it reads the nodes again.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    package init() {}
  }

  private struct State {
    var node: ClusterNode?
    var isReady = false
    /// Why the lease was lost; nil if that isn't known.
    var reasonOfPause: String?
    var isDraining = false
    /// The warehouses that are being saved, and are released after that.
    var leaving: Set<String> = []
    var members: (begin: ContinuousClock.Instant, task: Task<[ClusterMember], any Error>)?
    /// A node whose request for a lease wasn't answered.
    var joining: ClusterNode?
    var secret: String?
    /// The statistics of nodes whose leases were lost.
    var past = Counts()
    var forwarded = 0
    var unreachable = 0
    /// The warehouses whose changes couldn't be saved before the hand-over.
    var cutOff: [String] = []
  }

  let storage: PostgresStorage
  let configuration: Configuration
  let client: HomeClient
  private let state = Mutex(State())
  private let address: AsyncStream<String>
  private let addressIsKnown: AsyncStream<String>.Continuation
  private let firstJoin: AsyncStream<Never>
  private let joined: AsyncStream<Never>.Continuation

  package init(_ storage: PostgresStorage, _ configuration: Configuration, limits: Limits = Limits()) {
    self.storage = storage
    self.configuration = configuration
    // A home that doesn't respond for this long has lost its lease, and a home that can answer does so in
    // time.
    client = HomeClient(limits, patience: min(configuration.lease, limits.requestTime))
    (address, addressIsKnown) = AsyncStream.makeStream()
    (firstJoin, joined) = AsyncStream.makeStream()
  }

  // MARK: The node

  /// Whether it has a lease, and isn't shutting down.
  package var isReady: Bool {
    state.withLock { $0.isReady && !$0.isDraining && $0.node?.hasLease == true }
  }

  var isDraining: Bool { state.withLock { $0.isDraining } }
  var node: ClusterNode? { state.withLock { $0.node } }
  var joining: ClusterNode? { state.withLock { $0.joining } }

  /// How warehouses are opened while there is no node: not at all.
  var sharing: SharedWarehouses {
    SharedWarehouses(due: storage) { _, _ in throw NotReady() }
  }

  /// How warehouses are opened on a node.
  func sharing(on node: ClusterNode) -> SharedWarehouses {
    SharedWarehouses(due: node.storage) { [self] key, open in
      guard !isDraining else {
        // Others can have it at once, unless it has something to save.
        if !state.withLock({ $0.leaving.contains(key.text) }) { try await node.release(key) }
        throw WarehouseMoves()
      }
      return try await node.open(key) { storage, _ in try await open(storage) }
    }
  }

  /// Sets the address on which the program listens, and waits until it takes part.
  func join(listeningOn port: Int) async {
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    addressIsKnown.yield(configuration.address ?? "http://\(host):\(port)")
    await cancelWhenGracefulShutdown { [firstJoin] in for await _ in firstJoin {} }
  }

  /// Waits for the address of the program; nil if the task is cancelled.
  func listening() async -> String? { await address.first { _ in true } }

  /// Joins with a new node, which then has a lease.
  func join(at address: String) async throws -> ClusterNode {
    // The request of a node that wasn't answered may still arrive, and would end the lease of another node
    // with the same address.
    let node = state.withLock { state in
      let node = state.joining ?? ClusterNode(on: storage, address: address, lease: configuration.lease)
      state.joining = node
      return node
    }
    let secret = try await secret()
    do {
      try await node.join()
    } catch let error as HomeError {
      state.withLock { $0.joining = nil }
      throw error
    }
    state.withLock {
      $0.joining = nil
      $0.past.add($0.node?.statistics)
      ($0.node, $0.secret) = (node, secret)
    }
    return node
  }

  /// Records that requests can be answered.
  func begin() {
    state.withLock { ($0.isReady, $0.reasonOfPause) = (true, nil) }
    joined.finish()
  }

  /// Records that the lease has expired.
  func pause(_ reason: String?) { state.withLock { ($0.isReady, $0.reasonOfPause) = (false, reason) } }

  var reasonOfPause: String? { state.withLock { $0.reasonOfPause } }

  /// Opens no more warehouses.
  func beginDraining() { state.withLock { $0.isDraining = true } }

  func beginHandingOver(_ names: [String]) { state.withLock { $0.leaving.formUnion(names) } }
  func endHandingOver(_ name: String) { state.withLock { _ = $0.leaving.remove(name) } }

  func noteCutOff(_ name: String) { state.withLock { $0.cutOff.append(name) } }

  var cutOff: ChangesCutOff? {
    state.withLock { $0.cutOff.isEmpty ? nil : ChangesCutOff(warehouses: $0.cutOff.sorted()) }
  }

  func end() { joined.finish() }

  // MARK: The secret

  /// No warehouse has this name.
  private static let secretKey: StorageKey = ".secret"

  /// A number that programs with access to the database know, and no client.
  private func secret() async throws -> String {
    if let value = try await storage.load(Self.secretKey) {
      return String(decoding: value.bytes, as: UTF8.self)
    }
    let secret = (0..<4).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
    do throws(StorageError) {
      try await storage.save(
        Array(secret.utf8),
        for: Self.secretKey,
        expecting: nil,
        as: StorageRevision(),
        wake: nil
      )
      return secret
    } catch {
      guard error.code == .superseded else { throw error }
      // Another program was first.
      return try await self.secret()
    }
  }

  /// The names of the first warehouses after a name, at most this many.
  package func names(after name: String, limit: Int) async throws -> [String] {
    // The first key is the name itself; the others are the keys of the secret and of the watch.
    let keys = try await storage.keys(from: StorageKey(name), limit: limit + 3).map(\.text)
    return Array(keys.filter { Warehouses.isName($0) && $0 != name }.prefix(limit))
  }

  var secretOfAll: String? { state.withLock { $0.secret } }

  /// Whether another program has forwarded a request, after it has checked the client.
  func hasPassedOn(_ request: Hummingbird.Request) -> Bool {
    guard let field = request.headers[.forwarded], let secretOfAll else { return false }
    return field == secretOfAll
  }

  // MARK: What it says of itself

  func noteForwarded() { state.withLock { $0.forwarded += 1 } }
  func noteUnreachable() { state.withLock { $0.unreachable += 1 } }

  private var counts: Counts {
    state.withLock { state in
      var counts = state.past
      counts.add(state.node?.statistics)
      (counts.forwarded, counts.unreachable) = (state.forwarded, state.unreachable)
      return counts
    }
  }

  /// The numbers for Prometheus.
  func samples(openWarehouses: Int) -> [PrometheusMetrics.Sample] {
    let gauges = [("ready", isReady ? 1 : 0), ("open", openWarehouses)]
    let counts = counts
    let counters = [
      ("moves", counts.moves), ("elsewhere", counts.elsewhere), ("fenced", counts.fenced),
      ("released", counts.released), ("forwarded", counts.forwarded), ("unreachable", counts.unreachable),
    ]
    return gauges.map { .init(name: "warehouse_cluster_\($0.0)", isCounter: false, value: $0.1) }
      + counters.map { .init(name: "warehouse_cluster_\($0.0)_total", isCounter: true, value: $0.1) }
  }

  /// All nodes, at most two seconds old: to count their warehouses, the database reads all rows.
  private func members() async throws -> [ClusterMember] {
    let task = state.withLock { state in
      let now = configuration.now()
      if let (begin, task) = state.members, begin.duration(to: now) < .seconds(2) { return task }
      let task = Task { [node = state.node] in try await node?.members() ?? [] }
      state.members = (now, task)
      return task
    }
    return try await task.value
  }

  /// The answer of `/cluster`.
  func report(openWarehouses: Int) async throws -> ClusterReport {
    let node = node
    let now = WallClockInstant.now
    let members = try await members()
    return ClusterReport(
      address: node?.address,
      isReady: isReady,
      isDraining: isDraining,
      openWarehouses: openWarehouses,
      counts: counts,
      nodes: members.map { member in
        ClusterReport.Node(
          address: member.address,
          leaseEndsAt: now.advanced(by: member.lease).text,
          hasLease: member.lease > .zero,
          keys: member.keyCount,
          isSelf: member.isSelf
        )
      }
    )
  }
}

/// The program doesn't take part yet.
struct NotReady: Error {}

/// The program is shutting down, and gives the warehouse to the next node that asks for it.
struct WarehouseMoves: Error {}

/// What a program has done since it started.
struct Counts: Encodable {
  var moves = 0
  var elsewhere = 0
  var fenced = 0
  var released = 0
  var forwarded = 0
  var unreachable = 0

  mutating func add(_ statistics: ClusterStatistics?) {
    guard let statistics else { return }
    moves += statistics.moves
    elsewhere += statistics.elsewhere
    fenced += statistics.fenced
    released += statistics.released
  }
}

/// The nodes, and the statistics of this one.
struct ClusterReport: Encodable {
  struct Node: Encodable {
    let address: String
    let leaseEndsAt: String
    let hasLease: Bool
    /// Nil if there are too many to count.
    let keys: Int?
    let isSelf: Bool
  }

  let address: String?
  let isReady: Bool
  let isDraining: Bool
  let openWarehouses: Int
  let counts: Counts
  let nodes: [Node]
}
