// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeSimulation
import TroupeTesting

/// Systems that read back what they have written.
enum DataSystem {
  /// A server that appends records to a log on a disk, and reads the log when it starts. A record has a mark,
  /// a number and a checksum.
  static func runLog(_ world: World, _ plant: Plant?) async throws {
    let disk = world.disk("log")
    let server = world.process("server") { process in
      let log = try Log(on: disk, checks: plant != .uncheckedChecksum)
      let records = Locked(log.records)
      process.handle("append", UInt64.self) { number in
        try log.append(number)
        return records.withLock { records in
          if !records.contains(number) { records.append(number) }
          return number
        }
      }
      process.handle("records", Int.self) { _ in records.withLock(\.self) }
      await process.serve()
    }
    let history = History<UInt64, UInt64>()
    world.clients(2) { client in
      for number in 1...6 {
        let record = UInt64(client.number) << 56 | UInt64(number) << 32 | 0x2B_4D6F
        await history.record(record, client: client.name) { try await client.call("append", on: server, $0) }
        try await Task.sleep(for: .seconds(3))
      }
    }
    world.faults = .all
    let seen = Locked<[UInt64]>([])
    try await world.afterHealing {
      world.clients(1) { client in
        let records: [UInt64] = try await client.call("records", on: server, 0)
        seen.withLock { $0 = records }
      }
      try await world.eventually("The log was read.", within: .seconds(5)) {
        !seen.withLock(\.isEmpty) || history.calls.isEmpty
      }
      history.check(.exactlyOnce(of: seen.withLock(\.self)))
    }
  }

  /// A log file on a simulated disk.
  private struct Log: Sendable {
    let path = "/log"
    let disk: SimulatedDisk
    let records: [UInt64]

    init(on disk: SimulatedDisk, checks: Bool) throws {
      self.disk = disk
      var records: [UInt64] = []
      var rest = try disk.read(path)?[...] ?? []
      while let start = rest.firstIndex(of: Self.mark), start + 10 <= rest.endIndex {
        let number = rest[start + 1..<start + 9].reduce(0) { $0 << 8 | UInt64($1) }
        let isWhole = Self.checksum(number) == rest[start + 9]
        if !checks || isWhole {
          if !records.contains(number) { records.append(number) }
          rest = rest[(start + 10)...]
        } else {
          // A torn record is followed by the next record's mark.
          rest = rest[(start + 1)...]
        }
      }
      self.records = records
    }

    /// The first byte of a record, which occurs nowhere else in a record.
    static let mark: UInt8 = 0xFF

    static func checksum(_ number: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 56) & 0x7F
    }

    func append(_ number: UInt64) throws {
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
      try disk.append([Self.mark] + bytes + [Self.checksum(number)], to: path)
    }
  }

  // MARK: Events

  private final class Events: Sendable {
    let count = Locked(0)
  }

  /// A server with numbered events, and clients that read them with an id to continue from.
  static func runEvents(_ world: World, _ plant: Plant?) async throws {
    let events = Events()
    let server = world.process("server") { process in
      Task {
        while true {
          try await Task.sleep(for: .milliseconds(700))
          events.count.withLock { $0 = min($0 + 1, 40) }
        }
      }
      await process.serve("events", Int.self) { last -> [Int] in
        // The events after the last one that the client has received.
        Array(events.count.withLock { min(last, $0)..<$0 }.map { $0 + 1 }.prefix(3))
      }
    }
    world.clients(2) { client in
      var received: [Int] = []
      while received.last != 40, world.now < .seconds(110) {
        do {
          let events: [Int] = try await client.call("events", on: server, received.last ?? 0)
          received += events
        } catch {
          // After an error, the client connects again.
          if plant == .lastEventIDOffByOne, let last = received.last {
            let events: [Int]? = try? await client.call("events", on: server, last + 1)
            received += events ?? []
          }
        }
        try await Task.sleep(for: .seconds(1))
      }
      if received != Array(1...40) { reportIssue("\(client.name) received \(received).") }
    }
    world.faults = .all
    try await world.afterHealing {}
  }

  // MARK: Migrations

  /// A program that changes prices from euros to cents when it starts.
  static func runMigration(_ world: World, _ plant: Plant?) async throws {
    let database = world.database("prices")
    let keys = (1...6).map { StorageKey("\($0)") }
    for (index, key) in keys.enumerated() {
      try await database.save(
        [0, UInt8(index + 1)],
        for: key,
        expecting: nil,
        as: StorageRevision(),
        wake: nil
      )
    }
    let isDone = Locked(false)
    world.process("shop") { process in
      for key in keys {
        guard let value = try await database.load(key) else { continue }
        // The first byte is the version of the value.
        if plant != .migrationNotRepeatable, value.bytes[0] == 1 { continue }
        let new = [1, value.bytes[1] &* 10]
        try await database.save(new, for: key, expecting: value.revision, as: StorageRevision(), wake: nil)
      }
      isDone.withLock { $0 = true }
      await process.serve("sell", Int.self) { $0 }
    }
    world.faults = .all
    try await world.afterHealing {
      try await world.eventually("The migration has ended.", within: .seconds(60)) { isDone.withLock(\.self) }
      for (index, key) in keys.enumerated() {
        let bytes = try await database.load(key)?.bytes
        if bytes != [1, UInt8(index + 1) * 10] { reportIssue("The price \(key) is \(bytes ?? []).") }
      }
    }
  }
}
