import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import TroupeHummingbird
import WarehouseFeature

/// A server of warehouses: the operations that its routes need, and its addresses.
package protocol WarehouseSite: Sendable {
  var limits: Limits { get }
  var metrics: PrometheusMetrics { get }
  var clients: Clients { get }
  var logger: Logger { get }
  /// The programs that share the warehouses; nil if they aren't shared.
  var cluster: Cluster? { get }
  /// All of its routes.
  var routes: [Route] { get }

  /// The names of the first warehouses after a name, at most this many.
  func names(after name: String, limit: Int) async throws -> [String]

  /// Creates an empty warehouse.
  ///
  /// - Returns: Whether it is new. An existing one stays as it is.
  func make(_ name: String) async throws -> Bool

  /// Sends a request to a warehouse. It answers when the change is saved.
  func ask(_ name: String, _ request: WarehouseFeature.Request) async throws -> Item.State

  /// Reads the saved state of an item; nil if there is none.
  func find(_ id: Item.State.ID, in name: String) async throws -> Item.State?

  /// Reads the saved state of a warehouse.
  ///
  /// - Parameter value: Makes a value from a copy of the state, away from the store and from the event loops.
  ///   It may therefore take long.
  func read<Value: Sendable>(
    _ name: String,
    _ value: @escaping @Sendable (Warehouse.State) throws -> Value
  ) async throws -> Value
}

extension WarehouseSite {
  package var cluster: Cluster? { nil }

  package func application(
    host: String = "127.0.0.1",
    port: Int = 0,
    onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
    decoder.maxHeaderFieldSize = limits.headerSize
    decoder.maxHeaderListSize = limits.headerSize
    decoder.maxHeaderFieldCount = limits.headerCount
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [limits.connectionGuard.makeHandler(), BodyTimer(limits)],
      idleTimeout: TimeAmount(limits.idleTime),
      httpDecoderConfiguration: decoder
    )
    return Application(
      responder: router.buildResponder(),
      server: HTTPServerBuilder { responder in
        EventLoopChannel(
          base: HTTP1Channel(responder: responder, configuration: configuration),
          limits,
          clients.connections
        )
      },
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
      logger: logger
    )
  }

  private var router: Router<WarehouseContext> {
    let router = Router(context: WarehouseContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestMiddleware(timers: RequestTimers(factory: metrics)))
    router.add(middleware: GuardMiddleware(limits: limits, clients: clients, cluster: cluster))
    router.add(middleware: MethodMiddleware(routes: routes))
    if let cluster {
      router.add(middleware: HomeMiddleware(cluster: cluster, limits: limits, clients: clients))
    }
    for route in routes { router.on(RouterPath(route.path), method: route.method, use: route.handler) }
    return router
  }
}
