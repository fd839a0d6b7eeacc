import Troupe
import TroupeDurable
import TroupeFoundation

extension Ledger {
  static let codec = StateCodec<State>(format: JSONFormat())

  /// A store that isn't saved.
  static func store(lines: Int) -> StoreOf<Ledger> {
    Store(initialState: State(lines: lines)) { Ledger() }
  }

  /// A store that is saved.
  static func store(lines: Int = 0, in storage: any Storage, key: StorageKey) async throws -> StoreOf<Ledger>
  {
    try await Store(initialState: State(lines: lines), storage: storage, key: key, codec: codec) { Ledger() }
  }
}

/// A storage whose saves take a millisecond, as in a disk or a nearby database. No thread waits.
func slowStorage() -> MemoryStorage {
  MemoryStorage { call in
    guard call.operation == .save else { return .perform }
    return .wait { await unfailing { try await Task.sleep(for: .milliseconds(1)) } }
  }
}
