// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import TroupeTesting

/// Two processes that use one ledger, and clients that use both processes.
enum LedgerSystem {
  enum Call: Hashable, Sendable {
    case commit(Int)
    case ask(Int)
    /// The id that this call appends itself. An effect appends another one before the reply.
    case work(Int)
    case read
    case select(Int)

    var id: Int? {
      switch self {
      case .commit(let id), .ask(let id), .work(let id): id
      case .read, .select: nil
      }
    }
  }

  /// What occurred in runs of the system.
  struct Outcomes {
    /// How often each output of a store told something.
    var told: [LedgerLog.Output: Int] = [:]
    var returned = 0
    /// The calls whose error states that the store hasn't saved the action.
    var withoutEffect = 0
    var unknownAndSaved = 0
    var unknownAndLost = 0
    /// The events that a client received after its last position.
    var mirrorContinued = 0
    /// How often a client needed the list, because its position was unknown.
    var mirrorReloaded = 0
    /// The calls that a superseded store has rejected.
    var superseded = 0
    /// The shutdowns that have saved the changes of transient actions.
    var savedSelections = 0
  }

  /// The store certainly hasn't saved the action of a call, and never will.
  struct NotSaved: KnownFailure {
    let error: CommitError
    var hadNoEffect: Bool { true }
  }

  static func run(
    _ world: World,
    outcomes: Tallied<Outcomes>,
    storage: @escaping @Sendable () -> any Storage
  ) async throws {
    let log = LedgerLog()
    let servers = (1...2).map { number in
      world.process("server \(number)") { process in
        await serve(process, storage(), log, outcomes)
      }
    }
    let history = History<Call, [Int]>()
    world.clients(3) { client in
      for number in 1...7 {
        let id = client.number * 100 + number
        let calls = [Call.commit(id), .ask(id), .work(id), .read, .commit(id), .select(id), .read]
        let call = calls[(number + client.number) % calls.count]
        let server = servers[(number / 2 + client.number) % 2]
        await history.record(call, client: client.name) { call in
          do {
            return try await client.call("use", on: server, call, timeLimit: .seconds(8))
          } catch CallError.failed(let error as NotSaved) {
            throw error
          }
        }
        try await Task.sleep(for: .seconds([1, 4][number % 2]))
      }
    }
    let mirror = LedgerMirror()
    world.clients(1) { client in
      while world.now < world.duration + .seconds(30) {
        await mirror.update(client, servers[0])
        try await Task.sleep(for: .seconds(1))
      }
    }
    // A request that arrives twice could have an effect after it has failed without one.
    world.faults = .all.subtracting(.repetitions)
    try await Task.sleep(for: .seconds(20))
    servers[1].terminate(grace: .seconds(15))
    try await Task.sleep(for: .seconds(8))
    servers[1].restart()
    try await world.afterHealing {
      let final = try await storage().read("ledger", codec: Ledger.codec) ?? Ledger.State()
      let told = log.check(final)
      check(history, final)
      mirror.check(final)
      outcomes.change { $0.add(told, history, mirror, final) }
    }
  }

  private static func check(_ history: History<Call, [Int]>, _ final: Ledger.State) {
    history.check(
      .exactlyOnce(of: final.ids.filter { $0 < 1_000 }, by: { $0 }, callsBy: { $0.id })
    )
    // The ids of effects are left out. The final list determines the order of the calls that took effect, so
    // the model's state is the number of calls that have taken effect so far.
    let order = final.ids.filter { $0 < 1_000 }
    history.check(
      .linearizable(initial: 0) { count, call, output in
        let known = output?.filter { $0 < 1_000 }
        guard let id = call.id else {
          if case .select = call { return [count] }
          return known.map { $0.elementsEqual(order.prefix(count)) } ?? true ? [count] : []
        }
        guard let place = order.firstIndex(of: id) else { return output == nil ? [count] : [] }
        // A repeated call finds its id in the list.
        let next = max(count, place + 1)
        guard place <= count else { return [] }
        guard let known else { return [next] }
        // The reply of `work` may have later ids.
        if case .work = call { return known.starts(with: order.prefix(next)) ? [next] : [] }
        return known.elementsEqual(order.prefix(next)) ? [next] : []
      }
    )
  }

  private static func serve(
    _ process: SimulatedProcess,
    _ storage: any Storage,
    _ log: LedgerLog,
    _ outcomes: Tallied<Outcomes>
  ) async {
    let feeds = LedgerFeeds()
    let directory = StoreDirectory { (_: String) in
      let store = try await Ledger.open(in: storage, log, process.configuration())
      await feeds.opened(store)
      // These tasks end with the store.
      Task { for await state in store.states() { log.tell(state.ids, .states) } }
      Task { [weak store] in await store?.observe { log.tell($0.ids, .observe) } }
      return store
    }
    process.handle("use", Call.self) { call in
      do {
        return try await use(directory, call, log, feeds)
      } catch let error as CommitError {
        if error.code == .superseded { outcomes.change { $0.superseded += 1 } }
        if error.outcome == .notReduced || error.outcome == .notSaved { throw NotSaved(error: error) }
        throw error
      }
    }
    process.handle("events", LedgerMirror.Request.self) { request in
      try await feeds.answer(request, directory)
    }
    await process.serve()
    let before = feeds.selected
    let reports = await directory.shutdown(within: .seconds(5), cancellationGrace: .seconds(5))
    if let report = reports["ledger"], report.isComplete {
      log.saved(before)
      outcomes.change { $0.savedSelections += 1 }
    }
  }

  private static func use(
    _ directory: StoreDirectory<String, Ledger.State, Ledger.Action>,
    _ call: Call,
    _ log: LedgerLog,
    _ feeds: LedgerFeeds
  ) async throws -> [Int] {
    switch call {
    case .commit(let id):
      let ids = try await directory.commit(.add(id), to: "ledger", returning: { $0.ids }).value
      log.tell(ids, .commit)
      return ids
    case .ask(let id):
      let ids = try await directory.withStore(for: "ledger") { store in
        try await store.ask { .addAndReply(id, $0) }
      }
      log.tell(ids, .ask)
      return ids
    case .work(let id):
      let ids = try await directory.withStore(for: "ledger") { store in
        let ids = try await store.ask { .work(id, $0) }
        try await store.wait(until: { $0.ids.contains(Ledger.second(id)) })
        log.tell([Ledger.second(id)], .wait)
        return ids
      }
      log.tell(ids, .askLater)
      return ids
    case .read:
      let ids = try await directory.withStore(for: "ledger") { store in try await store.ask { .read($0) } }
      log.tell(ids, .ask)
      return ids
    case .select(let number):
      try await directory.withStore(for: "ledger") { store in
        try await store.trySend(.select(number))
        feeds.select(number, in: store)
      }
      return []
    }
  }
}

extension LedgerSystem.Outcomes {
  fileprivate mutating func add(
    _ told: [LedgerLog.Output: Int],
    _ history: History<LedgerSystem.Call, [Int]>,
    _ mirror: LedgerMirror,
    _ final: Ledger.State
  ) {
    self.told.merge(told, uniquingKeysWith: +)
    if mirror.continued > 0 { self.told[.feed, default: 0] += mirror.continued }
    mirrorContinued += mirror.continued
    mirrorReloaded += mirror.reloaded
    for call in history.calls {
      guard let id = call.input.id else { continue }
      switch call.outcome {
      case .returned: returned += 1
      case .failed: withoutEffect += 1
      case .unknown: if final.ids.contains(id) { unknownAndSaved += 1 } else { unknownAndLost += 1 }
      }
    }
  }
}
