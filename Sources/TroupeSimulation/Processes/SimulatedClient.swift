import Troupe
import TroupeTesting

/// A client of a simulated system, which calls its processes. Clients don't crash, but messages to and from
/// them are lost, late and repeated.
public final class SimulatedClient: Sendable {
  private struct State {
    var calls = 0
    var hasReturned = false
  }

  /// The client's number, starting with 1.
  public let number: Int
  let world: World
  let endpoint: Endpoint
  private let state = Locked(State())

  /// The client's name, such as `client 2`.
  public var name: String { "client \(number)" }

  fileprivate init(_ number: Int, in world: World) {
    self.number = number
    self.world = world
    endpoint = Endpoint(place: world.newPlace(), name: "client \(number)")
  }

  /// Whether the client's body has returned.
  public var hasReturned: Bool { state.withLock { $0.hasReturned } }

  func nextCall() -> Int {
    state.withLock { state in
      state.calls += 1
      return state.calls
    }
  }

  fileprivate func run(_ body: @escaping @Sendable (SimulatedClient) async throws -> Void) {
    let world = world
    let run = world.scheduler.addProcess(name)
    world.state.withLock { $0.endpoints[run] = endpoint }
    world.scheduler.inProcess(run) {
      _ = Task { [self] in
        do {
          try await body(self)
        } catch {
          if !world.hasEnded { world.report("\(name) threw an error: \(error)", at: world.location) }
        }
        state.withLock { $0.hasReturned = true }
      }
    }
  }
}

extension World {
  /// Starts clients, which run concurrently.
  ///
  /// ``afterHealing(fileID:filePath:line:column:_:)`` waits until they have returned. If the body throws an
  /// error, an issue is reported.
  ///
  /// - Parameters:
  ///   - count: The number of clients.
  ///   - body: A client's program.
  /// - Returns: The clients.
  @discardableResult
  public func clients(
    _ count: Int,
    _ body: @escaping @Sendable (SimulatedClient) async throws -> Void
  ) -> [SimulatedClient] {
    let first = state.withLock { $0.clients.count } + 1
    let clients = (first..<first + count).map { SimulatedClient($0, in: self) }
    state.withLock { $0.clients += clients }
    for client in clients { client.run(body) }
    return clients
  }
}
