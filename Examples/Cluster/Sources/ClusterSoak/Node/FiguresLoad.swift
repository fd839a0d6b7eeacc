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

  let writers: Int
  let seconds: Int
  let bytes: Int

  init?(_ words: [String]) {
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    (writers, seconds, bytes) = (numbers[0], numbers[1], numbers[2])
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
            codec: StateCodec(format: JSONFormat())
          ) {
            Big()
          }
        }
      }
      let names = (0..<writers).map { "\(address)-\($0)" }
      // All are open when it begins.
      try await withThrowingTaskGroup { group in
        for name in names { group.addTask { _ = try await directory.commit(.changed, to: name) } }
        try await group.waitForAll()
      }
      let (before, cpu, start) = (storage.statistics, Self.cpuTime(), ContinuousClock.now)
      let end = start + .seconds(seconds)
      let changes = try await withThrowingTaskGroup(of: Int.self) { group in
        for name in names {
          group.addTask {
            var count = 0
            while ContinuousClock.now < end {
              try await directory.commit(.changed, to: name)
              count += 1
            }
            return count
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
