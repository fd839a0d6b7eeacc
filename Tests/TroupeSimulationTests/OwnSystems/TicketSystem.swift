// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSharing
import TroupeSimulation
import TroupeTesting

/// A feature that takes tickets from a shared value in its turns.
@Reducer
struct TicketBooth {
  struct State: Codable, Sendable {
    @Shared var tickets: [Int]
    var seen: [Int] = []

    init(tickets: Shared<[Int]>) { _tickets = tickets }
  }

  enum Action: Sendable {
    case take(Int, Reply<[Int]>)
    case look(Reply<[Int]>)
  }

  let tell: @Sendable ([Int]) -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .take(let ticket, let reply):
        state.$tickets.withLock { if !$0.contains(ticket) { $0.append(ticket) } }
        state.seen = state.tickets
        reply.answer(state.seen)
      case .look(let reply):
        state.seen = state.tickets
        reply.answer(state.seen)
      }
      return .run { [tell, seen = state.seen] _ in tell(seen) }
    }
  }
}

/// Two processes that change one shared value of a storage. Each has a saved store, whose turns read and
/// write the value.
enum TicketSystem {
  enum Call: Hashable, Sendable {
    case update(Int)
    case turn(Int)
    case read
    case look

    var ticket: Int? {
      switch self {
      case .update(let ticket), .turn(let ticket): ticket
      case .read, .look: nil
      }
    }
  }

  /// What occurred in runs of the system.
  struct Outcomes {
    /// The updates that returned.
    var updated = 0
    /// The turns with tickets that a store has answered.
    var taken = 0
    var told = 0
    /// The requests that failed because the store's version of the value was lost.
    var lostTurns = 0
    var unknownAndSaved = 0
    var unknownAndLost = 0
    /// The updates whose body ran again on the value of another owner.
    var repeatedBodies = 0
  }

  private static let codec = StateCodec([Int].self, format: JSONFormat())

  /// What a store has saved, without the shared value.
  private struct Saved: Codable, Sendable { var seen: [Int] }

  private static func key(_ process: SimulatedProcess) -> StorageKey {
    StorageKey("booth of \(process.name)")
  }

  static func run(
    _ world: World,
    outcomes: Tallied<Outcomes>,
    storage: @escaping @Sendable () -> any Storage
  ) async throws {
    let told = Tallied<[[Int]]>([])
    let servers = (1...2).map { number in
      world.process("server \(number)") { process in
        try await serve(process, storage(), told, outcomes)
      }
    }
    let history = History<Call, [Int]>()
    world.clients(3) { client in
      for number in 1...7 {
        let ticket = client.number * 100 + number
        let calls = [Call.update(ticket), .turn(ticket), .update(ticket), .read, .turn(ticket), .look]
        let call = calls[(number + client.number) % calls.count]
        let server = servers[(number / 2 + client.number) % 2]
        await history.record(call, client: client.name) { call in
          if case .update = call {
            // The ticket is its id, so an attempt can be repeated.
            return try await client.repeatedly { client in try await client.call("use", on: server, call) }
          }
          return try await client.call("use", on: server, call)
        }
        try await Task.sleep(for: .seconds([1, 4][number % 2]))
      }
    }
    world.faults = .all
    try await world.afterHealing {
      let final = try await storage().read("tickets", codec: codec) ?? []
      for tickets in told.value where !final.starts(with: tickets) {
        reportIssue("\(tickets) was told, and the value is \(final).")
      }
      for server in servers {
        let saved = try await storage().read(key(server), codec: StateCodec(Saved.self, format: JSONFormat()))
        if let seen = saved?.seen, !final.starts(with: seen) {
          reportIssue("\(server.name) has saved that it saw \(seen), and the value is \(final).")
        }
      }
      history.check(.exactlyOnce(of: final, by: { $0 }, callsBy: { $0.ticket }))
      // The final list determines the order of the calls that took effect. Reads are left out, because a read
      // by a superseded process may be old.
      history.check(
        .linearizable(initial: 0) { count, call, output in
          guard let ticket = call.ticket else { return [count] }
          guard let place = final.firstIndex(of: ticket) else { return output == nil ? [count] : [] }
          guard place <= count else { return [] }
          let next = max(count, place + 1)
          guard let output else { return [next] }
          // An attempt of a repeated update may return after later updates.
          return output.starts(with: final.prefix(place + 1)) && output.count >= next ? [next] : []
        }
      )
      outcomes.change { $0.add(history, told.value.count, final) }
    }
  }

  private static func serve(
    _ process: SimulatedProcess,
    _ storage: any Storage,
    _ told: Tallied<[[Int]]>,
    _ outcomes: Tallied<Outcomes>
  ) async throws {
    let tell: @Sendable ([Int]) -> Void = { tickets in told.change { $0.append(tickets) } }
    try await withDependencies {
      $0.sharedSpace = SharedSpace()
    } operation: {
      let tickets = Shared(wrappedValue: [], .stored("tickets", in: storage, codec: codec))
      // If the value can't be loaded, the turns of the first store assume that there is none.
      do { try await tickets.load() } catch is StorageError {}
      let booth = Locked(try await openBooth(process, storage, tickets, tell))
      process.handle("use", Call.self) { call in
        switch call {
        case .update(let ticket):
          let runs = Tallied(0)
          let list = try await tickets.update { tickets in
            runs.change { $0 += 1 }
            if !tickets.contains(ticket) { tickets.append(ticket) }
            return tickets
          }
          if runs.value > 1 { outcomes.change { $0.repeatedBodies += 1 } }
          tell(list)
          return list
        case .read:
          let list = tickets.wrappedValue
          tell(list)
          return list
        case .turn, .look:
          let store = booth.withLock(\.self)
          do {
            let list =
              if let ticket = call.ticket {
                try await store.ask { .take(ticket, $0) }
              } else {
                try await store.ask { .look($0) }
              }
            tell(list)
            return list
          } catch {
            if await store.closedReason != nil {
              outcomes.change { $0.lostTurns += 1 }
              let new = try await openBooth(process, storage, tickets, tell)
              booth.withLock { if $0 === store { $0 = new } }
            }
            throw error
          }
        }
      }
      await process.serve()
    }
  }

  private static func openBooth(
    _ process: SimulatedProcess,
    _ storage: any Storage,
    _ tickets: Shared<[Int]>,
    _ tell: @escaping @Sendable ([Int]) -> Void
  ) async throws -> StoreOf<TicketBooth> {
    let store = try await Store(
      initialState: TicketBooth.State(tickets: tickets),
      storage: storage,
      key: key(process),
      codec: StateCodec(format: JSONFormat()),
      configuration: process.configuration(for: TicketBooth.Action.self)
    ) {
      TicketBooth(tell: tell)
    }
    Task { for await state in store.states() { tell(state.seen) } }
    return store
  }
}

extension TicketSystem.Outcomes {
  fileprivate mutating func add(_ history: History<TicketSystem.Call, [Int]>, _ told: Int, _ final: [Int]) {
    self.told += told
    for call in history.calls {
      guard let ticket = call.input.ticket else { continue }
      switch (call.outcome, call.input) {
      case (.returned, .update): updated += 1
      case (.returned, _): taken += 1
      default: if final.contains(ticket) { unknownAndSaved += 1 } else { unknownAndLost += 1 }
      }
    }
  }
}
