import Troupe
import TroupeTesting
import XCTest

final class StoreLifetimeTests: TroupeTestCase {
  // S037, S040, D16
  func testReleasingTheStoreCancelsItsEffects() async throws {
    try await underSeeds { scheduler, clock in
      let log = Collector<String>()
      var store: Store<[Int], Int>? = numberStore(scheduler) { _ in
        .run { send in
          do {
            try await clock.sleep(for: .seconds(1))
          } catch {
            log.append("\(type(of: error))")
            await send(1)
          }
        }
      }
      weak let weakStore = store
      let task = await store?.send(0)
      await scheduler.settle()
      XCTAssertEqual(clock.sleeperCount, 1)
      store = nil
      XCTAssertNil(weakStore)
      await withExpectedIssue { await task?.finish() }
      await scheduler.settle()
      XCTAssertEqual(log.all, ["CancellationError"])
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  // S807: an effect that ran when the store was released, awaited before or after that.
  func testAwaitingTheHandleOfAReleasedStoreSaysSo() async throws {
    for isAwaitedBefore in [true, false] {
      try await underSeeds(5) { scheduler, _ in
        let collector = IssueCollector()
        await withIssueReporters([collector]) {
          let storeLine: UInt = #line + 1
          var store: Store<[Int], Int>? = Store(initialState: [], configuration: scheduler.configuration()) {
            Reduce { _, _ in .run { _ in try await waitForCancellation() } }
          }
          guard let task = await store?.send(0) else { return XCTFail("There is a store.") }
          await scheduler.settle()
          let line: UInt = #line + 1
          async let end: Void = task.finish()
          async let result: Void = task.result()
          if isAwaitedBefore { await scheduler.settle() }
          store = nil
          await end
          do {
            try await result
            XCTFail("It had no error.")
          } catch {
            XCTAssertEqual(error as? StoreError, .released)
          }
          XCTAssertEqual(collector.all.map(\.location.line), [line])
          let text = collector.messages.first ?? ""
          XCTAssertTrue(
            text.contains("the store created at TroupeTests/StoreLifetimeTests.swift:\(storeLine)"),
            text
          )
          try? await task.finish(within: .seconds(1))
          XCTAssertEqual(collector.count, 2)
        }
      }
    }
  }

  // S807: effects that ended by themselves, or with a shutdown, and a waiting task that is cancelled.
  func testTheHandleOfAStoreThatEndedInAnotherWayIsSilent() async throws {
    try await underSeeds(5) { scheduler, _ in
      var store: Store<[Int], Int>? = numberStore(scheduler) { action in
        action == 0 ? .run { _ in } : .run { _ in try await waitForCancellation() }
      }
      let ended = await store?.send(0)
      let cancelled = await store?.send(1)
      await ended?.finish()
      let waiter = Task { await cancelled?.finish() }
      await scheduler.settle()
      waiter.cancel()
      await waiter.value
      store = nil
      await ended?.finish()
      await cancelled?.finish()

      store = numberStore(scheduler) { _ in .run { _ in try await waitForCancellation() } }
      let shutDown = await store?.send(0)
      await store?.shutdown(within: .zero)
      store = nil
      await shutDown?.finish()
    }
  }

  // S037: tasks that wait for the store's executor don't keep the store alive.
  func testEffectsThatSendAllTheTimeDontKeepTheStore() async throws {
    try await underSeeds { scheduler, _ in
      var store: Store<[Int], Int>? = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return .run { send in
          while !Task.isCancelled { await send(1) }
        }
      }
      for _ in 0..<4 { await store?.send(0) }
      weak let weakStore = store
      store = nil
      await scheduler.settle()
      XCTAssertNil(weakStore)
    }
  }

  // S037: the reducer, and with it its captures, of a store that has or hasn't reduced an action.
  func testReleasingTheStoreReleasesItsReducer() async throws {
    for actions in 0...2 {
      var captured: Collector<Int>? = Collector()
      weak let weakCaptured = captured
      var store: Store<[Int], Int>? = Store(initialState: []) { [captured] in
        Reduce { _, action in
          captured?.append(action)
          return .none
        }
      }
      captured = nil
      for action in 0..<actions { await store?.send(action) }
      XCTAssertEqual(weakCaptured?.count, actions)
      store = nil
      XCTAssertNil(weakCaptured, "after \(actions) actions")
    }
  }

  private struct Family: Reducer {
    struct State: Sendable { var child: Kid.State? = Kid.State() }

    enum Action: Sendable { case child(Kid.Action) }

    let log: Collector<Kid.Action>
    let declares: Bool

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.child, action: /Action.child) {
          if declares {
            child.task(id: { $0.id }) { _ in .run { _ in try await waitForCancellation() } }
          } else {
            child
          }
        }
    }

