import Logging
import Synchronization

/// The connections of a server: at most this many of a client, and this many in total.
///
/// If there is one too many, the connection that has waited for a request the longest is closed. If none
/// waits, the new one is rejected.
package final class Connections: Sendable {
  /// What happens to a new connection.
  enum Entry {
    case admitted(Connections.Place)
    /// It gets one answer, which says why.
    case refused(Connections.Place, EdgeProblem)
    /// It is closed, because many others wait for such an answer.
    case closed
  }

  private struct State {
    var places: [String: [ObjectIdentifier: Place]] = [:]
    var count = 0
    /// How many connections wait for the answer that rejects them.
    var refusedCount = 0
    /// The addresses of other servers, which forward the requests of any number of clients.
    var servers: Set<String> = []
    var closedTotal = 0
    var refusedTotal = 0
    var lastLog: (time: ContinuousClock.Instant, closed: Int, refused: Int)?
  }

  static let refusedAtATime = 32
  /// An attack must not fill the log, too.
  private static let logInterval = Duration.seconds(10)

  private let limitOfClient: Int
  private let limit: Int
  private let lastMoment = Atomic<UInt64>(0)
  private let state = Mutex(State())

  init(_ limits: Limits) {
    limitOfClient = limits.connectionsPerClient ?? .max
    limit = limits.connections
  }

  /// The number of connections, without the rejected ones.
  var count: Int { state.withLock { $0.count } }

  /// The numbers for Prometheus.
  var samples: [PrometheusMetrics.Sample] {
    let (count, closed, refused) = state.withLock { ($0.count, $0.closedTotal, $0.refusedTotal) }
    return [
      .init(name: "warehouse_connections", isCounter: false, value: count),
      .init(name: "warehouse_connections_closed_total", isCounter: true, value: closed),
      .init(name: "warehouse_connections_refused_total", isCounter: true, value: refused),
    ]
  }

  /// Accepts a new connection. ``remove(_:)`` has to follow when it has ended, unless it is to be closed.
  ///
  /// - Parameter close: Closes it. It may be called from anywhere.
  func add(_ address: String, _ logger: Logger, close: @escaping @Sendable () -> Void) -> Entry {
    let place = Place(address, self, close)
    let (entry, closed, problem) = state.withLock { state in
      let problem = excess(address, state)
      let closed = problem.flatMap { Self.closeIdle($0 == .tooManyOfClient ? address : nil, &state) }
      let mustRefuse = problem != nil && closed == nil
      return (admit(place, mustRefuse ? problem : nil, &state), closed, problem)
    }
    closed?.close()
    if let problem { log(problem, address, logger) }
    return entry
  }

  /// The limit that one more connection of an address would exceed.
  private func excess(_ address: String, _ state: State) -> EdgeProblem? {
    if state.places[address]?.count ?? 0 >= limitOfClient, !state.servers.contains(address) {
      return .tooManyOfClient
    }
    return state.count >= limit ? .tooManyConnections : nil
  }

  /// Removes the connection that has waited the longest, of an address or of all.
  private static func closeIdle(_ address: String?, _ state: inout State) -> Place? {
    while true {
      var longest: (place: Place, since: UInt64)?
      for (key, places) in state.places where address == nil || key == address {
        for place in places.values {
          guard let since = place.idleSince, since < longest?.since ?? .max else { continue }
          longest = (place, since)
        }
      }
      guard let longest else { return nil }
      // A request may have arrived in the meantime.
      guard longest.place.closes(idleSince: longest.since) else { continue }
      state.closedTotal += 1
      remove(longest.place, &state)
      return longest.place
    }
  }

  private func admit(_ place: Place, _ problem: EdgeProblem?, _ state: inout State) -> Entry {
    guard let problem else {
      state.places[place.address, default: [:]][ObjectIdentifier(place)] = place
      state.count += 1
      return .admitted(place)
    }
    state.refusedTotal += 1
    guard state.refusedCount < Self.refusedAtATime else { return .closed }
    state.refusedCount += 1
    return .refused(place, problem)
  }

  /// Records that a connection has ended.
  func remove(_ place: Place, isRefused: Bool) {
    state.withLock { state in
      if isRefused { state.refusedCount -= 1 } else { Self.remove(place, &state) }
    }
  }

  private static func remove(_ place: Place, _ state: inout State) {
    guard state.places[place.address]?.removeValue(forKey: ObjectIdentifier(place)) != nil else { return }
    state.count -= 1
    if state.places[place.address]?.isEmpty == true { state.places[place.address] = nil }
  }

  /// Records that another server is at an address. It may have any number of connections.
  func addServer(_ address: String) { state.withLock { _ = $0.servers.insert(address) } }

  private func log(_ problem: EdgeProblem, _ address: String, _ logger: Logger) {
    let counts: (closed: Int, refused: Int)? = state.withLock { state in
      let (now, last) = (ContinuousClock.now, state.lastLog)
      if let last, last.time + Self.logInterval > now { return nil }
      state.lastLog = (now, state.closedTotal, state.refusedTotal)
      return (state.closedTotal - (last?.closed ?? 0), state.refusedTotal - (last?.refused ?? 0))
    }
    guard let counts else { return }
    logger.warning(
      problem == .tooManyOfClient ? "A client has too many connections" : "There are too many connections",
      metadata: [
        "client.address": "\(address)", "connections.closed": "\(counts.closed)",
        "connections.refused": "\(counts.refused)",
      ]
    )
  }

  fileprivate func nextMoment() -> UInt64 { lastMoment.add(1, ordering: .relaxed).newValue }

  /// A connection of a client.
  final class Place: Sendable {
    private static let busy: UInt64 = 0
    private static let closed = UInt64.max

    let address: String
    private let connections: Connections
    fileprivate let close: @Sendable () -> Void
    /// The moment since which it waits for a request, or one of the values above.
    private let state: Atomic<UInt64>

    fileprivate init(_ address: String, _ connections: Connections, _ close: @escaping @Sendable () -> Void) {
      (self.address, self.connections, self.close) = (address, connections, close)
      state = Atomic(connections.nextMoment())
    }

    /// Since when it waits for a request; nil if it doesn't.
    fileprivate var idleSince: UInt64? {
      let moment = state.load(ordering: .relaxed)
      return moment == Self.busy || moment == Self.closed ? nil : moment
    }

    /// Marks the connection as closed if it is still waiting since the moment. Returns whether it was.
    fileprivate func closes(idleSince moment: UInt64) -> Bool { change(moment, to: Self.closed) }

    /// Records that a request has arrived. Returns false if it is too late, because the connection is being
    /// closed.
    func begin() -> Bool {
      guard let moment = idleSince else { return state.load(ordering: .relaxed) == Self.busy }
      return change(moment, to: Self.busy)
    }

    /// Records that all requests are answered.
    func end() { _ = change(Self.busy, to: connections.nextMoment()) }

    private func change(_ old: UInt64, to new: UInt64) -> Bool {
      state.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
    }
  }
}
