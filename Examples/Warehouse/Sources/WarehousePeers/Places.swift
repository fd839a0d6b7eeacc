import Synchronization
import WarehouseFeature

/// The warehouses that a keeper has in memory, by name.
final class Places<Place: Sendable>: Sendable {
  private let places = Mutex<[String: Place]>([:])

  /// Adds a warehouse, unless the name exists. Returns whether it did.
  func add(_ place: Place, for name: String) -> Bool {
    places.withLock { places in
      guard places[name] == nil else { return false }
      places[name] = place
      return true
    }
  }

  subscript(name: String) -> Place {
    get throws {
      guard let place = places.withLock({ $0[name] }) else { throw Refusal.noSuchItem }
      return place
    }
  }
}
