import Hummingbird
import Troupe
import TroupeDurable
import WarehouseFeature

extension WarehouseSite {
  /// The name of the warehouse in the path.
  func name(_ context: WarehouseContext) throws(Problem) -> String {
    guard let name = context.parameters.get("warehouse"), Warehouses.isName(name) else {
      throw .noSuchWarehouse
    }
    return name
  }

  /// The id of the item in the path.
  func item(_ context: WarehouseContext) throws(Problem) -> Item.State.ID {
    guard let text = context.parameters.get("item"), let id = Int(text), "\(id)" == text else {
      throw Problem(.noSuchItem)
    }
    return id
  }
}

extension WarehouseServer {
  package func names(after name: String, limit: Int) async throws -> [String] {
    try await names?(name, limit) ?? warehouses.unsavedNames(after: name, limit: limit)
  }

  package func make(_ name: String) async throws -> Bool { try await warehouses.make(name) }

  package func ask(_ name: String, _ request: WarehouseFeature.Request) async throws -> Item.State {
    let warehouses = warehouses
    return try await warehouses.directory.withStore(for: name) { store in
      // What isn't saved has nothing to wait for.
      let (task, answer) =
        warehouses.storage == nil
        ? try await store.trySend(.requested(request), returning: { $0.answeredItem })
        : try await store.commit(
          .requested(request),
          maxWaiting: limits.waitingPerWarehouse,
          returning: { $0.answeredItem }
        )
      let item = try answer.get()
      guard request.endsAnEdit else { return item }
      // The editor dismisses itself. It does so even if the client has left.
      await Task { await task.finish() }.value
      do {
        return try await store.wait(until: { $0.items[id: item.id] ?? item })
      } catch is StoreClosed {
        // The change is saved, and mustn't be taken for one that wasn't made.
        return item
      }
    }
  }

  package func read<Value: Sendable>(
    _ name: String,
    _ value: @escaping @Sendable (borrowing Warehouse.State) -> Value
  ) async throws -> Value {
    try await warehouses.directory.withStore(for: name) { store in
      try await store.wait(until: { value($0) })
    }
  }
}

extension WarehouseFeature.Request {
  fileprivate var endsAnEdit: Bool {
    switch self {
    case .save, .cancel: true
    case .add, .order, .edit: false
    }
  }
}
