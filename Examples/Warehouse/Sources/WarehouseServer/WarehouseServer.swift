import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Troupe
import TroupeDurable
import TroupeLogging
import TroupeMetrics
import TroupeTracing
import WarehouseFeature

/// The server of the warehouses: an API and pages.
package struct WarehouseServer: Sendable {
  let warehouses: Warehouses
  /// The names of the first warehouses, at most so many.
  let names: @Sendable (Int) async throws -> [String]
  let limits: Limits
  let metrics: PrometheusMetrics
  let clients: Clients
  let logger: Logger

  /// - Parameters:
  ///   - storage: Where the warehouses are saved.
  ///   - names: Returns the names of the first warehouses, at most so many.
  ///   - capacity: How many warehouses are kept open.
  ///   - limits: How much the server takes.
  ///   - logger: The logger for what no request has caused.
  package init(
    storage: any Storage,
    names: @escaping @Sendable (Int) async throws -> [String],
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
  var routes: [Route] { apiRoutes + pageRoutes + operationsRoutes }

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

  func application(
    host: String = "127.0.0.1",
    port: Int = 0,
    onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
    decoder.maxHeaderFieldSize = limits.headerSize
    decoder.maxHeaderListSize = limits.headerSize
    decoder.maxHeaderFieldCount = limits.headerCount
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(limits)],
      idleTimeout: TimeAmount(limits.idleTime),
      httpDecoderConfiguration: decoder
    )
    return Application(
      responder: router.buildResponder(),
      server: .http1(configuration: configuration),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
      logger: logger
    )
  }

  private var router: Router<WarehouseContext> {
    let router = Router(context: WarehouseContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestMiddleware(timers: RequestTimers(factory: metrics)))
    router.add(middleware: GuardMiddleware(limits: limits, clients: clients))
    router.add(middleware: MethodMiddleware(routes: routes))
    for route in routes { router.on(RouterPath(route.path), method: route.method, use: route.handler) }
    return router
  }
}
