import Synchronization
import WarehouseFeature

/// Keeps each warehouse in an actor, and in memory alone.
final class ActorPeer: Keeper {
  private actor Place {
    private var warehouse = PlainWarehouse()

    func answer(_ request: Request) throws -> Item.State { try warehouse.answer(request) }
    var items: [Item.State] { warehouse.items }
  }

  private let places = Mutex<[String: Place]>([:])

  func make(_ name: String) -> Bool {
    places.withLock { places in
      guard places[name] == nil else { return false }
      places[name] = Place()
      return true
    }
  }

  func ask(_ name: String, _ request: Request) async throws -> Item.State {
    try await place(name).answer(request)
  }

  func items(_ name: String) async throws -> [Item.State] { try await place(name).items }

  private func place(_ name: String) throws -> Place {
    guard let place = places.withLock({ $0[name] }) else { throw Refusal.noSuchItem }
    return place
  }
}
