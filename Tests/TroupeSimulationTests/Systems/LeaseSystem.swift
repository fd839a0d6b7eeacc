// virtual time: simulations run everything in this file.
import Troupe
import TroupeSimulation
import TroupeTesting

/// Systems in which processes hold leases.
enum LeaseSystem {
  /// The time for which a lease is valid.
  private static let term = Duration.seconds(4)
  /// The part of the term that a holder uses, because its clock may be slower than the server's.
  private static let safeTerm = Duration.seconds(3)

  struct Grant: Sendable {
    let number: Int
    let holder: String
  }

  /// Two workers that use a machine, of which only the holder of the lease may use it.
  static func run(_ world: World, _ plant: Plant?) async throws {
    /// The grants, in a place that survives crashes of the server.
    let grants = Locked<[Grant]>([])
    let uses = Locked<[Grant]>([])
    let server = world.process("leases") { process in
      let clock = ContinuousClock()
      // A lease that the process granted before a crash may still be held.
      let end = Locked(clock.now + term)
      await process.serve("lease", String.self) { holder -> Grant? in
        let isFree = end.withLock { end in
          guard clock.now >= end else { return false }
          end = clock.now + term
          return true
        }
        guard isFree else { return nil }
        return grants.withLock { grants in
          grants.append(Grant(number: grants.count + 1, holder: holder))
          return grants.last
        }
      }
    }
    for name in ["north", "south"] {
      world.process(name) { process in
        let clock = ContinuousClock()
        while !process.isTerminating {
          let before = clock.now
          let grant: Grant?
          do {
            grant = try await process.call("lease", on: server, name, timeLimit: .seconds(30))
          } catch is CallError {
            grant = nil
          }
          let start = plant == .leaseFromReply ? clock.now : before
          if let grant {
            while clock.now < start + safeTerm {
              uses.withLock { $0.append(grant) }
              try await Task.sleep(for: .milliseconds(100))
            }
          }
          try await Task.sleep(for: .milliseconds(500))
        }
      }
    }
    world.faults = .all.subtracting(.clocks)
    try await world.afterHealing {
      let used = uses.withLock(\.self)
      for (earlier, later) in zip(used, used.dropFirst()) where earlier.number > later.number {
        return reportIssue(
          "The worker \(later.holder) used the machine with its lease \(later.number) after the lease \(earlier.number)."
        )
      }
    }
  }

  enum Register: Hashable, Sendable {
    case read
    case write(Int)
  }

  /// A server with one number, and two caches that may answer reads as long as they have a lease. The server
  /// changes the number only when all leases have ended.
  static func runCaches(_ world: World, _ plant: Plant?) async throws {
    let database = Locked(0)
    let server = world.process("server") { process in
      let clock = ContinuousClock()
      let end = Locked(clock.now + term)
      let isChanging = Locked(true)
      Task {
        // A lease that the process granted before a crash may still be held.
        try await Task.sleep(for: term)
        isChanging.withLock { $0 = false }
      }
      process.handle("lease", String.self) { _ -> Int? in
        isChanging.withLock { isChanging in
          if isChanging { return nil }
          end.withLock { $0 = clock.now + term }
          return database.withLock(\.self)
        }
      }
      process.handle("write", Int.self) { value in
        let isFree = isChanging.withLock { isChanging in
          defer { isChanging = true }
          return !isChanging
        }
        guard isFree else { throw Busy() }
        let rest = clock.now.duration(to: end.withLock(\.self))
        if rest > .zero { try await Task.sleep(for: rest) }
        // The values ascend: a lower one is a late copy of an earlier request.
        database.withLock { $0 = max($0, value) }
        isChanging.withLock { $0 = false }
        return value
      }
      await process.serve()
    }
    let caches = ["near", "far"].map { name in
      world.process(name) { process in
        let clock = ContinuousClock()
        let entry = Locked<(value: Int, end: ContinuousClock.Instant)?>(nil)
        let life = plant == .cacheOutlivesLease ? term * 2 : safeTerm
        await process.serve("read", Int.self) { _ -> Int in
          if let entry = entry.withLock(\.self), clock.now < entry.end { return entry.value }
          let before = clock.now
          let value: Int? = try await process.call("lease", on: server, name)
          guard let value else { throw Busy() }
          guard clock.now < before + life else { throw Busy() }
          entry.withLock { $0 = (value, before + life) }
          return value
        }
      }
    }
    let history = History<Register, Int>()
    world.clients(3) { client in
      for number in 1...8 {
        if client.number == 1 {
          await history.record(.write(number), client: client.name) { _ in
            try await client.call("write", on: server, number, timeLimit: .seconds(10))
          }
        } else {
          await history.record(.read, client: client.name) { _ in
            try await client.call("read", on: caches[number % 2], 0)
          }
        }
        try await Task.sleep(for: .seconds(client.number == 1 ? 3 : 1))
      }
    }
    world.faults = .all.subtracting(.clocks)
    try await world.afterHealing {
      history.check(
        .linearizable(initial: 0) { value, call in
          if case .write(let new) = call { value = new }
          return value
        }
      )
    }
  }

  /// The server is changing the number, or waits for the leases of an earlier run. Another copy of the
  /// request may nevertheless take effect, so the error isn't a `KnownFailure`.
  struct Busy: Error {}
}
