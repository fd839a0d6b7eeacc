import Synchronization
import Troupe

/// The stores that have been seen, in parts, so that they rarely wait for each other.
final class StoreTable: Sendable {
  private struct Part {
    var records: [UInt64: StoreRecord] = [:]
    var forgotten = 0
  }

  private final class Shard: Sendable {
    let part = Mutex(Part())
  }

  private let shards = (0..<8).map { _ in Shard() }
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit / 8) }

  /// Returns the record of a store, and makes it for a store that isn't known.
  func record(of store: StoreInfo) -> StoreRecord {
    shard(of: store.run).part.withLock { part in
      if let record = part.records[store.run] { return record }
      if part.records.count >= limit { Self.forgetIdle(in: &part) }
      let record = StoreRecord(info: store)
      part.records[store.run] = record
      return record
    }
  }

  /// Returns the record of a store; nil if it isn't known.
  func record(ofRun run: UInt64) -> StoreRecord? { shard(of: run).part.withLock { $0.records[run] } }

  /// All known stores. Those that were attached and don't exist any more are removed.
  var all: [StoreRecord] {
    let records = shards.flatMap { $0.part.withLock { Array($0.records.values) } }
    return records.filter { record in
      // Not in a lock: this may release the last reference to a store, which then calls its instruments.
      guard let attached = record.content.withLock({ $0.attached }), !attached.isAlive() else { return true }
      _ = shard(of: record.info.run).part.withLock { $0.records.removeValue(forKey: record.info.run) }
      return false
    }
  }

  /// The number of stores that were forgotten because there were too many.
  var forgottenCount: Int { shards.reduce(0) { $0 + $1.part.withLock { $0.forgotten } } }

  private func shard(of run: UInt64) -> Shard { shards[Int(run % UInt64(shards.count))] }

  /// Forgets an eighth of the stores at once, since finding those that are idle takes time.
  private static func forgetIdle(in part: inout Part) {
    let idle = part.records.compactMap { run, record -> (run: UInt64, last: ContinuousClock.Instant?)? in
      record.content.withLock { $0.effects.isEmpty ? (run, $0.lastTurn) : nil }
    }
    let oldest = idle.sorted { first, second in
      guard let second = second.last else { return false }
      return first.last.map { $0 < second } ?? true
    }
    for (run, _) in oldest.prefix(max(1, part.records.count / 8)) {
      part.records[run] = nil
      part.forgotten += 1
    }
  }
}
