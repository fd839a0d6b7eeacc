import Troupe
import TroupeTesting
import XCTest

/// Waiting for a part of the state; the waiting tasks share the work after a turn.
final class WaitForPartTests: TroupeTestCase {
  struct Room: Sendable {
    var players = 0
    var noise = 0
    /// Records each read of the part.
    var reads = Collector<Void>()
    var child: Int? = 1

    var counted: Int {
      reads.append(())
      return players
    }
  }

  enum Action: Sendable { case join, leave, noise, setChild(Int?), child(Int), both }

  private static func makeStore(_ scheduler: Scheduler) -> Store<Room, Action> {
    Store(initialState: Room(), configuration: scheduler.configuration()) {
      Reduce { state, action in
        switch action {
        case .join: state.players += 1
        case .leave: state.players -= 1
        case .noise: state.noise += 1
        case .setChild(let child): state.child = child
        case .child(let number): state.child? += number
        case .both: return .merge(.send(.join), .send(.leave))
        }
        return .none
      }
    }
  }

  func testItResumesInTheTurnAfterWhichItHolds() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      async let found = store.wait(for: \.players) { $0 == 2 }
      await scheduler.settle()
      await store.perform { store in
        for _ in 0..<5 { store.send(.join) }
        store.send(.both)
      }
      let players = try await found
      XCTAssertEqual(players, 2, "the part of that turn, though others have followed")
      let now = try await store.wait(for: \.players) { $0 == 5 }
      XCTAssertEqual(now, 5, "it holds already")
      await scheduler.settle()
      let hasWaiters = await store.hasWaiters
      XCTAssertFalse(hasWaiters)
    }
  }

  func testAllWaitersShareOneReadAndAreAskedOnlyAfterAChange() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let asked = Collector<Int>()
      let reads = await store.reads
      let waiters = (0..<100).map { number in
        Task(executorPreference: scheduler) {
          try await store.wait(for: \.counted) { players in
            asked.append(number)
            return players == 2
          }
        }
      }
      await scheduler.settle()
      reads.clear()
      asked.clear()
      for _ in 0..<10 { await store.send(.noise) }
      XCTAssertEqual(reads.count, 10, "one read a turn")
      XCTAssertEqual(asked.count, 0)
      await store.send(.join)
      XCTAssertEqual(reads.count, 11)
      XCTAssertEqual(Set(asked.all).count, 100)
      XCTAssertEqual(asked.count, 100)
      await store.send(.join)
      for waiter in waiters {
        let players = try await waiter.value
        XCTAssertEqual(players, 2)
      }
      await scheduler.settle()
      reads.clear()
      await store.send(.noise)
      XCTAssertEqual(reads.count, 0, "nobody waits any more")
    }
  }

  func testAWaitThatIsCancelledBeforeItStartsLooksAtNothing() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let reads = await store.reads
      let waiter = Task(executorPreference: scheduler) { try await store.wait(for: \.counted) { _ in true } }
      waiter.cancel()
      let result = await waiter.result
      // It may have begun to wait before.
      if case .failure(let error) = result {
        XCTAssertTrue(error is CancellationError)
        XCTAssertEqual(reads.count, 0)
      }
    }
  }

  func testOneThatIsToldAndCancelledAtOnceEndsOnce() async throws {
    try await underSeeds(100) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let told = Task(executorPreference: scheduler) { try await store.wait(for: \.players) { $0 == 1 } }
      let waits = Task(executorPreference: scheduler) { try await store.wait(for: \.players) { $0 == 9 } }
      let cancelling = Task(executorPreference: scheduler) { told.cancel() }
      let joining = Task(executorPreference: scheduler) { await store.send(.join) }
      _ = await (cancelling.value, joining.value)
      switch await told.result {
      case .success(let players): XCTAssertEqual(players, 1)
      case .failure(let error): XCTAssertTrue(error is CancellationError)
      }
      // The other one continues to wait.
      await scheduler.settle()
      var hasWaiters = await store.hasWaiters
      XCTAssertTrue(hasWaiters)
      waits.cancel()
      _ = await waits.result
      await scheduler.settle()
      hasWaiters = await store.hasWaiters
      XCTAssertFalse(hasWaiters)
    }
  }

  func testOneMayBeginToWaitWhenTheLastHasJustBeenTold() async throws {
    try await underSeeds(100) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let first = Task(executorPreference: scheduler) { try await store.wait(for: \.players) { $0 >= 1 } }
      let second = Task(executorPreference: scheduler) {
        await store.send(.join)
        return try await store.wait(for: \.players) { $0 == 2 }
      }
      let third = Task(executorPreference: scheduler) {
        _ = try await store.wait(for: \.players) { $0 >= 1 }
        await store.send(.join)
      }
      _ = try await third.value
      let players = (try await first.value, try await second.value)
      XCTAssertGreaterThanOrEqual(players.0, 1)
      XCTAssertEqual(players.1, 2)
    }
  }

  // D15
  func testItEndsWithTheStateOfAScopedStoreAndWithTheStore() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let scoped = await store.scope(state: \.child, action: { Action.child($0) })
      let child = try XCTUnwrap(scoped as Store<Int, Int>?)
      let gone = Task(executorPreference: scheduler) { try await child.wait(for: \.self) { $0 == 9 } }
      let closed = Task(executorPreference: scheduler) { try await store.wait(for: \.players) { $0 == 9 } }
      await scheduler.settle()
      await store.perform { store in
        store.send(.setChild(nil))
        store.send(.setChild(9))
      }
      let first = await gone.result
      XCTAssertThrowsError(try first.get()) { XCTAssertTrue($0 is StoreError) }
      await store.shutdown(within: .zero)
      let second = await closed.result
      XCTAssertThrowsError(try second.get()) { XCTAssertTrue($0 is StoreError) }
      for store in [store] {
        do {
          try await store.wait(for: \.players) { $0 == 9 }
          XCTFail("There is nothing to wait for.")
        } catch {
          XCTAssertTrue(error is StoreError)
        }
      }
      do {
        try await child.wait(for: \.self) { _ in true }
        XCTFail("The state has gone.")
      } catch {
        XCTAssertTrue(error is StoreError)
      }
    }
  }

  func testManyWhoLeaveAtOnceLeaveNothingBehind() async throws {
    try await underSeeds(2) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let counted = { Counted.live }
      let before = counted()
      let tasks = (0..<1_000).map { number in
        let token = Counted()
        return Task(executorPreference: scheduler) {
          switch number % 3 {
          case 0: _ = try await store.wait(for: \.players) { [token] in $0 == (token === token ? 9 : 0) }
          case 1: try await store.wait { [token] in $0.players == (token === token ? 9 : 0) }
          default: for await _ in store.states() { _ = token }
          }
        }
      }
      await scheduler.settle()
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
      await scheduler.settle()
      let hasWaiters = await store.hasWaiters
      XCTAssertFalse(hasWaiters)
      XCTAssertLessThanOrEqual(counted(), before + 1_000)
    }
    XCTAssertEqual(Counted.live, 0)
  }
}
