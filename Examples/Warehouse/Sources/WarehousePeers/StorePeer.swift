import Troupe
import TroupeDurable
import WarehouseFeature

/// Keeps each warehouse in a store, as the server does, but without instruments, and only in memory.
final class StorePeer: Keeper {
  private let warehouses = Warehouses(storage: nil) { $0.context = .live }

  func make(_ name: String) async throws -> Bool { try await warehouses.make(name) }

  func ask(_ name: String, _ request: Request) async throws -> Item.State {
    try await warehouses.directory.withStore(for: name) { store in
      try await store.trySend(.requested(request), returning: { $0.answeredItem }).value.get()
    }
  }

  func items(_ name: String) async throws -> [Item.State] {
    try await warehouses.directory.withStore(for: name) { store in
      try await store.wait(until: { $0.items.elements })
    }
  }
}
