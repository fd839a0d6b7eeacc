import Locks
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupePostgres
import TroupeSimulation

/// The PostgreSQL server of a simulated world, whose nodes share its keys.
///
/// ```swift
/// let postgres = SimulatedPostgres(in: world)
/// let server = world.process("a") { process in
///   let node = ClusterNode(on: postgres, in: process, address: process.name)
///   try await node.join()
/// }
/// ```
///
/// The server is a process of the world: it crashes and starts again, as after a failover, and its clock may
/// be wrong. Its tables survive. Nodes reach it over the network. As with `PostgresStorage`, a lost answer
/// leaves no doubt for long: the node's next connection ends the previous one, and looks for the change's
/// revision.
public final class SimulatedPostgres: Sendable {
  /// Performs a request on the tables, at a time in microseconds.
  package typealias Rules =
    @Sendable (inout NodeTable, Request, _ now: Int64) throws(StorageError) -> TroupePostgres.Reply

  let server: SimulatedProcess
  private let tables: Tables

  /// Creates a server with empty tables.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - name: The name of the server's process.
  public convenience init(in world: World, name: String = "PostgreSQL") {
    self.init(in: world, name: name) { (table, request, now) throws(StorageError) in
      try table.perform(request, at: now)
    }
  }

  /// - Parameter perform: Performs requests, for tests of statements with wrong rules.
  package init(in world: World, name: String = "PostgreSQL", perform: @escaping Rules) {
    let tables = Tables(perform)
    self.tables = tables
    server = world.process(name) { process in
      tables.loseConnections()
      process.handle("query", Query.self) { tables.answer($0) }
      process.handle("listen", Listening.self) { try await tables.notifications(after: $0.count) }
      await process.serve()
    }
  }

  /// The tables. The test can read them at any time.
  package var table: NodeTable { tables.table }

  func newStorage() -> Int { tables.newStorage() }
}

/// A query of a connection.
struct Query: Sendable {
  enum Kind: Sendable {
    /// Begins the connection, and ends the storage's earlier connections.
    case connect
    case request(Request)
    /// Looks up a key's revision.
    case revision([UInt8])
  }

  let kind: Kind
  /// The number of the query, so that a repeated message isn't performed twice.
  let number: Int
  /// The number of the program's storage.
  let storage: Int
  /// The number of the storage's connection.
  let connection: Int
}

/// The answer to a query.
enum Answer: Sendable {
  case connected
  case reply(Result<TroupePostgres.Reply, StorageError>)
  case revision(RevisionBits?)
  /// The connection has ended. The query may have been performed before.
  case ended
}

/// The tables of a server, which survive its crashes, and its connections, which don't.
private final class Tables: Sendable {
  private struct State {
    var table = NodeTable()
    var lastStorage = 0
    /// The number of the latest connection of each storage.
    var latest: [Int: Int] = [:]
    /// The open connection of each storage, and its answers by the numbers of their queries.
    var open: [Int: (number: Int, answers: [Int: Answer])] = [:]
  }

  private let state = Locked(State())
  private let perform: SimulatedPostgres.Rules

  init(_ perform: @escaping SimulatedPostgres.Rules) { self.perform = perform }

  var table: NodeTable { state.withLock { $0.table } }

  func newStorage() -> Int {
    state.withLock { state in
      state.lastStorage += 1
      return state.lastStorage
    }
  }

  func loseConnections() { state.withLock { $0.open = [:] } }

  func answer(_ query: Query) -> Answer {
    // Like `clock_timestamp()`, it is the date of the server, which may be wrong.
    let now = WallClockInstant.now.microseconds
    return state.withLock { state in
      if case .connect = query.kind, state.latest[query.storage, default: 0] < query.connection {
        state.latest[query.storage] = query.connection
        state.open[query.storage] = (query.connection, [:])
      }
      guard let open = state.open[query.storage], open.number == query.connection else { return .ended }
      if let answer = open.answers[query.number] { return answer }
      let answer: Answer
      switch query.kind {
      case .connect: answer = .connected
      case .revision(let key): answer = .revision(state.table.rows[key]?.revision)
      case .request(let request):
        do throws(StorageError) {
          answer = .reply(.success(try perform(&state.table, request, now)))
        } catch {
          answer = .reply(.failure(error))
        }
      }
      state.open[query.storage]?.answers[query.number] = answer
      return answer
    }
  }

  /// Waits for notifications after a number of them, at most for four seconds.
  ///
  /// - Parameter count: The number of notifications; nil to begin with the next one.
  func notifications(after count: Int?) async throws -> Notifications {
    for _ in 0..<16 {
      let all = table.notifications
      guard let count else { return Notifications(texts: [], count: all.count) }
      if all.count > count { return Notifications(texts: Array(all[count...]), count: all.count) }
      try await Task.sleep(for: .milliseconds(250))
    }
    return Notifications(texts: [], count: count ?? 0)
  }
}

/// A request for notifications.
struct Listening: Sendable {
  /// The number of notifications that were received; nil to begin with the next one.
  var count: Int?
}

struct Notifications: Sendable {
  let texts: [String]
  /// The number of all notifications so far.
  let count: Int
}
