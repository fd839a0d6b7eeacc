import Troupe
import TroupeTesting
import XCTest

/// User code that runs inside a turn and accesses the store by force.
final class ReentrancyTests: TroupeTestCase {
  /// Runs a closure whenever the runtime reads it.
  private struct Intruder: Hashable, Sendable {
    let name: String
    let intrude: @Sendable () -> Void

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.intrude()
      return lhs.name == rhs.name
    }

    func hash(into hasher: inout Hasher) {
      intrude()
      hasher.combine(name)
    }
  }

  // D20: an action that an id sends while the engine looks it up is reduced in a separate turn, later.
  func testAnIDThatSendsWhileItIsLookedUp() async throws {
    try await underSeeds { scheduler, _ in
      let reference = Collector<Store<[Int], Int>>()
      defer { reference.clear() }
      let intrusions = Collector<Void>()
      let id = Intruder(name: "id") {
        guard intrusions.count < 20, let store = reference.all.first else { return }
        intrusions.append(())
        store.assumeIsolated { _ = $0.send(100) }
      }
      let store = numberStore(scheduler) { action in
        switch action {
        // The second member begins where the first one's task ends.
        case 0: .concatenate(.run { _ in }, Effect.run { _ in }.cancellable(id: id, cancelInFlight: true))
        case 1: .cancel(id: id)
        case 2: Effect.run { _ in }.limited(id: id, to: 1)
        default: .none
        }
      }
      reference.append(store)
      await store.send(0).finish()
      await store.send(1).finish()
      await store.send(2).finish()
      await scheduler.settle()
      let state = await store.state
      XCTAssertEqual(state.filter { $0 == 100 }.count, intrusions.count)
      XCTAssertEqual(state.filter { $0 < 100 }, [0, 1, 2])
      XCTAssertGreaterThan(intrusions.count, 0)
    }
  }

  // The code that captures an action's context may end what the action has begun.
  func testACaptureThatEndsWhatItIsFor() async throws {
    try await underSeeds { scheduler, clock in
      let reference = Collector<Store<[Int], Int>>()
      defer { reference.clear() }
      let captures = Collector<Void>()
      let configuration = scheduler.configuration {
        $0.actionContext = {
          captures.append(())
          // The first is for the holder of the limit, and the second for the waiting effect.
          if captures.count == 2 { reference.all.first?.assumeIsolated { _ = $0.send(3) } }
          return ActionContext { work in work() }
        }
      }
      let store = numberStore(scheduler, configuration) { action in
        switch action {
        case 1: Effect.run { _ in try await clock.sleep(for: .seconds(1)) }.limited(id: "one", to: 1)
        case 2: Effect.run { _ in }.limited(id: "one", to: 1).cancellable(id: 2)
        case 3: .cancel(id: 2)
        default: .none
        }
      }
      reference.append(store)
      let first = await store.send(1)
      let second = await store.send(2)
      let isOver = Locked(false)
      Task(executorPreference: scheduler) {
        await second.finish()
        isOver.withLock { $0 = true }
      }
      await scheduler.settle()
      XCTAssertTrue(isOver.withLock { $0 })
      XCTAssertEqual(captures.count, 2)
      await clock.advance(by: .seconds(1))
      await first.finish()
    }
  }

  // An action that a reader sends is reduced when the read has ended.
  func testAReaderThatSends() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      let during = await store.withState { state in
        store.assumeIsolated { _ = $0.send(1) }
        return state.count
      }
      XCTAssertEqual(during, 0)
      try await store.wait { state in
        if state.count == 1 { store.assumeIsolated { _ = $0.send(2) } }
        return state.count == 2
      }
      let state = await store.state
      XCTAssertEqual(state, [1, 2])
    }
  }

  /// Sends when it is released.
  private final class Parting: Sendable {
    private let part: @Sendable () -> Void
    init(_ part: @escaping @Sendable () -> Void) { self.part = part }
    deinit { part() }
  }

  // S011: a payload that sends when it is released.
  func testAPayloadThatSendsWhenItIsReleased() async throws {
    enum Action: Sendable {
      case start
      case carry(Parting)
      case parted
    }
    try await underSeeds { scheduler, _ in
      let reference = Collector<Store<[String], Action>>()
      defer { reference.clear() }
      let store = Store(initialState: [String](), configuration: scheduler.configuration(for: Action.self)) {
        Reduce { state, action in
          switch action {
          case .start:
            state.append("start")
            return .send(
              .carry(
                Parting {
                  guard let store = reference.all.first else { return }
                  store.assumeIsolated { _ = $0.send(.parted) }
                }
              )
            )
          case .carry: state.append("carry")
          case .parted: state.append("parted")
          }
          return .none
        }
      }
      reference.append(store)
      await store.send(.start)
      await scheduler.settle()
      let state = await store.state
      XCTAssertEqual(state, ["start", "carry", "parted"])
    }
  }
}
