import WarehouseFeature

/// Keeps each warehouse in an actor, and only in memory.
final class ActorPeer: Keeper {
  private actor Place {
    private var warehouse = PlainWarehouse()

    func answer(_ request: Request) throws -> Item.State { try warehouse.answer(request) }
    var items: [Item.State] { warehouse.items }
  }

  private let places = Places<Place>()

  func make(_ name: String) -> Bool { places.add(Place(), for: name) }

  func ask(_ name: String, _ request: Request) async throws -> Item.State {
    try await places[name].answer(request)
  }

  func items(_ name: String) async throws -> [Item.State] { try await places[name].items }
}
