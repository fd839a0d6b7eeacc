import AllocationCounter
import Troupe
import TroupeDurable

/// B15: the stores of many keys, few of which are open.
enum ManyKeys {
  static var rows: [Row] {
    [
      visit,
      use("B15 an action to an open key, in units of one to its store", tasks: 1),
      use("B15 the same by 8 tasks at once, each of which has its own key", tasks: 8),
      memory(
        "B15 in use for each open store after 1,000,000 keys, in units of that after 100,000",
        aim: 1.15,
        bytes_in_use
      ),
      // In whole pages, some of which are half empty.
      memory("B15 the same, of resident memory", aim: 1.5, resident_bytes),
    ]
  }

  /// Each action is for another key, so that one store is opened, and another one passivated.
  private static var visit: Row {
    Row(
      "B15 an action to a new key of a full directory, beside opening and shutting down by hand",
      isConcurrent: true,
      count: 2_000,
      prepare: {
        let visits = Visits(capacity: 1_000)
        await visits.visit(upTo: 1_000)
        return visits
      },
      floor: { _, count in
        await timed(count) {
          await unfailing {
            for key in 0..<count {
              let store = try await Ledger.store(in: NoStorage(), key: StorageKey("\(key)"))
              await store.send(.changed)
              await store.shutdown(within: nil)
            }
          }
        }
      },
      troupe: { visits, count in
        let last = await visits.visited + count
        return await timed(count) { await visits.visit(upTo: last) }
      }
    )
  }

  /// All actions are for keys whose stores are open. The stores aren't saved.
  private static func use(_ name: String, tasks: Int) -> Row {
    Row(
      name,
      isConcurrent: tasks > 1,
      // How often a task finds the lock taken, and tries again, varies from run to run.
      isWaiting: tasks > 1,
      count: 20_000,
      prepare: { StoreDirectory { (_: Int) in Ledger.store(lines: 0) } },
      floor: { directory, count in
        let stores = await unfailing {
          var stores: [StoreOf<Ledger>] = []
          for key in 0..<tasks { stores.append(try await directory.withStore(for: key) { $0 }) }
          return stores
        }
        return await timed(count) {
          await withTaskGroup { group in
            for store in stores {
              group.addTask { for _ in 0..<count / tasks { await store.send(.changed) } }
            }
          }
        }
      },
      troupe: { directory, count in
        await timed(count) {
          await withTaskGroup { group in
            for key in 0..<tasks {
              group.addTask {
                await unfailing { for _ in 0..<count / tasks { try await directory.send(.changed, to: key) } }
              }
            }
          }
        }
      }
    )
  }

  /// The memory of a directory after many keys, and before that after a tenth of them.
  private static func memory(
    _ name: String,
    aim: Double,
    _ bytes: @escaping @Sendable () -> Int
  ) -> Row {
    Row(
      name,
      unit: .bytes,
      aim: .ratio(aim),
      isConcurrent: true,
      count: 1_000_000,
      shortCount: 100_000,
      prepare: { Growing(bytes) },
      floor: { it, count in await it.sample(after: count / 10, of: count) },
      troupe: { it, count in await it.sample(after: count, of: count) }
    )
  }
}

/// Sends an action to one key of a directory after another. The storage keeps nothing.
private actor Visits {
  private let capacity: Int
  private let directory: StoreDirectory<Int, Ledger.State, Ledger.Action>
  private(set) var visited = 0

  init(capacity: Int) {
    self.capacity = capacity
    var configuration = StoreDirectoryConfiguration()
    configuration.capacity = capacity
    directory = StoreDirectory(configuration: configuration) { key in
      try await Ledger.store(in: NoStorage(), key: StorageKey("\(key)"))
    }
  }

  /// Visits new keys up to this number, and waits until there are no more stores than the capacity.
  func visit(upTo count: Int) async {
    let (directory, keys) = (directory, visited..<count)
    await unfailing { for key in keys { try await directory.send(.changed, to: key) } }
    visited = count
    while await directory.statistics.openCount > capacity { await Task.yield() }
  }
}

/// Measures the memory of a directory at two moments, once each.
private actor Growing {
  private let bytes: @Sendable () -> Int
  /// The memory in use before the directory was created.
  private let bytesBefore: Int
  private var visits: Visits?
  private var samples: [Int: Sample] = [:]

  init(_ bytes: @escaping @Sendable () -> Int) {
    self.bytes = bytes
    bytesBefore = bytes()
  }

  /// The memory in use for each open store after this many keys. A hundredth of all keys fits.
  func sample(after keys: Int, of all: Int) async -> Sample {
    if let sample = samples[keys] { return sample }
    let visits = visits ?? Visits(capacity: all / 100)
    self.visits = visits
    let visitedBefore = await visits.visited
    let allocationsBefore = allocation_count()
    await visits.visit(upTo: keys)
    let figure = Double(bytes() - bytesBefore) / Double(all / 100)
    let sample = Sample(
      figure: figure,
      processor: figure,
      allocations: Double(allocation_count() - allocationsBefore) / Double(keys - visitedBefore)
    )
    samples[keys] = sample
    return sample
  }
}
