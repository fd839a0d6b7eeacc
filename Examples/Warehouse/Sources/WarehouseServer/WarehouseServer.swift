import CoreMetrics
import Logging
import ServiceLifecycle
import Troupe
import TroupeDurable
import TroupeLogging
import TroupeMetrics
import TroupeTracing
import WarehouseFeature

/// The server of the warehouses: an API and pages.
package struct WarehouseServer: WarehouseSite {
  let warehouses: Warehouses
  /// The names of the first warehouses, at most so many.
  let names: (@Sendable (Int) async throws -> [String])?
  package let limits: Limits
  package let metrics: PrometheusMetrics
  package let clients: Clients
  package let logger: Logger

  /// - Parameters:
  ///   - storage: Where the warehouses are saved; nil to forget them in the end.
  ///   - names: Returns the names of the first warehouses that are saved, at most so many.
  ///   - capacity: How many warehouses are kept open.
  ///   - limits: How much the server takes.
  ///   - logger: The logger for what no request has caused.
  package init(
    storage: (any Storage)?,
    names: (@Sendable (Int) async throws -> [String])?,
    capacity: Int = 1_000,
    limits: Limits = Limits(),
    logger: Logger
  ) {
    let metrics = PrometheusMetrics()
    var configuration = StoreConfiguration<Warehouse.Action>()
    configuration.name = "warehouse"
    // From the outside in.
    configuration.instruments = [
      TracingInstrument(), LoggingInstrument(logger: logger), MetricsInstrument(factory: metrics),
    ]
    warehouses = Warehouses(storage: storage, capacity: capacity, configuration: configuration) {
      "data: \(ItemJSON($0).text)\n\n"
    } withDependencies: {
      $0.context = .live
    }
    self.names = names
    self.limits = limits
    self.metrics = metrics
    self.logger = logger
    clients = Clients(limits)
  }

  /// All that it answers, in the order of the readme.
  package var routes: [Route] { itemRoutes + eventRoutes + pageRoutes + probeRoutes + operationsRoutes }

  /// What runs until the program ends. The stores end after the server, which waits for its requests.
  package func services(
    host: String,
    port: Int,
    onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) -> [any Service] {
    [
      StoreService(warehouses: warehouses, logger: logger),
      application(host: host, port: port, onRunning: onRunning),
    ]
  }
}
