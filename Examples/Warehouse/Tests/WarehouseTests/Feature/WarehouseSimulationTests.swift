// virtual time: simulations run everything in this file.
import Synchronization
import Troupe
import TroupeDurable
import TroupeSimulation
import TroupeTesting
import WarehouseFeature
import XCTest

/// A server of warehouses that crashes in the middle of orders and edits, on a disk or with a database.
///
/// `KillTests` kills the program. These tests run its feature under seeds, with clients that send an order
/// again with its key until it is answered.
final class WarehouseSimulationTests: ExploringTestCase {
  private typealias Request = WarehouseFeature.Request
  private typealias Answer = Result<Item.State, Refusal>

  /// What occurred in the runs of a test. `KillTests` sees the same kinds of outcomes.
  private struct Outcomes {
    var runs = 0
    var answered = 0
    /// Attempts of orders that had no answer.
    var unanswered = 0
    /// Orders that were carried out, and sent again because their answer was lost.
    var answeredAgain = 0
    var savedEdits = 0
    /// Leases whose client didn't come back.
    var lostLeases = 0
    var restarts = 0
  }

  /// What the clients of one run know.
  private struct Known {
    var bolts: Item.State.ID?
    /// The number of orders that were answered.
    var ordered = 0
    /// How often the server has answered each order.
    var answers: [String: Int] = [:]
    /// The names that the item can have.
    var names: Set<String> = ["Bolts"]
  }

  private func run(
    function: StaticString = #function,
    storage: @escaping @Sendable (World) -> @Sendable () -> any Storage
  ) async {
    let outcomes = Mutex(Outcomes())
    await simulate(schedules: 20, function: function) { world in
      let known = Mutex(Known())
      let storage = storage(world)
      let server = world.process("server") { process in
        let warehouses = Warehouses(storage: storage(), configuration: process.configuration())
        _ = try await warehouses.make("north")
        process.handle("ask", Request.self) { request -> Answer in
          let (_, answer) = try await warehouses.directory.withStore(for: "north") { store in
            try await store.commit(.requested(request), returning: { $0.answeredItem })
          }
          if case .order(_, _, let key?) = request { known.withLock { $0.answers[key, default: 0] += 1 } }
          return answer
        }
        try await withThrowingTaskGroup { group in
          group.addTask { try await warehouses.endLeases() }
          group.addTask { await process.serve() }
          try await group.next()
          group.cancelAll()
        }
      }
      // Adding an item isn't idempotent: the item of the first answer counts.
      world.clients(1) { client in
        while known.withLock({ $0.bolts }) == nil {
          let draft = Draft(name: "Bolts", status: .inStock(quantity: 1_000))
          let item = try await Self.ask(client, server, .add(draft))
          known.withLock { $0.bolts = item?.id }
          try await Task.sleep(for: .seconds(1))
        }
      }
      world.clients(2) { client in
        let id = try await Self.item { known.withLock { $0.bolts } }
        for number in 1...10 {
          let order = Request.order(id, quantity: 1, key: "\(client.number)-\(number)")
          while try await Self.ask(client, server, order) == nil {
            outcomes.withLock { $0.unanswered += 1 }
            try await Task.sleep(for: .seconds(1))
          }
          known.withLock { $0.ordered += 1 }
          try await Task.sleep(for: .seconds(2))
        }
      }
      world.clients(1) { client in
        let id = try await Self.item { known.withLock { $0.bolts } }
        for number in 1...8 {
          do {
            guard let item = try await Self.ask(client, server, .edit(id)), let lease = item.editor?.lease.id
            else { continue }
            if number == 4 {
              outcomes.withLock { $0.lostLeases += 1 }
              continue
            }
            let draft = Draft(name: "Bolts \(number)", status: item.status)
            known.withLock { _ = $0.names.insert(draft.name) }
            if try await Self.ask(client, server, .save(id, lease: lease, draft)) != nil {
              known.withLock { $0.names = [draft.name] }
              outcomes.withLock { $0.savedEdits += 1 }
            }
          } catch is Refusal {
            // An edit whose answer was lost has the lease, or this lease has ended.
          }
          try await Task.sleep(for: .seconds(4))
        }
      }
      world.faults = .all
      try await world.afterHealing {
        let load = { @Sendable () async throws -> Warehouse.State in
          guard let value = try await storage().load("north") else { return Warehouse.State() }
          return try StateCodec<Warehouse.State>.warehouse.decode(value.bytes)
        }
        let all = known.withLock { $0 }
        let item = try await load().items[id: all.bolts ?? 0]
        XCTAssertEqual(item?.ordered, all.ordered)
        XCTAssertTrue(all.names.contains(item?.name ?? ""), "\(item?.name ?? "no item") of \(all.names)")
        // The date was wrong when a lease began, so its end may be far away. When the warehouse is opened,
        // the lease lasts for a minute at most.
        world.clients(1) { client in
          do { _ = try await Self.ask(client, server, .edit(0)) } catch is Refusal {}
        }
        try await world.eventually("All leases have ended.", within: .seconds(70)) {
          try await load().items.allSatisfy { $0.editor == nil }
        }
        outcomes.withLock { outcomes in
          outcomes.runs += 1
          outcomes.answered += all.ordered
          outcomes.answeredAgain += all.answers.values.count { $0 > 1 }
          outcomes.restarts += server.startCount - 1
        }
      }
    }
    let all = outcomes.withLock { $0 }
    XCTAssertGreaterThanOrEqual(all.runs, 20)
    XCTAssertEqual(all.answered, 20 * all.runs, "\(all)")
    XCTAssertGreaterThan(all.unanswered, 0, "\(all)")
    XCTAssertGreaterThan(all.answeredAgain, 0, "\(all)")
    XCTAssertGreaterThan(all.savedEdits, 0, "\(all)")
    XCTAssertGreaterThan(all.lostLeases, 0, "\(all)")
    XCTAssertGreaterThan(all.restarts, 0, "\(all)")
  }

  /// Sends a request. Returns nil if there was no answer.
  private static func ask(
    _ client: SimulatedClient,
    _ server: SimulatedProcess,
    _ request: Request
  ) async throws -> Item.State? {
    do {
      return try await client.call("ask", on: server, request, as: Answer.self).get()
    } catch is CallError {
      return nil
    }
  }

  /// Waits until the item has been added.
  private static func item(_ id: () -> Item.State.ID?) async throws -> Item.State.ID {
    while true {
      if let id = id() { return id }
      try await Task.sleep(for: .seconds(1))
    }
  }

  func testOrdersAndEditsOnADisk() async {
    await run { world in
      let disk = world.disk("warehouses")
      return { disk.storage }
    }
  }

  func testOrdersAndEditsInADatabase() async {
    await run { world in
      let database = world.database("warehouses")
      return { database }
    }
  }
}
