import Locks
import Troupe
import TroupeDurable
import TroupePostgres
import TroupeSimulation

/// The connections of a simulated program to a ``SimulatedPostgres``.
final class SimulatedConnections: NodeDatabase {
  private struct State {
    var connection = 1
    var lastQuery = 0
  }

  let homes = Homes(ContinuousClock())
  private let postgres: SimulatedPostgres
  private let process: SimulatedProcess
  private let number: Int
  private let timeout: Duration
  private let state = Locked(State())

  init(to postgres: SimulatedPostgres, from process: SimulatedProcess, timeout: Duration) {
    (self.postgres, self.process, self.timeout) = (postgres, process, timeout)
    number = postgres.newStorage()
    // The process's end, or the end of the world, ends the task.
    _ = Task { [weak self] in
      while !Task.isCancelled, let self { await listen() }
    }
  }

  /// Performs a request, with further connections if one is lost, until its time is over.
  func perform(_ request: Request) async throws(StorageError) -> TroupePostgres.Reply {
    let end = ContinuousClock.now + timeout
    do {
      while true {
        let connection = state.withLock { $0.connection }
        do {
          if case .reply(let result) = try await ask(.request(request), on: connection) {
            return try result.get()
          }
        } catch let error as CallError {
          guard ContinuousClock.now < end else { throw error }
        }
        // Whether the request was performed is unknown, but it can't be performed any more.
        let stored = try await revision(of: request, after: connection, until: end)
        guard request.isChange else { continue }
        switch request.outcome(stored: stored) {
        case .made: return .done
        case .notMade: continue
        case .unknown: throw CallError.reset
        }
      }
    } catch let error as StorageError {
      throw error
    } catch {
      throw .unavailable(request.storageKey, because: error)
    }
  }

  /// Ends a connection, begins the next one, and looks up the revision of a change's key.
  private func revision(
    of request: Request,
    after connection: Int,
    until end: ContinuousClock.Instant
  ) async throws -> RevisionBits? {
    let key = request.isChange ? request.key : nil
    while true {
      let next = state.withLock { state in
        if state.connection == connection { state.connection += 1 }
        return state.connection
      }
      do {
        if case .connected = try await ask(.connect, on: next) {
          guard let key else { return nil }
          if case .revision(let revision) = try await ask(.revision(key), on: next) { return revision }
        }
        // Another connection of this storage has begun in the meantime, or the server has started again.
        state.withLock { if $0.connection == next { $0.connection += 1 } }
        guard ContinuousClock.now < end else { throw CallError.timedOut }
      } catch let error as CallError {
        guard ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private func ask(_ kind: Query.Kind, on connection: Int) async throws -> Answer {
    let query = state.withLock { state in
      state.lastQuery += 1
      return Query(kind: kind, number: state.lastQuery, storage: number, connection: connection)
    }
    return try await process.call("query", on: postgres.server, query, timeLimit: .seconds(2))
  }

  /// Receives notifications until the connection is lost.
  private func listen() async {
    defer { homes.end() }
    do {
      var listening = Listening()
      while true {
        let news: Notifications = try await process.call("listen", on: postgres.server, listening)
        if listening.count == nil { homes.begin() }
        homes.take(news.texts)
        listening.count = news.count
      }
    } catch {
      // The next attempt begins after a while. If the sleep is cancelled, the task ends.
      try? await Task.sleep(for: .milliseconds(100))
    }
  }
}

extension Request {
  /// Whether it changes values, so that a lost answer leaves a doubt. Requests about nodes can be repeated.
  fileprivate var isChange: Bool { mark != nil }
}

extension ClusterNode {
  /// Creates a node of a simulated world, which has no lease yet.
  ///
  /// - Parameters:
  ///   - postgres: The server of all nodes.
  ///   - process: The process of the node.
  ///   - address: The address at which others reach this node. It must be unique.
  ///   - lease: How long other nodes wait after a crash of the node before they open its keys.
  ///   - timeout: How long a call to the server may take.
  public convenience init(
    on postgres: SimulatedPostgres,
    in process: SimulatedProcess,
    address: String,
    lease: Duration = .seconds(10),
    timeout: Duration = .seconds(10)
  ) {
    let connections = SimulatedConnections(to: postgres, from: process, timeout: timeout)
    self.init(sharing: connections, address: address, lease: lease, clock: ContinuousClock())
  }
}
