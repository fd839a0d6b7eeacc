// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import TroupeTesting

/// A system of timers that are stored in a database and ring a bell.
enum TimerSystem {
  static func run(_ world: World, _ plant: Plant?) async throws {
    let database = world.database("timers")
    let rings = Locked<[StorageKey]>([])
    let bell = world.process("bell") { process in
      await process.serve("ring", StorageKey.self) { key in
        rings.withLock { rings in
          // A timer that rings again isn't heard twice.
          if plant == .timerRingsTwice || !rings.contains(key) { rings.append(key) }
        }
      }
    }
    world.process("timers") { process in
      while !process.isTerminating {
        do {
          for due in try await database.due(before: .now, limit: 10) {
            try await ring(due.key, process, in: database, bell, plant)
          }
        } catch is StorageError {
          // The next turn of the loop tries again.
        } catch is CallError {}
        try await Task.sleep(for: .seconds(1))
      }
    }
    let history = History<StorageKey, Int>()
    world.clients(2) { client in
      for number in 1...4 {
        await history.record(StorageKey("\(client.number).\(number)")) { key in
          let wake = WallClockInstant.now.advanced(by: .seconds(number))
          try await database.save([0], for: key, expecting: nil, as: StorageRevision(), wake: wake)
          return 0
        }
        try await Task.sleep(for: .seconds(3))
      }
    }
    world.faults = .all
    try await world.afterHealing {
      try await world.eventually("No timer is due.", within: .seconds(30)) {
        try await database.due(before: .now.advanced(by: .seconds(100)), limit: 1).isEmpty
      }
      // A call to the bell may still be on its way.
      try await Task.sleep(for: .seconds(30))
      history.check(.exactlyOnce(of: rings.withLock(\.self)))
    }
  }

  private static func ring(
    _ key: StorageKey,
    _ process: SimulatedProcess,
    in database: SimulatedDatabase,
    _ bell: SimulatedProcess,
    _ plant: Plant?
  ) async throws {
    guard var revision = try await database.load(key)?.revision else { return }
    if plant == .timerLostWhileOpening {
      let next = StorageRevision()
      try await database.save([1], for: key, expecting: revision, as: next, wake: nil)
      revision = next
    }
    let _: Void = try await process.call("ring", on: bell, key)
    try await database.remove(key, expecting: revision)
  }
}
