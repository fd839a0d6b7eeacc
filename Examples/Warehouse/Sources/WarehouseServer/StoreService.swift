import Logging
import ServiceLifecycle
import Troupe
import TroupeDurable
import WarehouseFeature

/// Ends leases as long as the program runs, and saves all warehouses in the end.
struct StoreService: Service {
  let warehouses: Warehouses
  let logger: Logger

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { [warehouses] in try await warehouses.endLeases() }
      // Those that aren't saved have no leases to open them for.
      if warehouses.storage == nil { try await gracefulShutdown() }
    } catch is CancellationError {
      // The program ends.
    }
    for (_, report) in await warehouses.directory.shutdown(within: .seconds(5)) where !report.isClean {
      logger.error("A warehouse had to be cut off", metadata: ["turns.unsaved": "\(report.unsavedTurns)"])
    }
  }
}
