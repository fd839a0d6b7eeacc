import Logging
import ServiceLifecycle
import TroupePostgres

@testable import WarehouseServer

/// A program of a cluster, in the process of the tests.
struct Node {
  let server: WarehouseServer
  let cluster: Cluster
  /// The port on which it listens.
  let port: Int
  private let group: ServiceGroup
  private let running: Task<Void, any Error>

  /// Starts it, and waits until it has a lease.
  init(
    _ database: String,
    _ configuration: Cluster.Configuration = Cluster.Configuration(),
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  ) async throws {
    // A machine may be slow.
    var limits = Limits()
    limits.requestTime = .seconds(60)
    let storage = try PostgresStorage(PostgresConfiguration(connection: database))
    try await storage.ready()
    let cluster = Cluster(storage, configuration, limits: limits)
    self.cluster = cluster
    server = WarehouseServer(
      storage: storage,
      names: { try await cluster.names(after: $0, limit: $1) },
      cluster: cluster,
      limits: limits,
      logger: logger
    )
    let (ports, begins) = AsyncStream<Int>.makeStream()
    let services = server.services(host: "127.0.0.1", port: 0) { begins.yield($0) }
    let group = ServiceGroup(services: services, logger: logger)
    self.group = group
    running = Task {
      defer { begins.finish() }
      try await group.run()
    }
    guard let port = await ports.first(where: { _ in true }) else {
      try await running.value
      throw Ended()
    }
    self.port = port
  }

  /// Ends it as SIGTERM does.
  func end() async throws {
    await group.triggerGracefulShutdown()
    try await running.value
  }

  /// Sends a request on a separate connection, and returns the answer with its head.
  func request(_ head: String, _ body: String = "", headers: String = "") async throws -> String {
    let connection = try Connection(port: port)
    connection.send(
      """
      \(head) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
      \(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)
      """
    )
    return await connection.read()
  }

  private struct Ended: Error {}
}
