import ArgumentParser
import Foundation
import StoreLoad
import Troupe
import TroupeDurable
import WarehouseStorage

struct Figures: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "How many changes stores on SQLite accept, and what each costs.",
    discussion: "ClusterSoak figures, of the package Cluster, is the same on PostgreSQL."
  )

  @Option(help: "For how long each kind of load runs.")
  var seconds = 10

  @Option(help: "The stores, of 1 kB each, which are changed at the same time.")
  var writers = 1_000

  func validate() throws {
    if seconds < 1 || writers < 1 { throw ValidationError("It takes a second and a writer.") }
  }

  func run() async throws {
    for path in StoreLoad.Path.allCases {
      try await withTemporaryFolder { folder in
        let storage = try SQLiteStorage(path: folder.path + "/figures.sqlite")
        let load = StoreLoad(writers: writers, seconds: seconds, path: path)
        let result = try await load.run(
          names: "load-",
          transactions: { storage.transactionCount },
          open: { key, open in try await open(storage, key) }
        )
        guard result.changes > 0 else { throw Failure("No change was accepted.") }
        let rate = { (count: Int) in Int(Double(count) / (result.time / .seconds(1))) }
        let each = result.cpuTime / .microseconds(1) / Double(result.changes)
        say(
          """
          SQLite, \(writers) writers, \(path.rawValue): \(rate(result.changes)) changes/s, \
          \(rate(result.transactions)) transactions/s; for a change \((each * 10).rounded() / 10) µs of CPU, \
          SQLite included
          """
        )
      }
    }
  }
}
