// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import TroupeTesting

/// An order of a client, which identifies it.
struct Order: Codable, Hashable, Sendable, CustomStringConvertible {
  let client: Int
  let number: Int

  var description: String { "\(client).\(number)" }
}

/// The orders of a shop.
@Reducer
struct Orders {
  struct State: Codable, Equatable, Sendable {
    var placed: [Order] = []
  }

  enum Action: Sendable {
    case place(Order)
    case placeAgain(Order)
  }

  /// Charges an order's client, after the order is saved.
  var charge: (@Sendable (Order) async throws -> Void)?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .place(let order) where state.placed.contains(order): return .none
      case .place(let order), .placeAgain(let order):
        state.placed.append(order)
        guard let charge else { return .none }
        return .run { _ in
          try await charge(order)
        } catch: { _, _ in
        }
      }
    }
  }

  /// Opens the store of the orders in a storage.
  static func open(
    in storage: any Storage,
    _ configuration: StoreConfiguration<Action> = StoreConfiguration(),
    charge: (@Sendable (Order) async throws -> Void)? = nil
  ) async throws -> StoreOf<Orders> {
    try await Store(
      initialState: State(),
      storage: storage,
      key: "orders",
      codec: StateCodec(format: JSONFormat()),
      configuration: configuration
    ) {
      Orders(charge: charge)
    }
  }

  /// Returns the orders that a storage has.
  static func placed(in storage: any Storage) async throws -> [Order] {
    guard let value = try await storage.load("orders") else { return [] }
    return try StateCodec<State>(format: JSONFormat()).decode(value.bytes).placed
  }
}

/// Systems that save orders and acknowledge them.
enum OrderSystem {
  /// Lets clients place orders, and checks that each acknowledged order is stored exactly once.
  private static func check(
    _ world: World,
    on servers: [SimulatedProcess],
    retries: Bool = false,
    _ placed: @Sendable () async throws -> [Order]
  ) async throws {
    let history = History<Order, Int>()
    world.clients(3) { client in
      for number in 1...5 {
        let order = Order(client: client.number, number: number)
        await history.record(order, client: client.name) { order in
          var unknown: (any Error)?
          for attempt in 0..<(retries ? 5 : 1) {
            do {
              return try await client.call("order", on: servers[(number + attempt) % servers.count], order)
            } catch {
              // An earlier attempt may have taken effect even if a later attempt certainly had no effect.
              if (error as? CallError)?.hadNoEffect != true { unknown = error }
            }
          }
          throw unknown ?? CallError.refused
        }
        try await Task.sleep(for: .seconds(2))
      }
    }
    world.faults = .all
    try await world.afterHealing { history.check(.exactlyOnce(of: try await placed())) }
  }

  /// A server whose store is on a disk. Clients retry orders whose outcome is unknown.
  static func run(_ world: World, _ plant: Plant?) async throws {
    let disk = world.disk("orders") {
      plant == .renameWithoutFolderSync ? FilesWithoutFolderSyncs(base: $0) : $0
    }
    let server = world.process("server") { process in
      let orders = try await Orders.open(in: disk.storage, process.configuration())
      await process.serve("order", Order.self) { order in
        switch plant {
        case .replyBeforeSave: await orders.send(.place(order))
        case .retryWithoutIdempotency: try await orders.commit(.placeAgain(order))
        default: try await orders.commit(.place(order))
        }
        return order.number
      }
    }
    try await check(world, on: [server], retries: plant != .replyBeforeSave) {
      try await Orders.placed(in: disk.storage)
    }
  }

  /// Two servers that use one key of a database. The key's revision fences off the older owner.
  static func runOnTwoServers(_ world: World, _ plant: Plant?) async throws {
    let database = world.database("orders")
    let servers = ["a", "b"].map { name in
      world.process(name) { process in
        let storage: any Storage = plant == .noFence ? UnfencedStorage(base: database) : database
        let directory = StoreDirectory { (_: String) in
          try await Orders.open(in: storage, process.configuration())
        }
        await process.serve("order", Order.self) { order in
          try await directory.commit(.place(order), to: "orders")
          return order.number
        }
      }
    }
    try await check(world, on: servers) { try await Orders.placed(in: database) }
  }

  /// A server that charges clients for their orders. A charge must have an order.
  static func runWithCharges(_ world: World, _ plant: Plant?) async throws {
    let disk = world.disk("orders")
    let charged = Locked<Set<Order>>([])
    let bank = world.process("bank") { process in
      await process.serve("charge", Order.self) { order in charged.withLock { $0.insert(order).inserted } }
    }
    let server = world.process("server") { process in
      let charge: @Sendable (Order) async throws -> Void = { order in
        let _: Bool = try await process.call("charge", on: bank, order)
      }
      let isEarly = plant == .effectBeforeSave
      let orders = try await Orders.open(
        in: disk.storage,
        process.configuration(),
        charge: isEarly ? nil : charge
      )
      await process.serve("order", Order.self) { order in
        if isEarly { try await charge(order) }
        try await orders.commit(.place(order))
        return order.number
      }
    }
    try await check(world, on: [server]) {
      let placed = try await Orders.placed(in: disk.storage)
      let wrong = charged.withLock(\.self).subtracting(placed).sorted { $0.description < $1.description }
      if !wrong.isEmpty { reportIssue("These orders were charged, but aren't stored: \(wrong)") }
      return placed
    }
  }
}

/// A storage that ignores the expected revision, as a storage without fences does.
private struct UnfencedStorage: Storage {
  let base: SimulatedDatabase

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await base.load(key) }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    let found = try await base.load(key)?.revision
    try await base.save(bytes, for: key, expecting: found, as: revision, wake: wake)
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await base.remove(key, expecting: expected)
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await base.due(before: instant, limit: limit)
  }
}
