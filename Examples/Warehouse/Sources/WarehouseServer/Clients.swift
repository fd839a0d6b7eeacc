import Synchronization

/// The recent clients, each with its requests, streams and connections.
package final class Clients: Sendable {
  private struct Client {
    /// How many requests it may send now.
    var tokens: Double
    var since: ContinuousClock.Instant
    var streams = 0
  }

  let connections: Connections
  private let requestsPerSecond: Double?
  private let streamLimit: Int
  private let clients = Mutex<[String: Client]>([:])
  private static let tableLimit = 10_000

  package init(_ limits: Limits) {
    requestsPerSecond = limits.requestsPerSecond.map(Double.init)
    streamLimit = limits.streamsPerClient
    connections = Connections(limits)
  }

  /// Counts a request.
  ///
  /// - Returns: Whether it may be answered.
  func admit(_ address: String) -> Bool {
    guard let requestsPerSecond else { return true }
    let now = ContinuousClock.now
    return clients.withLock { clients in
      if clients.count > Self.tableLimit {
        // A client that was away for a second counts as new.
        clients = clients.filter { $0.value.streams > 0 || $0.value.since + .seconds(1) > now }
      }
      var client = clients[address] ?? Client(tokens: requestsPerSecond, since: now)
      client.tokens += client.since.duration(to: now) / .seconds(1) * requestsPerSecond
      client.tokens = min(client.tokens, requestsPerSecond)
      client.since = now
      let isAdmitted = client.tokens >= 1
      if isAdmitted { client.tokens -= 1 }
      clients[address] = client
      return isAdmitted
    }
  }

  /// Counts a stream; `endStream` has to follow if it returns true.
  ///
  /// - Returns: Whether it may begin.
  func beginStream(_ address: String) -> Bool {
    clients.withLock { clients in
      var client = clients[address] ?? Client(tokens: requestsPerSecond ?? 0, since: .now)
      guard client.streams < streamLimit else { return false }
      client.streams += 1
      clients[address] = client
      return true
    }
  }

  func endStream(_ address: String) {
    clients.withLock { $0[address]?.streams -= 1 }
  }
}
