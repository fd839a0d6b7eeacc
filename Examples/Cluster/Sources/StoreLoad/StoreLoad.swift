import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation

/// As many changes as a storage accepts, in stores of this process.
///
/// Each writer has its own store, whose state is saved as a whole with each change.
public struct StoreLoad: Sendable {
  /// The feature of the stores.
  public struct Big: Reducer {
    /// A number, and a text of the requested size.
    public struct State: Codable, Sendable {
      var count = 0
      var text = ""
    }

    /// The one action.
    public enum Action: Sendable { case changed }

    /// Counts.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  /// The work for each change: all of it, or less, to show what the rest costs.
  public enum Path: String, CaseIterable, Sendable {
    case directory = "by the directory, as JSON"
    /// The stores are opened once, and kept in use.
    case stores = "in stores that are in use, as JSON"
    /// In addition, the states are bytes.
    case bytes = "in stores that are in use, as bytes"
  }

  /// The work between the opening of the last store and the last answer.
  public struct Result: Sendable {
    /// Changes that were saved.
    public internal(set) var changes = 0
    /// Transactions of the storage.
    public internal(set) var transactions = 0
    /// How long it took.
    public internal(set) var time = Duration.zero
    /// The processor time of the process.
    public internal(set) var cpuTime = Duration.zero
  }

  /// Creates a store with a storage and a key.
  public typealias Opening = @Sendable (any Storage, StorageKey) async throws -> Store<Big.State, Big.Action>

  let writers: Int
  let seconds: Int
  let bytes: Int
  let path: Path

  /// Describes a load.
  ///
  /// - Parameters:
  ///   - writers: How many stores there are.
  ///   - seconds: How long they are changed.
  ///   - bytes: The size of a state.
  ///   - path: The work for each change.
  public init(writers: Int, seconds: Int, bytes: Int = 1_000, path: Path) {
    (self.writers, self.seconds, self.bytes, self.path) = (writers, seconds, bytes, path)
  }

  /// Opens the stores, changes them, and shuts them down.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the keys' names.
  ///   - transactions: Returns how many transactions the storage has made.
  ///   - open: Opens a store: it calls the closure that it gets with a storage and a key.
  public func run(
    names prefix: String,
    transactions: () -> Int,
    open: @escaping @Sendable (StorageKey, Opening) async throws -> Store<Big.State, Big.Action>
  ) async throws -> Result {
    let text = String(repeating: "troupe, ", count: bytes / 8)
    let format: any StateFormat = path == .bytes ? Bytes() : JSONFormat()
    let directory = StoreDirectory { (name: String) in
      try await open(StorageKey(name)) { storage, key in
        try await Store(
          initialState: Big.State(text: text),
          storage: storage,
          key: key,
          codec: StateCodec(format: format)
        ) {
          Big()
        }
      }
    }
    let names = (0..<writers).map { "\(prefix)\($0)" }
    // All are open when the measurement begins.
    try await withThrowingTaskGroup { group in
      for name in names { group.addTask { _ = try await directory.commit(.changed, to: name) } }
      try await group.waitForAll()
    }
    var result = Result()
    let (before, cpu, start) = (transactions(), Self.cpuTime(), ContinuousClock.now)
    let end = start + .seconds(seconds)
    result.changes = try await withThrowingTaskGroup(of: Int.self) { group in
      for name in names {
        group.addTask { [path] in
          var count = 0
          if path == .directory {
            while ContinuousClock.now < end {
              try await directory.commit(.changed, to: name)
              count += 1
            }
            return count
          }
          return try await directory.withStore(for: name) { store in
            while ContinuousClock.now < end {
              try await store.commit(.changed)
              count += 1
            }
            return count
          }
        }
      }
      return try await group.reduce(0, +)
    }
    result.time = start.duration(to: .now)
    result.cpuTime = Self.cpuTime() - cpu
    result.transactions = transactions() - before
    await directory.shutdown(within: .zero)
    return result
  }

  /// The processor time of this process.
  public static func cpuTime() -> Duration {
    var usage = rusage()
    // RUSAGE_SELF, whose type differs from system to system.
    getrusage(0, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(.zero) { $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec)) }
  }
}

/// A format that only knows the states of ``StoreLoad``.
private struct Bytes: StateFormat {
  let name = "bytes"

  struct Unknown: Error {}

  func encode(_ value: some Encodable) throws -> [UInt8] {
    guard let state = value as? StoreLoad.Big.State else { throw Unknown() }
    return Array("\(state.count) \(state.text)".utf8)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
    let state = StoreLoad.Big.State(
      count: parts.first.flatMap { Int($0) } ?? 0,
      text: parts.last.map(String.init) ?? ""
    )
    guard let value = state as? Value else { throw Unknown() }
    return value
  }
}
