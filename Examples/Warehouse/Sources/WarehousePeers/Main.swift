import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import WarehouseServer

@main
struct WarehousePeers: AsyncParsableCommand {
  enum Kind: String, EnumerableFlag {
    case stores, actor, states, rows

    static func help(for kind: Kind) -> ArgumentHelp? {
      switch kind {
      case .stores: "A store without instruments for each warehouse, in memory."
      case .actor: "An actor for each warehouse, in memory."
      case .states: "An actor for each warehouse, which saves all of it with the stores' statement."
      case .rows: "A row for each item, and nothing in memory."
      }
    }
  }

  static let configuration = CommandConfiguration(
    abstract: "Serve warehouses without stores, to measure the cost of stores.",
    discussion:
      "It has the routes that Load/run asks: warehouses can be made and filled, listed, and ordered from."
  )

  @Flag var kind: Kind

  @Option(help: "The port to listen on; 0 for a free one.")
  var port = 8080

  @Option(help: "The folder of the database, in which there is none yet.")
  var database = FileManager.default.temporaryDirectory.path

  func run() async throws {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    var logger = Logger(label: "peers")
    logger.logLevel = .notice
    var limits = Limits()
    limits.requestsPerSecond = nil
    let site = PeerSite(try keeper(), limits: limits, logger: logger)
    let application = site.application(host: "127.0.0.1", port: port) { port in
      print("listening on http://127.0.0.1:\(port)")
      fflush(nil)
    }
    try await ServiceGroup(
      services: [application],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    ).run()
  }

  private func keeper() throws -> any Keeper {
    try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: true)
    return switch kind {
    case .stores: StorePeer()
    case .actor: ActorPeer()
    case .states: try StatePeer(folder: database)
    case .rows: try RowPeer(folder: database)
    }
  }
}
