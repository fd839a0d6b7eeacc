// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import TroupeTesting

/// Processes with a `StoreDirectory` of reminders, and a receiver.
enum ReminderSystem {
  /// What occurred in runs of the system.
  struct Outcomes {
    /// The items for which the receiver was called once.
    var onceDelivered = 0
    /// The items for which the receiver was called again, for example after a crash.
    var deliveredAgain = 0
    /// The items for which two processes called the receiver.
    var takenOver = 0
    /// The items whose effect after the saved delivery has started.
    var marked = 0
    /// The items whose effect after the saved delivery never started, because of a crash.
    var unmarked = 0
    var restarts = 0

    mutating func add(_ facts: ReminderLog.Facts, starts: Int) {
      for count in facts.attempts.values { if count == 1 { onceDelivered += 1 } else { deliveredAgain += 1 } }
      takenOver += facts.callers.values.count { $0.count > 1 }
      marked += facts.marked.count
      unmarked += facts.accepted.count { facts.marked[$0] == nil }
      restarts += starts
    }
  }

  struct Request: Sendable {
    let key: String
    let item: Reminders.Item
  }

  struct Status: Sendable {
    let open: Int
    let stores: Int
    let effects: Int

    var isAtRest: Bool { open == 0 && stores == 0 && effects == 0 }
  }

  /// The time after the world's duration at which the late items are due.
  private static let late = Duration.seconds(200)

  /// A world with a storage, and one or two processes that serve all keys.
  static func run(
    _ world: World,
    processes count: Int,
    outcomes: Tallied<Outcomes>,
    storage: @escaping @Sendable () -> any Storage
  ) async throws {
    let log = ReminderLog()
    let receiver = world.process("receiver") { process in
      await process.serve("accept", Int.self) { id in
        log.accept(id)
        return id
      }
    }
    let servers = (1...count).map { number in
      world.process("server \(number)") { process in
        await serve(process, storage(), log, receiver, isOnlyOwner: count == 1)
      }
    }
    let history = History<Int, Int>()
    world.clients(3) { client in
      for number in 1...5 {
        let id = client.number * 100 + number
        let delay = number == 5 ? world.duration + late - world.now : .seconds([0, 2, 7, 15][number - 1])
        let item = Reminders.Item(id: id, at: .now.advanced(by: delay))
        await history.record(id, client: client.name) { id in
          let server = servers[(client.number + number) % count]
          // One of the keys has items of two clients.
          let key = "key \((client.number + number) % 2 + client.number)"
          return try await client.repeatedly { client in
            try await client.call("set", on: server, Request(key: key, item: item))
          }
        }
        try await Task.sleep(for: .seconds(3))
      }
    }
    world.faults = .all
    if count == 1 {
      try await Task.sleep(for: .seconds(25))
      servers[0].terminate(grace: .seconds(10))
      try await Task.sleep(for: .seconds(12))
      servers[0].restart()
    }
    try await world.afterHealing {
      try await settle(world, servers, log, history, isLate: { $0 % 100 == 5 })
      try await Task.sleep(for: max(.zero, world.duration + late - world.now))
      try await settle(world, servers, log, history, isLate: { _ in false })
      // A late copy of a request must not change anything.
      try await Task.sleep(for: .seconds(30))
      history.check(.exactlyOnce(of: log.facts.withLock(\.accepted)))
    }
    let starts = servers.map { $0.startCount - 1 }.reduce(0, +)
    let facts = log.facts.withLock(\.self)
    outcomes.change { $0.add(facts, starts: starts) }
  }

  private static func serve(
    _ process: SimulatedProcess,
    _ base: any Storage,
    _ log: ReminderLog,
    _ receiver: SimulatedProcess,
    isOnlyOwner: Bool
  ) async {
    let run = ReminderRun()
    let storage = DueLog(base: base, run: run)
    let deliver: @Sendable (Reminders.Item) async throws -> Void = { item in
      for attempt in 1... {
        try Task.checkCancellation()
        log.attempt(item, by: process.name, isFirst: attempt == 1, isOnlyOwner: isOnlyOwner)
        do {
          let _: Int = try await process.call("accept", on: receiver, item.id)
          return
        } catch is CallError {
          try await Task.sleep(for: .seconds(1))
        }
      }
    }
    var configuration = StoreDirectoryConfiguration()
    configuration.idleTime = .seconds(3)
    configuration.retryTime = .seconds(2)
    let directory = StoreDirectory(configuration: configuration) { (key: String) in
      run.willOpen(key)
      let store = try await StoreOf<Reminders>(
        initialState: Reminders.State(),
        storage: storage,
        key: StorageKey(key),
        codec: StateCodec(format: JSONFormat()),
        wake: { $0.next?.at },
        configuration: process.configuration()
      ) {
        Reminders(deliver: deliver, mark: { log.mark($0.id) }, running: run.running)
      }
      run.opened(store)
      return store
    }
    process.handle("set", Request.self) { request in
      run.asked.withLock { $0[request.key, default: 0] += 1 }
      defer { run.asked.withLock { $0[request.key, default: 0] -= 1 } }
      try await directory.commit(.set(request.item), to: request.key)
      return request.item.id
    }
    process.handle("status", Int.self) { _ in
      let statistics = await directory.statistics
      let open = statistics.openCount + statistics.openingCount + statistics.closingCount
      return Status(open: open, stores: run.storeCount, effects: run.running.value)
    }
    let waking = Task { try await directory.run(waking: storage, now: { .now }) { $0.text } }
    await process.serve()
    await directory.shutdown(within: .seconds(4), cancellationGrace: .seconds(4))
    _ = await waking.result
  }

  /// Waits until all items that are due are delivered, and until no store is in memory.
  private static func settle(
    _ world: World,
    _ servers: [SimulatedProcess],
    _ log: ReminderLog,
    _ history: History<Int, Int>,
    isLate: @escaping @Sendable (Int) -> Bool
  ) async throws {
    let acknowledged = history.calls.filter { $0.output != nil && !isLate($0.input) }.map(\.input)
    try await world.eventually("All items that are due are accepted.", within: .seconds(60)) {
      let accepted = log.facts.withLock(\.accepted)
      return acknowledged.allSatisfy { accepted.contains($0) }
    }
    for server in servers {
      let isAtRest = Locked(false)
      world.clients(1) { client in
        for _ in 0..<60 {
          let status: Status? = try? await client.call("status", on: server, 0)
          if status?.isAtRest == true { return isAtRest.withLock { $0 = true } }
          try await Task.sleep(for: .seconds(1))
        }
      }
      try await world.eventually("No store of \(server.name) is in memory.", within: .seconds(90)) {
        isAtRest.withLock(\.self)
      }
    }
  }
}
