import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation

/// A feature that takes each order once.
struct Shop: Reducer {
  struct Order: Codable, Hashable, Sendable {
    let client: Int
    let number: Int
  }

  struct State: Codable, Sendable { var orders: [Order] = [] }

  enum Action: Sendable { case ordered(Order) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ordered(let order):
        if !state.orders.contains(order) { state.orders.append(order) }
        return .none
      }
    }
  }

  static let codec = StateCodec<State>(format: JSONFormat())

  /// Simulates a server whose store is on a disk, and three clients with 20 orders each, with all faults.
  static func sell(in world: World) async throws {
    let disk = world.disk("orders")
    let server = world.process("server") { process in
      let shop = try await Store(
        initialState: State(),
        storage: disk.storage,
        key: "shop",
        codec: codec,
        configuration: process.configuration()
      ) {
        Shop()
      }
      await process.serve("order", Order.self) { order in
        try await shop.commit(.ordered(order))
        return order.number
      }
    }
    let history = History<Order, Int>()
    world.clients(3) { client in
      for number in 1...20 {
        await history.record(Order(client: client.number, number: number)) { order in
          try await client.call("order", on: server, order)
        }
        try await Task.sleep(for: .seconds(2))
      }
    }
    world.faults = .all
    try await world.afterHealing {
      let saved = try await disk.storage.load("shop").map { try codec.decode($0.bytes) }
      history.check(.exactlyOnce(of: saved?.orders ?? []))
    }
  }
}
