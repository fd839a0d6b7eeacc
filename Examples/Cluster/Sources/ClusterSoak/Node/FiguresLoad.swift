import Foundation
import StoreLoad
import TroupePostgres

/// A load in this process, on a separate node: what ``Figures`` measures.
struct FiguresLoad: Sendable {
  let load: StoreLoad
  /// The suffix of its keys' names, as a key of another format can't be read.
  let mark: String

  init?(_ words: [String]) {
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == 4, StoreLoad.Path.allCases.indices.contains(numbers[3]) else { return nil }
    let path = StoreLoad.Path.allCases[numbers[3]]
    load = StoreLoad(writers: numbers[0], seconds: numbers[1], bytes: numbers[2], path: path)
    mark = path == .bytes ? "b" : ""
  }

  /// Prints `loaded CHANGES TRANSACTIONS CPU-MICROSECONDS MILLISECONDS`.
  func run(on storage: PostgresStorage, _ address: String, _ lease: Duration) async {
    do {
      let node = ClusterNode(on: storage, address: "\(address) load", lease: lease)
      try await node.join()
      let renewal = Task { try await node.run() }
      let result = try await load.run(
        names: "\(address)-\(mark)",
        transactions: { storage.statistics.transactions },
        open: { key, open in try await node.open(key, open) }
      )
      let (used, time) = (Int(result.cpuTime / .microseconds(1)), Int(result.time / .milliseconds(1)))
      Lines.write("loaded \(result.changes) \(result.transactions) \(used) \(time)")
      renewal.cancel()
      try await node.leave()
    } catch {
      Lines.write("failed \(error)", to: STDERR_FILENO)
      Lines.write("loaded 0 0 0 1")
    }
  }
}
