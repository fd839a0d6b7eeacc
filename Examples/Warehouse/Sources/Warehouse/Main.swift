import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import Troupe
import TroupeDurable
import TroupePostgres
import UnixSignals
import WarehouseServer
import WarehouseStorage

@main
struct Warehouse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve warehouses, until SIGTERM or SIGINT ends the program.",
    discussion: """
      It prints "listening on http://127.0.0.1:8080" when it can be used. After the signal it takes no more requests, ends \
      those that it has, saves all warehouses, and exits with 0.
      """
  )

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for a free one.")
  var port = 8080

  @Option(help: "The folder of the database, or postgres://… for one that several programs share.")
  var database = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".warehouses").path

  @Option(
    help:
      "Where the other programs reach this one: an URL. By default it is where it listens. With PostgreSQL only."
  )
  var address: String?

  @Option(help: "The seconds after a crash until others take its warehouses over. With PostgreSQL only.")
  var lease = 10

  @Flag(
    help:
      "Send clients to the home of a warehouse with 307, and don't pass requests on. With PostgreSQL only."
  )
  var redirect = false

  @Flag(help: "Keep the warehouses in memory, and forget them in the end.")
  var inMemory = false

  @Option(
    help: "A name under which clients reach it, such as that of a proxy. It can be given more than once."
  )
  var allowHost: [String] = []

  @Option(help: "How many warehouses are kept open.")
  var capacity = 1_000

  @Option(help: "The seconds for which an item can be edited.")
  var editTime = 60

  @Option(help: "How many requests a client may send in a second; 0 for any number.")
  var requestsPerSecond = 200

  @Option(help: "How many event streams a client may have.")
  var streamsPerClient = 16

  @Option(help: "The seconds that requests and streams may take after the signal.")
  var grace = 10

  @Option(help: "The least level of what is logged: trace, debug, info, notice, warning, error.")
  var logLevel = "notice"

  func validate() throws {
    if Logger.Level(rawValue: logLevel) == nil {
      throw ValidationError("There is no such level: \(logLevel).")
    }
    if !(0...65_535).contains(port) { throw ValidationError("A port is from 0 to 65535.") }
    if capacity < 1 { throw ValidationError("There has to be room for one warehouse.") }
    if requestsPerSecond < 0 { throw ValidationError("A client can't send fewer than no requests.") }
    if streamsPerClient < 1 { throw ValidationError("A client may have at least one event stream.") }
    if lease < 1 { throw ValidationError("A lease has at least a second.") }
    if editTime < 1 { throw ValidationError("An item can be edited for at least a second.") }
    if address != nil || redirect, !isShared {
      throw ValidationError("Only programs with --database postgres://… share their warehouses.")
    }
    if let address, address.wholeMatch(of: /https?:\/\/(\[[0-9A-Fa-f:.]+\]|[^\/?#@:]+):[0-9]+/) == nil {
      throw ValidationError("An address is http://host:port.")
    }
    if isShared, address == nil, ["0.0.0.0", "::"].contains(host) {
      throw ValidationError("Say with --address where the other programs reach this one.")
    }
    if grace < 0 { throw ValidationError("The grace can't be negative.") }
  }

  func run() async throws {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    var logger = Logger(label: "warehouse")
    logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
    var limits = Limits()
    limits.requestsPerSecond = requestsPerSecond == 0 ? nil : requestsPerSecond
    limits.streamsPerClient = streamsPerClient
    limits.graceTime = .seconds(grace)
    limits.allowedHosts = AllowedHosts(allowHost + [host])
    let (storage, names, place, cluster) = try await openStorage(limits)
    let server = WarehouseServer(
      storage: storage,
      names: names,
      cluster: cluster,
      capacity: capacity,
      editTime: .seconds(editTime),
      limits: limits,
      logger: logger
    )
    let services = server.services(host: host, port: port) { port in
      print("warehouses are in \(place)")
      print("listening on http://\(host):\(port)")
      // It may be written to a pipe, whose reader waits for it.
      fflush(nil)
    }
    try await ServiceGroup(
      services: services,
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    ).run()
  }

  /// Whether the database is one that several programs share.
  private var isShared: Bool {
    !inMemory && ["postgres://", "postgresql://"].contains { database.hasPrefix($0) }
  }

  private func openStorage(_ limits: Limits) async throws -> (
    storage: (any Storage)?, names: WarehouseServer.Names?, place: String, cluster: Cluster?
  ) {
    if inMemory { return (nil, nil, "memory", nil) }
    if isShared {
      let storage = try PostgresStorage(PostgresConfiguration(connection: database))
      try await storage.ready()
      var configuration = Cluster.Configuration()
      (configuration.address, configuration.host) = (address, host)
      (configuration.lease, configuration.isRedirecting) = (.seconds(lease), redirect)
      let cluster = Cluster(storage, configuration, limits: limits)
      return (storage, { try await cluster.names(after: $0, limit: $1) }, "PostgreSQL", cluster)
    }
    try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: true)
    let storage = try SQLiteStorage(path: database + "/warehouses.sqlite")
    let names: WarehouseServer.Names = { name, limit in
      try await storage.keys(after: StorageKey(name), limit: limit).map(\.text)
    }
    return (storage, names, database, nil)
  }
}
