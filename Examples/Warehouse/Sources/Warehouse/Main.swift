import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import Troupe
import TroupeDurable
import TroupeInspector
import TroupePostgres
import UnixSignals
import WarehouseFeature
import WarehouseServer
import WarehouseStorage

@main
struct Warehouse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve warehouses, until SIGTERM or SIGINT ends the program.",
    discussion: """
      It prints "listening on http://127.0.0.1:8080" when it can be used. After the signal it accepts no more requests, ends \
      the requests in progress, saves all warehouses, and exits with 0; or with 3 if changes were cut off that couldn't be saved.
      """
  )

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for a free one.")
  var port = 8080

  @Option(help: "The folder of the database, or postgres://… for a database that several programs share.")
  var database = DatabasePlace.home + "/.warehouses"

  @Option(
    help:
      "The URL at which the other programs reach this one. By default it is the address on which it listens. With PostgreSQL only."
  )
  var address: String?

  @Option(help: "The seconds after a crash until others take over its warehouses. With PostgreSQL only.")
  var lease = 10

  @Flag(
    help:
      "Send clients to the home of a warehouse with 307, instead of forwarding requests. With PostgreSQL only."
  )
  var redirect = false

  @Flag(help: "Keep the warehouses in memory, and discard them at the end.")
  var inMemory = false

  @Option(
    help: "A name under which clients reach it, such as the name of a proxy. It can be given more than once."
  )
  var allowHost: [String] = []

  @Option(
    help: """
      How many warehouses are kept open. It is a soft limit: one that is in use stays open, so that there may be as many \
      more as there are connections.
      """
  )
  var capacity = 1_000

  @Option(help: "The seconds for which an item can be edited.")
  var editTime = 60

  @Option(help: "How many requests a client may send per second; 0 for any number.")
  var requestsPerSecond = 200

  @Option(help: "How many connections a client may have; 0 for any number, as behind a proxy.")
  var connectionsPerClient = 100

  @Option(
    help: "How many connections there may be. If there are more, idle connections are closed."
  )
  var connections = 10_000

  @Option(help: "How many event streams a client may have.")
  var streamsPerClient = 16

  @Option(help: "The seconds that a request may take until its answer begins.")
  var requestTime = 2

  @Option(help: "The seconds after the signal within which the program ends, give or take one.")
  var grace = 10

  @Option(help: "The lowest level that is logged: trace, debug, info, notice, warning, error.")
  var logLevel = "notice"

  @Flag(help: "Show the warehouses in a browser on this machine. It prints the address of the page.")
  var inspect = false

  @Option(help: "The port of that page; 0 for a free one.")
  var inspectPort = 0

  @Flag(help: "Show what clients have sent on that page, too: the items, and the payloads of actions.")
  var inspectPayloads = false

  func run() async throws {
    // Other users of the machine can't read what it writes.
    umask(0o077)
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    var logger = Logger(label: "warehouse")
    logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
    var limits = Limits()
    limits.requestsPerSecond = requestsPerSecond == 0 ? nil : requestsPerSecond
    limits.streamsPerClient = streamsPerClient
    limits.connectionsPerClient = connectionsPerClient == 0 ? nil : connectionsPerClient
    limits.connections = Descriptors.room(for: connections)
    if limits.connections < connections {
      logger.warning("The limit of open files leaves room for \(limits.connections) connections")
    }
    limits.graceTime = .seconds(grace)
    limits.requestTime = .seconds(requestTime)
    limits.allowedHosts = AllowedHosts(allowedHosts)
    let (storage, names, place, cluster, lock) = try await openStorage(limits)
    defer {
      Self.close(storage, logger)
      withExtendedLifetime(lock) {}
    }
    let inspector = inspector
    let server = WarehouseServer(
      storage: storage,
      names: names,
      cluster: cluster,
      capacity: capacity,
      editTime: .seconds(editTime),
      limits: limits,
      instruments: inspector.map { [$0] } ?? [],
      onOpen: inspector.map { inspector in
        Warehouses.OnOpen { name, store in await inspector.attach(store, key: name) }
      },
      logger: logger,
      reason: Self.reason
    )
    let watchdog = Watchdog(duration: Double(grace) + 0.8, logger: logger) { server.saving?.unsaved ?? [] }
    var services = server.services(host: bareHost, port: port) { port in
      print("warehouses are in \(place)")
      print("listening on http://\(Authority.inURL(bareHost)):\(port)")
      // It may be written to a pipe, whose reader waits for it.
      fflush(nil)
    } onSignal: {
      watchdog.begin()
    }
    if let inspector { services.append(InspectPage(inspector: inspector, port: inspectPort)) }
    do {
      try await ServiceGroup(
        services: services,
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      ).run()
    } catch is ChangesCutOff {
      // It is in the log.
      throw ExitCode(Self.cutOff)
    } catch {
      throw StartError(host: host, port: port, error) ?? error
    }
  }

  /// What shows the warehouses in a browser; nil if nobody has asked for it.
  private var inspector: Inspector? {
    guard inspect else { return nil }
    var options = InspectorOptions()
    options.showsPayloads = inspectPayloads
    return Inspector(options: options)
  }

  /// The status with which the program ends if changes couldn't be saved.
  static let cutOff: Int32 = 3

  /// The sentence that clients get for a database error.
  @Sendable
  private static func reason(_ error: StorageError) -> String {
    guard let underlying = error.underlying else { return "The database doesn't answer." }
    return switch SQLiteStorage.failure(underlying) {
    case .full: "The disk is full."
    case .locked: "Another program has locked the database."
    case .readOnly: "The database can only be read."
    case .moved: "The files of the database aren't where they were: they were moved or deleted."
    default: "The database doesn't answer."
    }
  }

  private func openStorage(_ limits: Limits) async throws -> (
    storage: (any Storage)?, names: WarehouseServer.Names?, place: String, cluster: Cluster?,
    lock: FolderLock?
  ) {
    if inMemory { return (nil, nil, "memory", nil, nil) }
    switch try place() {
    case .postgres(let connection):
      let storage: PostgresStorage
      do throws(PostgresError) {
        storage = try PostgresStorage(PostgresConfiguration(connection: connection))
        try await storage.ready()
      } catch {
        throw StartError(postgres: error)
      }
      var configuration = Cluster.Configuration()
      (configuration.address, configuration.host) = (address, bareHost)
      (configuration.lease, configuration.isRedirecting) = (.seconds(lease), redirect)
      let cluster = Cluster(storage, configuration, limits: limits)
      return (storage, { try await cluster.names(after: $0, limit: $1) }, "PostgreSQL", cluster, nil)
    case .folder(let folder):
      let (storage, lock) = try Self.openDatabase(in: folder)
      let names: WarehouseServer.Names = { name, limit in
        try await storage.keys(after: StorageKey(name), limit: limit).map(\.text)
      }
      return (storage, names, folder, nil, lock)
    }
  }

  /// Takes other users' permissions from existing files, which an earlier version has left.
  private static func keepToOneself(_ files: [String]) throws(StartError) {
    for file in files where FileManager.default.fileExists(atPath: file) {
      do {
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int ?? 0
        guard mode & 0o077 != 0 else { continue }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      } catch {
        throw StartError(openFile: file)
      }
    }
  }

  /// Leaves one file of the database. The database is complete without that, too.
  private static func close(_ storage: (any Storage)?, _ logger: Logger) {
    do {
      try (storage as? SQLiteStorage)?.close()
    } catch {
      logger.error("The database is left as after a crash", metadata: ["error": "\(error)"])
    }
  }

  private static func openDatabase(
    in folder: String
  ) throws(StartError) -> (SQLiteStorage, FolderLock) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw StartError(folder: folder, error)
    }
    let file = folder + "/warehouses.sqlite"
    let lock = try FolderLock(folder, databaseAt: file)
    try keepToOneself([file, file + "-wal", file + "-shm", file + "-commits"])
    do {
      return (try SQLiteStorage(path: file), lock)
    } catch {
      throw StartError(database: folder, error)
    }
  }
}
