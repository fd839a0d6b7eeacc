// virtual time: simulations run everything in this file.
import ClusterSimulation
import Locks
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupePostgres
import TroupeSimulation

/// An entry that a client adds to the book with a key.
struct Entry: Codable, Hashable, Sendable, CustomStringConvertible {
  let client: Int
  let number: Int
  let key: String

  var description: String { "\(client).\(number) in \(key)" }
}

/// A book, which keeps each entry once.
struct Book: Reducer {
  struct State: Codable, Sendable { var entries: [Entry] = [] }

  enum Action: Sendable { case added(Entry) }

  static let codec = StateCodec<State>(format: JSONFormat())

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let entry): if !state.entries.contains(entry) { state.entries.append(entry) }
    }
    return .none
  }
}

/// Three nodes that share books, their database, and clients that follow books to their homes.
struct BookSystem: Sendable {
  /// A request of a client.
  private struct Adding: Sendable {
    let entry: Entry
    /// Whether another node has named this node as the key's home.
    let isForwarded: Bool
  }

  private enum Answer: Sendable {
    case added
    case elsewhere(String)
  }

  private struct NoHome: KnownFailure {
    // An earlier attempt may have succeeded.
    let hadNoEffect = false
  }

  /// The nodes that have joined, by their numbers.
  private final class Nodes: Sendable {
    private let nodes = Locked<[Request.NodeID: (node: ClusterNode, process: SimulatedProcess, start: Int)]>(
      [:])

    func add(_ node: ClusterNode, of process: SimulatedProcess) {
      nodes.withLock { $0[node.id] = (node, process, process.startCount) }
    }

    /// Whether a node is running and has a lease by its own clock.
    func hasLease(_ id: Request.NodeID) -> Bool {
      guard let (node, process, start) = nodes.withLock({ $0[id] }) else { return false }
      return process.isRunning && process.startCount == start && node.hasLease
    }
  }

  /// Runs the system in a world.
  ///
  /// - Parameters:
  ///   - rules: The rules of the database's statements.
  ///   - check: Checks what the clients were told.
  static func run(
    in world: World,
    faults: Faults,
    rules: @escaping SimulatedPostgres.Rules,
    check: @Sendable (History<Entry, Bool>) -> Void = { _ in }
  ) async throws {
    let nodes = Nodes()
    let hasWrongClocks = faults.contains(.clocks)
    let postgres = SimulatedPostgres(in: world) { (table, request, now) throws(StorageError) in
      let former = request.key.flatMap { table.rows[$0]?.home }
      let reply = try rules(&table, request, now)
      if case .save(let save) = request, let former, let node = save.node, former != node,
        !hasWrongClocks, nodes.hasLease(former)
      {
        reportIssue("A node has taken over a key whose home still has its lease.")
      }
      return reply
    }
    let servers = ["a", "b", "c"].map { name in
      world.process(name) { try await serve(in: $0, on: postgres, nodes) }
    }
    let history = History<Entry, Bool>()
    world.clients(2) { client in
      for number in 1...15 {
        let entry = Entry(client: client.number, number: number, key: "key \(number % 3)")
        await history.record(entry) { entry in
          try await add(entry, from: client, to: servers, beginningWith: client.number + number)
          return true
        }
        try await Task.sleep(for: .seconds(3))
      }
      // When all faults have ended, each key has a home again.
      if world.now < world.duration { try await Task.sleep(for: world.duration - world.now + .seconds(1)) }
      try await addAtLast(Entry(client: client.number, number: 16, key: "key 0"), client, servers, history)
    }
    world.faults = faults
    // A node that is replaced gives back its keys.
    try await Task.sleep(for: .seconds(20))
    servers[0].terminate()
    try await Task.sleep(for: .seconds(12))
    servers[0].restart()
    try await world.afterHealing {
      let stored = try postgres.table.rows.values.flatMap { try Book.codec.decode($0.bytes).entries }
      history.check(.exactlyOnce(of: stored))
      check(history)
    }
  }

  private static func serve(
    in process: SimulatedProcess,
    on postgres: SimulatedPostgres,
    _ nodes: Nodes
  ) async throws {
    let node = ClusterNode(on: postgres, in: process, address: process.name)
    try await node.join()
    nodes.add(node, of: process)
    let directory = StoreDirectory { (key: String) in
      try await node.open(StorageKey(key)) { storage, key in
        try await Store(
          initialState: Book.State(),
          storage: storage,
          key: key,
          codec: Book.codec,
          configuration: process.configuration()
        ) {
          Book()
        }
      }
    }
    process.handle("add", Adding.self) { adding -> Answer in
      let key = adding.entry.key
      if !adding.isForwarded, let home = node.home(of: StorageKey(key)) { return .elsewhere(home) }
      do {
        try await directory.commit(.added(adding.entry), to: key)
        return .added
      } catch let error as HomeError {
        guard let address = error.address else { throw error }
        return .elsewhere(address)
      }
    }
    try await withThrowingTaskGroup { group in
      group.addTask { try await node.run() }
      group.addTask { await process.serve() }
      // Either the lease has ended, or the process was asked to end.
      let first = await group.nextResult()
      _ = await directory.shutdown(within: .seconds(2))
      group.cancelAll()
      try await node.leave()
      try first?.get()
    }
  }

  /// Adds an entry at the home of its key.
  private static func add(
    _ entry: Entry,
    from client: SimulatedClient,
    to servers: [SimulatedProcess],
    beginningWith first: Int
  ) async throws {
    var server = servers[first % servers.count]
    for hop in 0..<3 {
      let adding = Adding(entry: entry, isForwarded: hop > 0)
      let answer: Answer = try await client.call("add", on: server, adding, timeLimit: .seconds(4))
      guard case .elsewhere(let address) = answer else { return }
      guard let home = servers.first(where: { $0.name == address }) else { break }
      server = home
    }
    throw NoHome()
  }

  /// Tries an addition on all nodes until it succeeds.
  private static func addAtLast(
    _ entry: Entry,
    _ client: SimulatedClient,
    _ servers: [SimulatedProcess],
    _ history: History<Entry, Bool>
  ) async throws {
    await history.record(entry) { entry in
      for attempt in 0..<40 {
        do {
          try await add(entry, from: client, to: servers, beginningWith: attempt)
          return true
        } catch {
          try await Task.sleep(for: .seconds(1))
        }
      }
      reportIssue("After all faults had ended, a key had no home for forty seconds.")
      throw NoHome()
    }
  }
}
