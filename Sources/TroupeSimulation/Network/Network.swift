import Troupe
import TroupeTesting

/// The network of a world: the connections between its parts, and the calls that are waiting for a reply.
final class Network: Sendable {
  /// A direction from one part of the world to another.
  struct Link: Hashable, Sendable {
    let from: Int
    let to: Int
  }

  /// A call that is waiting for a reply.
  private struct Pending: Sendable {
    let finish: @Sendable (Result<any Sendable, CallError>) -> Void
  }

  private struct State {
    var places: [Link: Int] = [:]
    /// The links on which messages are lost, and the number of partitions of each.
    var partitioned: [Link: Int] = [:]
    var lastCall = 0
    var pending: [Int: Pending] = [:]
    var hasEnded = false
  }

  private let state = Locked(State())

  /// Returns the place of a link for the choice of faults.
  func place(of link: Link, in world: World) -> Int {
    if let place = state.withLock({ $0.places[link] }) { return place }
    let place = world.newPlace()
    return state.withLock { state in
      state.places[link] = place
      return place
    }
  }

  // MARK: Partitions

  func isPartitioned(_ link: Link) -> Bool { state.withLock { $0.partitioned[link, default: 0] > 0 } }

  func part(_ links: [Link]) {
    state.withLock { state in for link in links { state.partitioned[link, default: 0] += 1 } }
  }

  func join(_ links: [Link]) {
    state.withLock { state in
      for link in links where state.partitioned[link, default: 0] > 0 {
        state.partitioned[link, default: 0] -= 1
      }
    }
  }

  func heal() { state.withLock { $0.partitioned = [:] } }

  // MARK: Calls

  /// Adds a call and returns its number; nil if the world has ended.
  ///
  /// - Parameter finish: Resumes the caller. It is called once.
  func add(_ finish: @escaping @Sendable (Result<any Sendable, CallError>) -> Void) -> Int? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.lastCall += 1
      state.pending[state.lastCall] = Pending(finish: finish)
      return state.lastCall
    }
  }

  /// Whether a call is waiting for a reply.
  func isWaiting(_ call: Int) -> Bool { state.withLock { $0.pending[call] != nil } }

  /// Finishes a call, unless it is already finished.
  func finish(_ call: Int, _ result: Result<any Sendable, CallError>) {
    let pending = state.withLock { $0.pending.removeValue(forKey: call) }
    pending?.finish(result)
  }

  /// Lets each waiting call fail, and each later call.
  func failAll() {
    let pending = state.withLock { state in
      state.hasEnded = true
      defer { state.pending = [:] }
      return state.pending.sorted { $0.key < $1.key }.map(\.value)
    }
    for call in pending { call.finish(.failure(.refused)) }
  }
}
