import ArgumentParser
import Foundation
import LinuxCalls
import Troupe
import TroupeDurable
import WarehouseFeature
import WarehouseStorage

struct Memory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The memory of many warehouses, few of which are open; their database; warehouses with a lease."
  )

  @Option(help: "The warehouses.")
  var warehouses = 100_000

  @Option(help: "How many are kept open.")
  var capacity = 1_000

  func validate() throws {
    if capacity < 1 || warehouses < 2 * capacity {
      throw ValidationError("It takes twice as many warehouses as are kept open.")
    }
  }

  func run() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path + "/idle.sqlite"
      let storage = try SQLiteStorage(path: path)
      try await measureIdle(storage)
      try storage.close()
      try await measureOpening(path)
      try await measureLeases(SQLiteStorage(path: folder.path + "/leases.sqlite"))
    }
  }

  /// Opens many warehouses, one after the other.
  private func measureIdle(_ storage: SQLiteStorage) async throws {
    let stores = stores(storage)
    say("warehouses with an item each, of which \(capacity) are open:")
    var (count, first) = (0, Int.max)
    for next in [capacity, 2 * capacity, warehouses / 10, warehouses / 2, warehouses] where next > count {
      try await each(count..<next) { name in
        guard try await stores.make(name) else { throw Failure("There is one called \(name) already.") }
        try await ask(.add(draft), of: name, in: stores)
      }
      count = next
      let open = await stores.directory.statistics.openCount
      guard open <= capacity else { throw Failure("\(open) warehouses are open.") }
      let use = try Use()
      say("  \(count), \(open) of them open: \(use)")
      // Most of them would be leases of closed warehouses.
      if count == 2 * capacity { first = use.bytes }
      guard use.bytes / 2 < first else { throw Failure("The memory grows with warehouses that aren't open.") }
    }
    try await end(stores)
  }

  /// Opens the database of the warehouses again, which checks each of its rows.
  private func measureOpening(_ path: String) async throws {
    var storage: SQLiteStorage?
    let time = try ContinuousClock().measure { storage = try SQLiteStorage(path: path) }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let milliseconds = Int(time / .milliseconds(1))
    say("opening the database of \(warehouses) warehouses, \(size.megabytes): \(milliseconds) ms")
    try storage?.close()
  }

  /// Gives a lease to each of the warehouses that are open.
  private func measureLeases(_ storage: SQLiteStorage) async throws {
    let stores = stores(storage)
    // The first requests of a process find cold caches.
    try await each(0..<capacity) { name in
      guard try await stores.make(name) else { throw Failure("There is one called \(name) already.") }
    }
    let none = try Use()
    try await each(0..<capacity) { name in try await ask(.add(draft), of: name, in: stores) }
    let idle = try Use()
    try await each(0..<capacity) { name in try await ask(.edit(1), of: name, in: stores) }
    let leased = try Use()
    try await each(0..<capacity) { name in
      let lease = try await stores.directory.withStore(for: name) { store in
        try await store.wait(until: { $0.items[id: 1].map { $0.editor?.lease } })
      }
      guard lease != nil else { throw Failure("The lease of \(name) has ended.") }
    }
    say("an open warehouse with an item: \((idle.bytes - none.bytes) / capacity) bytes in use")
    say("and with a lease on it: \((leased.bytes - none.bytes) / capacity) bytes in use")
    say("\(capacity) of them: \(leased)")
    try await end(stores)
  }

  private func stores(_ storage: SQLiteStorage) -> Warehouses {
    Warehouses(storage: storage, capacity: capacity) { $0.context = .live }
  }

  private var draft: Draft { Draft(name: "Bolts", status: .inStock(quantity: 100)) }

  private func ask(_ request: Request, of name: String, in stores: Warehouses) async throws {
    try await stores.directory.withStore(for: name) { store in
      let (_, answer) = try await store.commit(.requested(request), returning: { $0.answeredItem })
      _ = try answer.get()
    }
  }

  /// Runs an operation for the name of each warehouse, a few at a time.
  private func each(
    _ numbers: Range<Int>,
    _ operation: @escaping @Sendable (_ name: String) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      for task in 0..<64 {
        group.addTask {
          for number in stride(from: numbers.lowerBound + task, to: numbers.upperBound, by: 64) {
            try await operation("load-\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func end(_ stores: Warehouses) async throws {
    for (name, report) in await stores.directory.shutdown(within: .seconds(10))
    where report.unsavedTurnCount > 0 {
      throw Failure("\(name) has \(report.unsavedTurnCount) turns that aren't saved.")
    }
  }
}

/// The memory that the process has.
private struct Use: CustomStringConvertible {
  /// The memory that the C library has allocated.
  let bytes: Int
  let residentBytes: Int

  init() throws {
    malloc_trim(0)
    bytes = bytes_in_use()
    residentBytes = try ProcessFigures(pid: getpid()).residentBytes
  }

  var description: String { "\(bytes.megabytes) in use, \(residentBytes.megabytes) of resident memory" }
}
