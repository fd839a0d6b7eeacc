import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupePostgres

/// As many changes as the database accepts, in stores of this process: what ``Figures`` measures.
struct FiguresLoad: Sendable {
  /// A state of about 1 kB.
  struct Big: Reducer {
    struct State: Codable, Sendable {
      var count = 0
      var text = ""
    }

    enum Action: Sendable { case changed }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  /// What is done for each change: all, or less, to see what the rest costs.
  enum Path: String, CaseIterable {
    case directory = "by the directory, as JSON"
    /// The stores are asked for once, and kept in use.
    case stores = "in stores that are in use, as JSON"
    /// As well, and the states are bytes.
    case bytes = "in stores that are in use, as bytes"
  }

  /// A format that only knows ``Big``.
  struct Bytes: StateFormat {
    let name = "bytes"

    struct Unknown: Error {}

    func encode(_ value: some Encodable) throws -> [UInt8] {
      guard let state = value as? Big.State else { throw Unknown() }
      return Array("\(state.count) \(state.text)".utf8)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
      let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
      let state = Big.State(
        count: parts.first.flatMap { Int($0) } ?? 0,
        text: parts.last.map(String.init) ?? ""
      )
      guard let value = state as? Value else { throw Unknown() }
      return value
    }
  }

  let writers: Int
  let seconds: Int
  let bytes: Int
  let path: Path

  init?(_ words: [String]) {
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == 4, Path.allCases.indices.contains(numbers[3]) else { return nil }
    (writers, seconds, bytes, path) = (numbers[0], numbers[1], numbers[2], Path.allCases[numbers[3]])
  }

  /// Prints `loaded CHANGES TRANSACTIONS CPU-MICROSECONDS MILLISECONDS`.
  func run(on storage: PostgresStorage, _ address: String, _ lease: Duration) async {
    do {
      let node = ClusterNode(on: storage, address: "\(address) load", lease: lease)
      try await node.join()
      let renewal = Task { try await node.run() }
      let text = String(repeating: "troupe, ", count: bytes / 8)
      let directory = StoreDirectory { (name: String) in
        try await node.open(StorageKey(name)) { storage, key in
          try await Store(
            initialState: Big.State(text: text),
            storage: storage,
            key: key,
            codec: StateCodec(format: path == .bytes ? Bytes() : JSONFormat())
          ) {
            Big()
          }
        }
      }
      let names = (0..<writers).map { "\(address)-\(path == .bytes ? "b" : "")\($0)" }
      // All are open when it begins.
      try await withThrowingTaskGroup { group in
        for name in names { group.addTask { _ = try await directory.commit(.changed, to: name) } }
        try await group.waitForAll()
      }
      let (before, cpu, start) = (storage.statistics, Self.cpuTime(), ContinuousClock.now)
      let end = start + .seconds(seconds)
      let changes = try await withThrowingTaskGroup(of: Int.self) { group in
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
      let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
      let used = Int((Self.cpuTime() - cpu) / .microseconds(1))
      let transactions = storage.statistics.transactions - before.transactions
      Lines.write("loaded \(changes) \(transactions) \(used) \(milliseconds)")
      renewal.cancel()
      await directory.shutdown(within: .zero)
      try await node.leave()
    } catch {
      Lines.write("failed \(error)", to: STDERR_FILENO)
      Lines.write("loaded 0 0 0 1")
    }
  }

  private static func cpuTime() -> Duration {
    var usage = rusage()
    // RUSAGE_SELF, whose type differs from system to system.
    getrusage(0, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(.zero) { $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec)) }
  }
}
