import Synchronization
import TroupeTesting
import XCTest

@testable import Troupe

/// Instruments on real threads, and chains of random programs.
final class InstrumentStressTests: TroupeTestCase {
  /// Sends this many more actions, in random ways.
  private static func effect(_ action: Int, to other: Store<Int, Int>?) -> Effect<Int> {
    guard action > 0 else { return .none }
    let next = action / 2
    return switch action % 6 {
    case 0: .send(next)
    case 1: .run { send in await send(next) }
    case 2: .merge(.send(next), .run { send in await send(next) }.cancellable(id: "a", cancelInFlight: true))
    case 3: .concatenate(.run { send in await send(next) }, .send(next))
    case 4:
      .run { _ in
        await other?.send(next)
        try? other?.enqueue(next)
      }
    default: .merge(.cancel(id: "a"), .run { send in await send(next) }.limited(id: "l", to: 1))
    }
  }

  private static func store(_ watcher: Tracker, to other: Store<Int, Int>?) -> Store<Int, Int> {
    var configuration = StoreConfiguration<Int>()
    configuration.instruments = [watcher]
    configuration.inbox = InboxConfiguration(capacity: 100_000)
    return Store(initialState: 0, configuration: configuration) {
      Reduce { state, action in
        state += 1
        return effect(action, to: other)
      }
    }
  }

  // S600, S601, S605: whatever happens on several threads, each cause was reduced before, and each root is
  // the first of its chain.
  func testChainsHoldOnManyThreads() async throws {
    let watcher = Tracker()
    let last = Self.store(watcher, to: nil)
    let stores = [last, Self.store(watcher, to: last), Self.store(watcher, to: last)]
    let events = stores.map { $0.events() }
    let readers = Task {
      var count = 0
      for sequence in events { for await _ in sequence { count += 1 } }
      return count
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { await stores[number % 3].send(number * 7 + 100).finish() }
      }
    }
    for store in stores.reversed() { await store.shutdown(within: nil) }
    _ = await readers.value
    var reduced = 0
    for store in stores { reduced += Int(await store.state) }
    let (known, problems) = watcher.result
    XCTAssertEqual(known, reduced)
    XCTAssertEqual(problems, [])
  }
}

/// Checks each action against the actions before it.
private final class Tracker: Instrument {
  private struct Found {
    var roots: [ActionID: ActionID] = [:]
    var problems: [String] = []
  }

  private let found = Locked(Found())

  var result: (known: Int, problems: [String]) { found.withLock { ($0.roots.count, $0.problems) } }

  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let info = action
    found.withLock { found in
      if found.roots[info.id] != nil { found.problems.append("\(info.id) came twice.") }
      if let cause = info.cause, found.roots[cause.action] != cause.root {
        found.problems.append("\(info.id) follows from \(cause), which isn't known.")
      }
      switch info.origin {
      case .effect, .returned:
        if info.cause == nil { found.problems.append("\(info.id) has no cause.") }
      case .sent, .enqueued: break
      }
      if info.instrumentContext as? ActionID != info.cause?.action {
        found.problems.append("\(info.id) has the context of another action.")
      }
      found.roots[info.id] = info.root
    }
    body(&state)
    action.instrumentContext = info.id
  }

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    if effect.instrumentContext as? ActionID != effect.cause?.action {
      found.withLock { $0.problems.append("\(effect.snapshot) has the context of another action.") }
    }
    try await operation()
  }
}
