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
    guard let names else { return warehouses.unsavedNames(after: name, limit: limit) }
    // One more, because the row of the watch isn't a warehouse.
    return Array(try await names(name, limit + 1).filter { Warehouses.isName($0) }.prefix(limit))
  }

  package func make(_ name: String) async throws -> Bool { try await warehouses.make(name) }

  package func ask(_ name: String, _ request: WarehouseFeature.Request) async throws -> Item.State {
    let warehouses = try await open(name)
    let pass = try await admission.changes.enter(name)
    defer { pass.leave() }
    return try await warehouses.directory.withStore(for: name) { store in
      let read = { @Sendable (state: borrowing Warehouse.State) in
        // The next one needn't wait for the save, which may be for both.
        pass.leave()
        return state.answeredItem
      }
      // An unsaved warehouse has nothing to wait for.
      let (task, answer) =
        warehouses.storage == nil
        ? try await store.trySend(.requested(request), returning: read)
        : try await store.commit(
          .requested(request),
          maxWaiting: limits.waitingPerWarehouse,
          returning: read
        )
      let item = try answer.get()
      guard request.endsAnEdit else { return item }
      // The editor dismisses itself, even if the client has left.
      let end = Task<Void, any Error> { await task.finish() }
      do {
        try await Waiting.value(of: end)
        return try await store.wait(until: { $0.items[id: item.id] ?? item })
      } catch  where (error as? StoreError)?.code.isClosed == true || error is CancellationError {
        // The change is saved, and must not be taken for a change that wasn't made.
        return item
      }
    }
  }

  package func find(_ id: Item.State.ID, in name: String) async throws -> Item.State? {
    let pass = try await admission.reads.enter(name)
    defer { pass.leave() }
    return try await read(name) { store, _ in
      try await store.wait(until: { (state) -> Item.State?? in state.items[id: id] })
    } saved: {
      $0.items[id: id]
    }
  }

  package func read<Value: Sendable>(
    _ name: String,
    _ value: @escaping @Sendable (Warehouse.State) throws -> Value
  ) async throws -> Value {
    try await read(name) { state, _ in try value(state) }
  }

  /// Reads the saved state of a warehouse, with a position in the feed that isn't after it.
  ///
  /// - Parameter value: Makes a value from the state, away from the store and from the event loops.
  func read<Value: Sendable>(
    _ name: String,
    _ value: @escaping @Sendable (Warehouse.State, FeedPosition) throws -> Value
  ) async throws -> Value {
    let pass = try await admission.reads.enter(name)
    defer { pass.leave() }
    let known = warehouses.position(of: name) ?? FeedPosition(epoch: 0, number: 0)
    let (state, position) = try await read(name) { store, feed in
      let position = feed.position
      return (try await store.wait(until: { copy $0 }), position)
    } saved: {
      (copy $0, known)
    }
    let place = try await admission.answers.enter(name)
    defer { place.leave() }
    return try await withTaskExecutorPreference(admission.executor) { try value(state, position) }
  }

  /// Opens a warehouse, if it isn't open, when it is its turn.
  func open(_ name: String) async throws -> Warehouses {
    let warehouses = warehouses
    guard !warehouses.isOpen(name) else { return warehouses }
    let pass = try await admission.openings.enter(name)
    defer { pass.leave() }
    try await warehouses.directory.withStore(for: name) { _ in }
    return warehouses
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
