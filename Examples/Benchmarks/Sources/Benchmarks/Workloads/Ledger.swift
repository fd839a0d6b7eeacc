import Troupe
import TroupeDurable
import TroupeFoundation

/// A feature whose state is saved: a number, and lines.
struct Ledger: Reducer {
  struct State: Codable, Sendable {
    var count = 0
    var lines: IdentifiedArrayOf<Line>

    init(lines count: Int) {
      lines = IdentifiedArray(uniqueElements: (0..<count).map { Line(id: $0, name: "line \($0)") })
    }

    mutating func change() {
      count += 1
      if !lines.isEmpty { lines[id: lines.count / 2]?.amount += 1 }
    }
  }

  struct Line: Codable, Identifiable, Sendable {
    let id: Int
    var name: String
    var amount = 0
  }

  enum Action: Sendable { case changed }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.change()
      return .none
    }
  }

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

/// A storage whose saves take a millisecond, as on a disk or in a nearby database. No thread waits.
func slowStorage() -> MemoryStorage {
  MemoryStorage { call in
    guard call.operation == .save else { return .perform }
    return .wait { await unfailing { try await Task.sleep(for: .milliseconds(1)) } }
  }
}

/// A storage that keeps nothing, to measure the memory that its users need themselves.
struct NoStorage: Storage {
  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { nil }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {}

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {}

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [DueKey] { [] }
}

/// Runs a closure that fails only if the benchmark is wrong.
@discardableResult
func unfailing<Result>(_ operation: () async throws -> Result) async -> Result {
  do { return try await operation() } catch { preconditionFailure("\(error)") }
}
