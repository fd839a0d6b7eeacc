import Synchronization
import Troupe
import TroupeDurable
import WarehouseFeature

/// Reads the saved states of warehouses whose stores can't answer. Callers that ask at the same time share a
/// read.
final class SavedCopies: Sendable {
  private typealias Reading = Task<Warehouse.State?, any Error>

  private let storage: any Storage
  private let readings = Mutex((last: 0, ofKeys: [StorageKey: (number: Int, task: Reading)]()))

  private let isShared: Bool

  /// - Parameter isShared: Whether other programs save warehouses there. Their saves aren't noticed here, so
  ///   callers share no read.
  init(_ storage: any Storage, isShared: Bool) { (self.storage, self.isShared) = (storage, isShared) }

  /// - Returns: The last saved state; nil if there is none.
  func state(of key: StorageKey) async throws -> Warehouse.State? {
    if isShared { return try await storage.read(key, codec: .warehouse) }
    let task = readings.withLock { readings in
      if let reading = readings.ofKeys[key] { return reading.task }
      readings.last += 1
      let number = readings.last
      // Detached, because it serves all callers, and decoding must not block an event loop.
      let task = Reading.detached { [self] in
        defer { end(number, of: key) }
        return try await storage.read(key, codec: .warehouse)
      }
      readings.ofKeys[key] = (number, task)
      return task
    }
    return try await Waiting.value(of: task)
  }

  /// Records that a warehouse is saved: from now on, earlier reads are too old.
  func forget(_ key: StorageKey) { readings.withLock { $0.ofKeys[key] = nil } }

  private func end(_ number: Int, of key: StorageKey) {
    readings.withLock { if $0.ofKeys[key]?.number == number { $0.ofKeys[key] = nil } }
  }
}