    private var child: Reduce<Kid.State, Kid.Action> {
      Reduce { [log] _, action in
        log.append(action)
        return .none
      }
    }
  }

  // S037: the reducer of a child, with and without declared effects.
  func testReleasingTheStoreReleasesTheReducersOfChildren() async throws {
    for declares in [false, true] {
      for actions in 0...2 {
        try await underSeeds(1) { scheduler, _ in
          var log: Collector<Kid.Action>? = Collector()
          weak let weakLog = log
          var store: StoreOf<Family>? = log.map { log in
            Store(initialState: Family.State(), configuration: scheduler.configuration()) {
              Family(log: log, declares: declares)
            }
          }
          log = nil
          await scheduler.settle()
          let running = await store?.runningEffects.count
          XCTAssertEqual(running, declares ? 1 : 0)
          for amount in 0..<actions { await store?.send(.child(.add(amount))) }
          XCTAssertEqual(weakLog?.count, actions)
          store = nil
          await scheduler.settle()
          XCTAssertNil(weakLog, "\(declares), after \(actions) actions")
        }
      }
    }
  }

  // S038
  func testReleasingTheStoreEndsAStream() async throws {
    try await underSeeds { scheduler, _ in
      let ended = Collector<Bool>()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { _ in ended.append(true) }
      var store: Store<[Int], Int>? = numberStore(scheduler) { _ in .stream(stream, transform: { $0 }) }
      await store?.send(0)
      await scheduler.settle()
      store = nil
      await scheduler.settle()
      XCTAssertEqual(ended.all, [true])
    }
  }

  // D16
  func testEnqueuedActionsKeepTheStore() async throws {
    try await underSeeds { scheduler, _ in
      let log = Collector<Int>()
      var store: Store<[Int], Int>? = numberStore(scheduler) { action in
        log.append(action)
        return .none
      }
      try store?.enqueue(1)
      try store?.enqueue(2)
      store = nil
      await scheduler.settle()
      XCTAssertEqual(log.all, [1, 2])
    }
  }

  // D16, S020
  func testSequencesDontKeepTheStore() async throws {
    try await underSeeds { scheduler, _ in
      var store: Store<[Int], Int>? = numberStore(scheduler)
      let states = try XCTUnwrap(store?.states())
      let events = try XCTUnwrap(store?.events())
      let log = Collector<String>()
      let consumers = Task(executorPreference: scheduler) {
        async let first: Void = {
          for await state in states { log.append("\(state)") }
          log.append("states ended")
        }()
        async let second: Void = {
          for await _ in events {}
          log.append("events ended")
        }()
        _ = await (first, second)
      }
      await scheduler.settle()
      store = nil
      await consumers.value
      XCTAssertEqual(Set(log.all), ["[]", "states ended", "events ended"])
    }
  }

  // S041, S044
  func testAScopedStoreKeepsTheRootsStateAndEffects() async throws {
    struct Parent { var child = [Int]() }
    try await underSeeds { scheduler, clock in
      func makeChild() async -> Store<[Int], Int> {
        let root = Store(initialState: Parent(), configuration: scheduler.configuration(for: Int.self)) {
          Reduce { state, action in
            state.child.append(action)
            guard action == 1 else { return .none }
            return .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(2)
            }
          }
        }
        return await root.scope(state: \.child, action: { $0 })
      }
      let child = await makeChild()
      await child.send(1)
      await clock.advance(by: .seconds(1))
      let state = await child.state
      XCTAssertEqual(state, [1, 2])
    }
  }

  func testNothingLeaks() async throws {
    try await underSeeds { scheduler, clock in
      let before = Counted.live
      do {
        let counted = Counted()
        let store = numberStore(scheduler) { action in
          .run { send in
            _ = counted
            if action < 3 { await send(action + 1) }
            try await clock.sleep(for: .seconds(1000))
          }
          .cancellable(id: action)
        }
        await store.send(0)
        await scheduler.settle()
      }
      await scheduler.settle()
      XCTAssertEqual(Counted.live, before)
    }
  }
}
