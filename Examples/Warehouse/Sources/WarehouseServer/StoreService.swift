import ServiceLifecycle
import Troupe
import TroupeDurable
import WarehouseFeature

/// Ends leases as long as the program runs, and saves all warehouses at the end.
struct StoreService: Service {
  let server: WarehouseServer

  func run() async throws {
    let warehouses = server.warehouses
    do {
      try await cancelWhenGracefulShutdown { try await warehouses.endLeases() }
      // Warehouses that aren't saved have no leases to open them for.
      if warehouses.storage == nil { try await gracefulShutdown() }
    } catch is CancellationError {
      // The program ends.
    }
    try await server.endStores()
  }
}
