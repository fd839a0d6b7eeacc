import Troupe
import TroupeDurable
import WarehouseFeature

extension WarehouseServer {
  /// Reads a warehouse from its store; or, if the store can't answer soon, its saved state.
  ///
  /// A store answers when its state is saved, and opening it is a save. The saved state has all changes that
  /// clients know of.
  ///
  /// - Parameters:
  ///   - name: The name of the warehouse.
  ///   - store: Reads the store.
  ///   - saved: Reads the saved state.
  func read<Value: Sendable>(
    _ name: String,
    store: @escaping @Sendable (StoreOf<Warehouse>, StoreFeed<ItemEvent>) async throws -> Value,
    saved: (borrowing Warehouse.State) -> Value
  ) async throws -> Value {
    guard let watch = saving else { return try await open(name).follow(name, store) }
    let key = StorageKey(name)
    do {
      // If a store's save has failed, the read doesn't wait for it.
      let patience = watch.reason(of: key) == nil ? patience : shortPatience
      return try await patience.run { try await open(name).follow(name, store) }
    } catch  where error.isOfSaving {
      try Task.checkCancellation()
      guard let state = try await watch.copies.state(of: key) else { throw Warehouses.NoSuchWarehouse() }
      return saved(state)
    }
  }
}

extension Error {
  /// Whether a store couldn't answer, because it isn't saved.
  fileprivate var isOfSaving: Bool {
    switch self {
    case is Deadlines.Exceeded: true
    case let error as StoreError: error.code == .notSaved
    case let error as StorageError: error.code == .unavailable
    default: false
    }
  }
}
