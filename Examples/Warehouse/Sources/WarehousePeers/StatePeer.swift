import Troupe
import TroupeDurable
import WarehouseFeature
import WarehouseStorage

/// Keeps each warehouse in an actor, which saves all of it with the statement that the stores use. Requests
/// that arrive while it saves share the next save.
final class StatePeer: Keeper {
  private actor Place {
    private var warehouse = PlainWarehouse()
    private var revision: StorageRevision?
    private var waiting: [CheckedContinuation<Void, any Error>] = []
    private var isSaving = false
    private let key: StorageKey
    private let storage: any Storage
    private let codec = StateCodec(PlainWarehouse.self, format: WarehouseFormat())

    init(_ name: String, _ storage: any Storage) {
      key = StorageKey(name)
      self.storage = storage
    }

    func answer(_ request: Request) async throws -> Item.State {
      let item = try warehouse.answer(request)
      try await saved()
      return item
    }

    var items: [Item.State] { warehouse.items }

    func saved() async throws {
      try await withCheckedThrowingContinuation { continuation in
        waiting.append(continuation)
        guard !isSaving else { return }
        isSaving = true
        Task { await save() }
      }
    }

    private func save() async {
      while !waiting.isEmpty {
        let group = waiting
        waiting = []
        let next = StorageRevision()
        do {
          let bytes = try codec.encode(warehouse)
          try await storage.save(bytes, for: key, expecting: revision, as: next, wake: nil)
          revision = next
          for continuation in group { continuation.resume() }
        } catch {
          for continuation in group { continuation.resume(throwing: error) }
        }
      }
      isSaving = false
    }
  }

  private let storage: any Storage
  private let places = Places<Place>()

  init(folder: String) throws {
    storage = try SQLiteStorage(path: folder + "/states.sqlite")
  }

  func make(_ name: String) async throws -> Bool {
    let new = Place(name, storage)
    guard places.add(new, for: name) else { return false }
    try await new.saved()
    return true
  }

  func ask(_ name: String, _ request: Request) async throws -> Item.State {
    try await places[name].answer(request)
  }

  func items(_ name: String) async throws -> [Item.State] { try await places[name].items }
}
