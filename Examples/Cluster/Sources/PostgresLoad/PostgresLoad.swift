import TroupeDurable
import TroupePostgres

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures how many saves a database accepts, and what they cost this process.
///
/// `PostgresLoad CONNECTION WRITERS SECONDS`: each writer saves 1 kB under a separate key, again as soon as
/// the previous save is acknowledged.
@main
struct PostgresLoad {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let writers = Int(arguments[2]), let seconds = Int(arguments[3]) else {
      print("usage: PostgresLoad CONNECTION WRITERS SECONDS")
      exit(64)
    }
    var configuration = PostgresConfiguration(connection: arguments[1])
    configuration.schema = "load"
    let storage = try PostgresStorage(configuration)
    try await storage.ready()

    let bytes = (0..<1_000).map { _ in UInt8.random(in: 0 ... .max) }
    let revisions = try await claim(writers, storage, bytes)
    let (before, start, cpu) = (storage.statistics, ContinuousClock.now, cpuTime())
    let end = start + .seconds(seconds)
    try await withThrowingTaskGroup { group in
      for (number, first) in revisions.enumerated() {
        group.addTask {
          let key = StorageKey("\(number)")
          var last = first
          while ContinuousClock.now < end {
            let next = StorageRevision()
            try await storage.save(bytes, for: key, expecting: last, as: next, wake: nil)
            last = next
          }
        }
      }
      try await group.waitForAll()
    }
    let (time, used) = (start.duration(to: .now) / .seconds(1), (cpuTime() - cpu) / .microseconds(1))
    let changes = storage.statistics.changes - before.changes
    let transactions = storage.statistics.transactions - before.transactions
    print(
      """
      \(Int(Double(changes) / time)) changes/s, \(Int(Double(transactions) / time)) transactions/s, \
      \(Int(used / Double(changes))) µs of CPU in this process for a change
      """
    )
    await storage.close()
  }

  /// Saves each key once, regardless of its current value.
  private static func claim(
    _ count: Int,
    _ storage: PostgresStorage,
    _ bytes: [UInt8]
  ) async throws -> [StorageRevision] {
    try await withThrowingTaskGroup(of: (Int, StorageRevision).self) { group in
      for number in 0..<count {
        group.addTask {
          let key = StorageKey("\(number)")
          let present = try await storage.load(key)
          let next = StorageRevision()
          try await storage.save(bytes, for: key, expecting: present?.revision, as: next, wake: nil)
          return (number, next)
        }
      }
      let all = try await group.reduce(into: [(Int, StorageRevision)]()) { $0.append($1) }
      return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private static func cpuTime() -> Duration {
    var usage = rusage()
    // RUSAGE_SELF, whose type differs from system to system.
    getrusage(0, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) }
  }
}
