import Troupe
import TroupeTesting

@testable import TroupeDurable

/// A feature that counts, and that runs effects as long as its state says so.
struct Tally: Reducer {
  struct State: Equatable, Sendable {
    var key: String
    var count = 0
  }

  enum Action: Sendable, Equatable {
    case add(Int)
    case work
    case stopWorking
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.count += number
        return .none
      case .work: return .run { _ in try await Task.never() }.cancellable(id: "work")
      case .stopWorking: return .cancel(id: "work")
      }
    }
  }
}

/// The states of passivated stores, as the simplest storage keeps them.
final class Shelf: Sendable {
  struct Unreadable: Error, Equatable {}

  private struct Content {
    var states: [String: Tally.State] = [:]
    var open: [String: Int] = [:]
    var opened: [String] = []
    var failures: [String: Int] = [:]
    var mostOpen = 0
    var openTwice: [String] = []
    var gates: [String: AsyncStream<Never>] = [:]
  }

  private let scheduler: Scheduler
  private let content = Locked(Content())

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  /// The keys in the order in which they were opened.
  var opened: [String] { content.withLock { $0.opened } }
  /// The keys whose store was opened while it was open.
  var openTwice: [String] { content.withLock { $0.openTwice } }
  /// The largest number of stores that were open at the same time.
  var mostOpen: Int { content.withLock { $0.mostOpen } }

  func state(of key: String) -> Tally.State? { content.withLock { $0.states[key] } }

  /// Makes the next openings of a key fail.
  func fail(_ key: String, _ times: Int = 1) { content.withLock { $0.failures[key] = times } }

  /// Delays the opening of a key until the result finishes, or the opening is cancelled.
  func hold(_ key: String) -> AsyncStream<Never>.Continuation {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    content.withLock { $0.gates[key] = stream }
    return continuation
  }

  func open(_ key: String) async throws -> Store<Tally.State, Tally.Action> {
    await Task.yield()
    if let gate = content.withLock({ $0.gates[key] }) {
      for await _ in gate {}
      try Task.checkCancellation()
    }
    let state = try content.withLock { content in
      content.opened.append(key)
      if let times = content.failures[key], times > 0 {
        content.failures[key] = times - 1
        throw Unreadable()
      }
      content.open[key, default: 0] += 1
      if content.open[key] != 1 { content.openTwice.append(key) }
      content.mostOpen = max(content.mostOpen, content.open.values.count { $0 > 0 })
      return content.states[key] ?? Tally.State(key: key)
    }
    return Store(initialState: state, configuration: scheduler.configuration()) { Tally() }
  }

  func passivate(_ store: Store<Tally.State, Tally.Action>) async -> Bool {
    await Task.yield()
    guard await store.runningEffects.isEmpty else { return false }
    await store.shutdown(within: .zero)
    keep(await store.state)
    await Task.yield()
    return true
  }

  /// Records that a store is closed, and its last state.
  func keep(_ state: Tally.State) {
    content.withLock { content in
      content.states[state.key] = state
      content.open[state.key, default: 0] -= 1
    }
  }

  func directory(
    clock: TestClock,
    _ change: (inout StoreDirectoryConfiguration) -> Void = { _ in }
  ) -> StoreDirectory<String, Tally.State, Tally.Action> {
    directory(
      clock: clock,
      opening: { _ in },
      passivating: { store, _ in await self.passivate(store) },
      change
    )
  }

  /// Returns a directory that runs a closure when it opens a store, and passivates stores in a custom way.
  func directory(
    clock: TestClock,
    opening: @escaping @Sendable (String) async throws -> Void,
    passivating: @escaping @Sendable (Store<Tally.State, Tally.Action>, WallClockInstant?) async -> Bool,
    _ change: (inout StoreDirectoryConfiguration) -> Void = { _ in }
  ) -> StoreDirectory<String, Tally.State, Tally.Action> {
    var configuration = StoreDirectoryConfiguration()
    configuration.clock = clock
    configuration.executor = scheduler
    configuration.taskExecutor = scheduler
    change(&configuration)
    return StoreDirectory(
      configuration: configuration,
      open: { key in
        try await opening(key)
        return try await self.open(key)
      },
      passivate: passivating
    )
  }
}

extension StoreDirectoryEvent {
  var isOfAReducedAction: Bool {
    if case .store(let event) = kind { event.description.hasPrefix("action reduced") } else { false }
  }
}
