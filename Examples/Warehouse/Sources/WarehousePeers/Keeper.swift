import CoreMetrics
import Logging
import Troupe
import WarehouseFeature
import WarehouseServer

/// Keeps warehouses for a measured server.
protocol Keeper: Sendable {
  /// Creates an empty warehouse, and returns whether it is new.
  func make(_ name: String) async throws -> Bool
  /// Answers when the change is as safe as it gets.
  func ask(_ name: String, _ request: Request) async throws -> Item.State
  func items(_ name: String) async throws -> [Item.State]
}

/// The server of the example, with a keeper in place of its stores.
struct PeerSite: WarehouseSite {
  let keeper: any Keeper
  let limits: Limits
  let logger: Logger
  let metrics = PrometheusMetrics()
  let clients: Clients

  init(_ keeper: any Keeper, limits: Limits, logger: Logger) {
    self.keeper = keeper
    self.limits = limits
    self.logger = logger
    clients = Clients(limits)
  }

  var routes: [Route] { itemRoutes + probeRoutes }

  func names(after name: String, limit: Int) throws -> [String] { throw NotMeasured() }

  func make(_ name: String) async throws -> Bool { try await keeper.make(name) }

  func ask(_ name: String, _ request: Request) async throws -> Item.State {
    try await keeper.ask(name, request)
  }

  func find(_ id: Item.State.ID, in name: String) async throws -> Item.State? {
    try await keeper.items(name).first { $0.id == id }
  }

  func read<Value: Sendable>(
    _ name: String,
    _ value: @escaping @Sendable (Warehouse.State) throws -> Value
  ) async throws -> Value {
    var state = Warehouse.State()
    state.items = IdentifiedArray(uniqueElements: try await keeper.items(name))
    return try value(state)
  }
}
