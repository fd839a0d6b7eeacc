import PostgresTesting
import StorageHistory
import TroupeDurable
import TroupePostgres
import XCTest

/// Three storages on one database, whose connections and server fail in the middle.
final class HistoryTests: XCTestCase {
  func testWhatIsAcknowledgedIsOneHistoryForEachKey() async throws {
    let database = try await Database()
    let proxies = try (0..<3).map { _ in try Proxy(to: database.server) }
    let storages = try proxies.map { try database.storage(connection: $0.connection) }
    for storage in storages { try await storage.ready() }
    let record = StorageRecord()
    let (calls, called) = AsyncStream<Void>.makeStream()
    let isOver = Guarded(false)
    try await withThrowingTaskGroup { group in
      for (number, storage) in storages.enumerated() {
        let storage = RecordingStorage(storage, in: record)
        for task in 0..<10 {
          group.addTask {
            var round = number + task
            while !isOver.withLock({ $0 }) {
              round += 1
              let key = StorageKey("\(round % 20)")
              do {
                let value = try await storage.load(key)
                try await storage.save(
                  [],
                  for: key,
                  expecting: value?.revision,
                  as: StorageRevision(),
                  wake: nil
                )
              } catch {
                // It is in the history.
              }
              called.yield()
            }
          }
        }
      }
      var iterator = calls.makeAsyncIterator()
      for round in 0..<30 {
        for _ in 0..<100 { await iterator.next() }
        proxies[round % 3].cut()
        if round % 10 == 9 {
          try await database.server.kill()
          try await database.server.start()
        }
      }
      for _ in 0..<5_000 { await iterator.next() }
      isOver.withLock { $0 = true }
      try await group.waitForAll()
    }
    XCTAssertEqual(record.histories.count, 20)
    XCTAssertEqual(record.violations(), [:])
    XCTAssertGreaterThan(storages.reduce(0) { $0 + $1.statistics.settled }, 0)
    for storage in storages { await storage.close() }
    for proxy in proxies { proxy.stop() }
  }
}
