import Troupe
import TroupeTesting
import XCTest

/// Which observers share a comparison, and what happens to the values that they have read.
final class SharedReadsTests: TroupeTestCase {
  /// Counts how often values are compared.
  private struct Counted: Equatable, Sendable {
    private static let comparisons = Locked(0)
    var value = 0

    static func == (lhs: Counted, rhs: Counted) -> Bool {
      comparisons.withLock { $0 += 1 }
      return lhs.value == rhs.value
    }

    /// The number of comparisons since the last call.
    static var count: Int { comparisons.withLock { Swift.exchange(&$0, with: 0) } }
  }

  /// A value that runs a closure when it is released. All are equal.
  private final class Farewell: Equatable, Sendable {
    private let action = Locked<(@Sendable () -> Void)?>(nil)

    func onRelease(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    static func == (lhs: Farewell, rhs: Farewell) -> Bool { true }

    deinit { action.withLock { $0 }?() }
  }

  private struct Sheet: Sendable {
    var first = Counted()
    var second = Counted()
    var turns = 0
    /// A different one for each reader.
    var farewell: Farewell { Farewell() }
  }

  /// A store that records numbers and counts its turns.
  private static func sheet(on scheduler: Scheduler) -> Store<Sheet, Int> {
    Store(initialState: Sheet(), configuration: scheduler.configuration(for: Int.self)) {
      Reduce<Sheet, Int> { state, number in
        state.first.value = number
        state.turns += 1
        return .none
      }
    }
  }

  private static func end(_ observers: [Task<Void, Never>]) async {
    for observer in observers {
      observer.cancel()
      await observer.value
    }
  }

  // S800
  func testTheOrderOfTheReadsDoesNotMatter() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.sheet(on: scheduler)
      let observers = (0..<10).map { number in
        Task(executorPreference: scheduler) {
          await store.observe { state in
            if number.isMultiple(of: 2) {
              _ = (state[\.first], state[\.second])
            } else {
              _ = (state[\.second], state[\.first])
            }
          }
        }
      }
      await scheduler.settle()
      _ = Counted.count
      await store.send(0)
      await scheduler.settle()
      XCTAssertEqual(Counted.count, 2)
      await Self.end(observers)
    }
  }

  // S800
  func testWaitersThatWereToldDoNotDivideThoseWhoShare() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.sheet(on: scheduler)
      let observers = (0..<10).map { _ in
        Task(executorPreference: scheduler) { await store.observe { _ = $0[\.first] } }
      }
      let waiters = (0..<10).map { _ in
        Task(executorPreference: scheduler) { try await store.wait { $0.turns == 1 } }
      }
      await scheduler.settle()
      // All of them leave, and the observers return.
      await store.send(1)
      await scheduler.settle()
      for waiter in waiters { try await waiter.value }
      _ = Counted.count
      await store.send(1)
      await scheduler.settle()
      XCTAssertEqual(Counted.count, 1)
      await Self.end(observers)
    }
  }

  // S800
  func testWhoReadsOtherMembersOfTheSameChildSharesNothing() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Board(), configuration: scheduler.configuration()) { Changing() }
      let (names, counts) = (Collector<String>(), Collector<Int>())
      let observers = [
        Task(executorPreference: scheduler) { await store.observe { names.append($0.child.name) } },
        Task(executorPreference: scheduler) { await store.observe { counts.append($0.child.count) } },
      ]
      await scheduler.settle()
      await store.send(Change { $0.child.count = 1 })
      await scheduler.settle()
      await store.send(Change { $0.child.name = "a" })
      await scheduler.settle()
      XCTAssertEqual(names.all, ["", "a"])
      XCTAssertEqual(counts.all, [0, 1])
      await Self.end(observers)
    }
  }

  // S506 S800
  func testAMissingChildIsNotReadAsAWhole() async throws {
    struct Incomparable: Sendable, ObservableState {
      var number = 0
      let _$id = StateIdentity()
    }
    struct State: Sendable, ObservableState {
      var child: Incomparable?
      var other = 0
      let _$id = StateIdentity()
    }
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: State(), configuration: scheduler.configuration()) { Changing() }
      let (wholes, numbers) = (Collector<Bool>(), Collector<Int?>())
      let observers = [
        Task(executorPreference: scheduler) {
          await store.observe { state in
            let child: Incomparable? = state.child
            wholes.append(child == nil)
          }
        },
        Task(executorPreference: scheduler) { await store.observe { numbers.append($0.child?.number) } },
      ]
      await scheduler.settle()
      for other in 1...2 {
        await store.send(Change { $0.other = other })
        await scheduler.settle()
      }
      XCTAssertEqual(wholes.all, [true, true, true], "It can't be compared.")
      XCTAssertEqual(numbers.all, [nil])
      await Self.end(observers)
    }
  }

  // S800
  func testScopedStoresShareNothing() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Board(), configuration: scheduler.configuration()) { Changing() }
      let child = await store.scope(state: \.child) { (change: Change<Board>) in change }
      let other = await store.scope(state: \.other) { (change: Change<Board>) in change }
      let (children, others) = (Collector<String>(), Collector<String>())
      let observers = [
        Task(executorPreference: scheduler) { await child.observe { children.append($0.name) } },
        Task(executorPreference: scheduler) { await other.observe { others.append($0.name) } },
      ]
      await scheduler.settle()
      await store.send(Change { $0.child.name = "a" })
      await scheduler.settle()
      await store.send(Change { $0.other.name = "b" })
      await scheduler.settle()
      XCTAssertEqual(children.all, ["", "a"])
      XCTAssertEqual(others.all, ["", "b"])
      await Self.end(observers)
    }
  }

  func testNothingIsKeptAfterTheLastObserver() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.sheet(on: scheduler)
      let isReleased = Locked(false)
      let observer = Task(executorPreference: scheduler) {
        await store.observe { state in state.farewell.onRelease { isReleased.withLock { $0 = true } } }
      }
      await scheduler.settle()
      XCTAssertFalse(isReleased.withLock { $0 })
      await Self.end([observer])
      XCTAssertTrue(isReleased.withLock { $0 })
    }
  }

  // S503
  func testATurnInTheReleaseOfWhatWasReadIsSeen() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.sheet(on: scheduler)
      let (one, other) = (Collector<Int>(), Collector<Int>())
      let first = Task(executorPreference: scheduler) {
        await store.observe { state in
          one.append(state.first.value)
          _ = state.farewell
        }
      }
      await scheduler.settle()
      // The second one shares the first one's reads, and releases its own.
      let second = Task(executorPreference: scheduler) {
        await store.observe { state in
          other.append(state.first.value)
          let farewell = state.farewell
          guard other.count == 1 else { return }
          farewell.onRelease { store.assumeIsolated { _ = $0.send(1) } }
        }
      }
      await scheduler.settle()
      XCTAssertEqual(one.all, [0, 1])
      XCTAssertEqual(other.all, [0, 1])
      await Self.end([first, second])
    }
  }

  func testATurnThatAPredicateOfAPartSendsIsSeen() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.sheet(on: scheduler)
      let isSent = Locked(false)
      let waiter = Task(executorPreference: scheduler) {
        try await store.wait(for: \.turns) { turns in
          if !isSent.withLock({ Swift.exchange(&$0, with: true) }) {
            store.assumeIsolated { _ = $0.send(1) }
          }
          return turns == 1
        }
      }
      await scheduler.settle()
      let isWaiting = await store.hasWaiters
      XCTAssertFalse(isWaiting)
      waiter.cancel()
      let turns = try await waiter.value
      XCTAssertEqual(turns, 1)
    }
  }
}
