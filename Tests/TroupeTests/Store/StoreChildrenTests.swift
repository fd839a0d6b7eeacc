import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// The store of a child that appears and disappears, as a sequence.
final class StoreChildrenTests: TroupeTestCase {
  typealias Parent = ChildStoreTests.Parent
  typealias Counter = ChildStoreTests.Counter
  typealias Destination = ChildStoreTests.Destination
  typealias Children = StoreChildren<Counter.State, Counter.Action>

  /// A kind of child, and the actions that add and remove it.
  private struct Kind: Sendable {
    let name: String
    let appear: @Sendable (inout Parent.State) -> Void
    let leave: @Sendable (inout Parent.State) -> Void
    /// Follows the child. The caller has to keep the object alive for as long.
    let follow: @Sendable (StoreOf<Parent>) async -> (Children, parent: any AnyObject & Sendable)
  }

  private static let kinds: [Kind] = [
    Kind(name: "optional") {
      $0.optional = .init()
    } leave: {
      $0.optional = nil
    } follow: {
      ($0.children(state: \.optional, action: \.optional), $0)
    },
    Kind(name: "presented value") {
      $0.sheet = .init()
    } leave: {
      $0.sheet = nil
    } follow: {
      ($0.children(state: \.sheet, action: \.sheet), $0)
    },
    Kind(name: "presentation") {
      $0.sheet = .init()
    } leave: {
      $0.sheet = nil
    } follow: {
      ($0.children(state: \.$sheet, action: \.sheet), $0)
    },
    Kind(name: "case of a presentation") {
      $0.destination = .counter(.init())
    } leave: {
      $0.destination = .other(.init())
    } follow: {
      ($0.children(state: \.destination?.counter, action: \.destination.counter), $0)
    },
    Kind(name: "case by its name") {
      $0.mode = .counter(.init())
    } leave: {
      $0.mode = .other(.init())
    } follow: {
      let mode = await $0.scope(state: \.mode, action: \.mode)
      return (mode.children(state: \.counter, action: \.counter), mode)
    },
    Kind(name: "case by its constructor") {
      $0.mode = .counter(.init())
    } leave: {
      $0.mode = .other(.init())
    } follow: {
      let mode = await $0.scope(state: \.mode, action: \.mode)
      return (
        mode.children(
          state: /Destination.counter,
          action: /ChildStoreTests.DestinationAction.counter
        ), mode
      )
    },
  ]

  private static func makeStore(_ scheduler: Scheduler, _ state: Parent.State = .init()) -> StoreOf<Parent> {
    var state = state
    state.mode = .other(Counter.State())
    return Store(initialState: state, configuration: scheduler.configuration()) { Parent() }
  }

  /// Collects the elements, and keeps them, until the sequence ends.
  private static func collect(
    _ children: Children,
    on scheduler: Scheduler,
    into seen: Collector<StoreOf<Counter>?>
  ) -> Task<Void, Never> {
    Task(executorPreference: scheduler) {
      for await child in children { seen.append(child) }
    }
  }

  private static func duties(_ store: StoreOf<Parent>) async -> (hasWaiters: Bool, hasScopedStores: Bool) {
    await store.perform { ($0.hasWaiters, $0.core.runtime.hasScopedStores) }
  }

  // MARK: Coming and going

  // S564
  func testTheStoreComesWithTheChildAndNilWhenItGoes() async throws {
    for kind in Self.kinds {
      try await underSeeds(10) { scheduler, _ in
        let store = Self.makeStore(scheduler)
        let (children, parent) = await kind.follow(store)
        let seen = Collector<StoreOf<Counter>?>()
        let consumer = Self.collect(children, on: scheduler, into: seen)
        await scheduler.settle()
        XCTAssertEqual(seen.all, [nil], kind.name)
        await store.send(.change { $0.values = ["a": .init()] })
        await store.send(.change(kind.appear))
        await scheduler.settle()
        let first = try XCTUnwrap(seen.all.last ?? nil, kind.name)
        await first.send(.add(1))
        await first.send(.addLater(1)).finish()
        await scheduler.settle()
        XCTAssertEqual(seen.all, [nil, first], kind.name)
        let count = await first.count
        XCTAssertEqual(count, 2, kind.name)
        await store.send(.change(kind.leave))
        await scheduler.settle()
        XCTAssertEqual(seen.all, [nil, first, nil], kind.name)
        await store.send(.change(kind.appear))
        await scheduler.settle()
        let second = try XCTUnwrap(seen.all.last ?? nil, kind.name)
        XCTAssertEqual(seen.all, [nil, first, nil, second], kind.name)
        XCTAssertNotEqual(first, second, kind.name)
        let isAlive = (await first.isAlive, await second.isAlive)
        XCTAssertFalse(isAlive.0, kind.name)
        XCTAssertTrue(isAlive.1, kind.name)
        await store.shutdown(within: .zero)
        await consumer.value
        XCTAssertEqual(seen.count, 4, "it ends with the store")
        withExtendedLifetime(parent) {}
      }
    }
  }

  // S564, S561
  func testTheStoreIsTheOneThatScopeReturns() async throws {
    try await underSeeds(10) { scheduler, _ in
      let store = Self.makeStore(scheduler, Parent.State(optional: .init()))
      var iterator = store.children(state: \.optional, action: \.optional).makeAsyncIterator()
      let element = await iterator.next()
      let child = try XCTUnwrap(element ?? nil)
      let scoped = await store.scope(state: \.optional, action: \.optional)
      XCTAssertEqual(scoped, child)
    }
  }

  // S564
  func testAChildThatReplacesAnotherInOneTurnIsTold() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler, Parent.State(sheet: .init(count: 1)))
      let seen = Collector<StoreOf<Counter>?>()
      let consumer = Self.collect(
        store.children(state: \.$sheet, action: \.sheet),
        on: scheduler,
        into: seen
      )
      await scheduler.settle()
      await store.send(
        .change {
          $0.sheet = nil
          $0.sheet = .init(count: 7)
        }
      )
      await scheduler.settle()
      XCTAssertEqual(seen.count, 2)
      XCTAssertNotEqual(seen.all.first, seen.all.last)
      let count = await seen.all.last??.count
      XCTAssertEqual(count, 7)
      consumer.cancel()
      await consumer.value
    }
  }

  // S564: no buffer.
  func testASlowConsumerGetsTheNewestChildAndNoneTwice() async throws {
    for kind in Self.kinds {
      try await underSeeds(5) { scheduler, _ in
        let store = Self.makeStore(scheduler)
        let (children, parent) = await kind.follow(store)
        var iterator = children.makeAsyncIterator()
        var next = await iterator.next()
        XCTAssertEqual(next, .some(nil), kind.name)
        await store.perform { store in
          store.send(.change(kind.appear))
          store.send(.change(kind.leave))
          store.send(.change(kind.appear))
        }
        next = await iterator.next()
        let first = try XCTUnwrap(next ?? nil, kind.name)
        var isAlive = await first.isAlive
        XCTAssertTrue(isAlive, "the newest of two")
        await store.perform { store in
          store.send(.change(kind.leave))
          store.send(.change(kind.appear))
        }
        next = await iterator.next()
        let second = try XCTUnwrap(next ?? nil, "without the nil in between")
        XCTAssertNotEqual(first, second, kind.name)
        isAlive = await second.isAlive
        XCTAssertTrue(isAlive, kind.name)
        await store.perform { store in
          store.send(.change(kind.leave))
          store.send(.change(kind.appear))
          store.send(.change(kind.leave))
        }
        next = await iterator.next()
        XCTAssertEqual(next, .some(nil), kind.name)
        // Children that appear and disappear in the meantime aren't new.
        await store.perform { store in
          store.send(.change(kind.appear))
          store.send(.change(kind.leave))
        }
        let closing = Task(executorPreference: scheduler) { await store.shutdown(within: .zero) }
        next = await iterator.next()
        XCTAssertTrue(next == nil, kind.name)
        _ = await closing.value
        withExtendedLifetime(parent) {}
      }
    }
  }

  // S564: whatever appears and disappears, a consumer that has caught up has the current child.
  func testAnyCourseIsFollowed() async throws {
    try await underSeeds(100) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      var generator = SeededGenerator(seed: scheduler.seed)
      var followed: [(kind: Kind, seen: Collector<StoreOf<Counter>?>, parent: any AnyObject)] = []
      var consumers: [Task<Void, Never>] = []
      for kind in Self.kinds {
        let (children, parent) = await kind.follow(store)
        let seen = Collector<StoreOf<Counter>?>()
        consumers.append(Self.collect(children, on: scheduler, into: seen))
        followed.append((kind, seen, parent))
      }
      for _ in 0..<40 {
        let kind = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &generator)]
        await store.send(.change(Bool.random(using: &generator) ? kind.appear : kind.leave))
        guard Int.random(in: 0..<3, using: &generator) == 0 else { continue }
        await scheduler.settle()
        for (kind, seen, _) in followed {
          let (children, _) = await kind.follow(store)
          var iterator = children.makeAsyncIterator()
          let next = await iterator.next()
          let now = try XCTUnwrap(next, kind.name)
          let last = try XCTUnwrap(seen.all.last, kind.name)
          XCTAssertEqual(now == nil, last == nil, kind.name)
          if let last {
            let isAlive = await last.isAlive
            XCTAssertTrue(isAlive, kind.name)
          }
          let all = seen.all
          XCTAssertEqual(Set(all.compactMap(\.self)).count, all.compactMap(\.self).count, "none twice")
          for (one, other) in zip(all, all.dropFirst()) { XCTAssertTrue(one != nil || other != nil) }
        }
      }
      await store.shutdown(within: .zero)
      for consumer in consumers { await consumer.value }
    }
  }

  // MARK: The end

  // S564
  func testItEndsWithTheStateOfTheParent() async throws {
    try await underSeeds(10) { scheduler, _ in
      let store = Self.makeStore(scheduler, Parent.State(destination: .counter(.init())))
      let scoped = await store.scope(state: \.$destination, action: \.destination)
      let destination = try XCTUnwrap(scoped)
      let seen = Collector<StoreOf<Counter>?>()
      let consumer = Self.collect(
        destination.children(state: \.counter, action: \.counter),
        on: scheduler,
        into: seen
      )
      await scheduler.settle()
      await store.send(.change { $0.destination = nil })
      await consumer.value
      XCTAssertEqual(seen.count, 1)
      var iterator = destination.children(state: \.counter, action: \.counter).makeAsyncIterator()
      let next = await iterator.next()
      XCTAssertTrue(next == nil, "nothing of a state that is gone")
    }
  }

  // S564
  func testCancellingTheConsumerEndsItAndLeavesNothing() async throws {
    for isThere in [false, true] {
      try await underSeeds { scheduler, _ in
        let store = Self.makeStore(scheduler, Parent.State(optional: isThere ? .init() : nil))
        let seen = Collector<Bool>()
        let consumer = Task(executorPreference: scheduler) {
          for await child in store.children(state: \.optional, action: \.optional) {
            seen.append(child != nil)
          }
        }
        await scheduler.settle()
        let before = await Self.duties(store)
        XCTAssertTrue(before.hasWaiters)
        consumer.cancel()
        await consumer.value
        XCTAssertEqual(seen.all, [isThere])
        await store.send(.change { $0.values = [:] })
        await store.send(.change { $0.values = [:] })
        let after = await Self.duties(store)
        XCTAssertFalse(after.hasWaiters)
        XCTAssertFalse(after.hasScopedStores)
      }
    }
  }

  // S565
  func testASequenceThatNobodyIteratesCostsNothing() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.makeStore(scheduler, Parent.State(optional: .init()))
      let children = store.children(state: \.optional, action: \.optional)
      let iterator = children.makeAsyncIterator()
      let duties = await Self.duties(store)
      XCTAssertFalse(duties.hasWaiters)
      XCTAssertFalse(duties.hasScopedStores)
      let cached = await store.perform { $0.core.runtime.scopeCache.count }
      XCTAssertEqual(cached, 0)
      _ = iterator
    }
  }

  // MARK: What is kept

  // S565
  func testItKeepsNeitherTheStoreNorTheChild() async throws {
    for kind in Self.kinds {
      try await underSeeds(10) { scheduler, _ in
        weak var root: StoreOf<Parent>?
        weak var last: StoreOf<Counter>?
        let seen = Collector<Bool>()
        let consumer: Task<Void, Never>
        do {
          let store = Self.makeStore(scheduler)
          let (children, parent) = await kind.follow(store)
          consumer = Task(executorPreference: scheduler) {
            for await child in children { seen.append(child != nil) }
          }
          await store.send(.change(kind.appear))
          await scheduler.settle()
          let cached = await store.perform { $0.core.runtime.scopeCache.count }
          XCTAssertEqual(cached, parent === store ? 0 : 1, kind.name)
          // Even if nothing keeps the child's store, it is distinguished from the next one.
          let count = seen.count
          await store.send(.change { $0.values = ["a": .init()] })
          await scheduler.settle()
          XCTAssertEqual(seen.count, count, kind.name)
          var iterator = children.makeAsyncIterator()
          let child = await iterator.next()
          (root, last) = (store, child ?? nil)
          XCTAssertNotNil(last, kind.name)
          withExtendedLifetime(parent) {}
        }
        await consumer.value
        XCTAssertEqual(seen.all.last, true, kind.name)
        XCTAssertNil(root, kind.name)
        XCTAssertNil(last, kind.name)
      }
    }
  }

  // S564, S565: many at once. Not on a scheduler, which takes longer for each job the more there are.
  func testManyConsumersAtOnce() async throws {
    let count = 40_000
    let store = Store(initialState: Parent.State()) { Parent() }
    let (news, tell) = AsyncStream.makeStream(of: Bool.self)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          for await child in store.children(state: \.optional, action: \.optional) {
            tell.yield(child != nil)
          }
        }
      }
      var iterator = news.makeAsyncIterator()
      for isThere in [false, true, false] {
        await store.send(.change { $0.optional = isThere ? .init() : nil })
        for _ in 0..<count {
          let next = await iterator.next()
          XCTAssertEqual(next, isThere)
        }
      }
      await store.shutdown(within: .zero)
    }
    let hasWaiters = await store.hasWaiters
    XCTAssertFalse(hasWaiters)
  }

  // S564, on threads.
  func testConsumersOnOtherThreadsSeeTheLastChild() async throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for await child in store.children(state: \.optional, action: \.optional) {
            await child?.trySendOne()
            if await child?.count ?? 0 >= 1_000 { break }
          }
        }
      }
      for _ in 0..<3_000 {
        await store.send(.change { $0.optional = .init() })
        await store.send(.change { $0.optional = nil })
      }
      await store.send(.change { $0.optional = .init(count: 1_000) })
    }
    let count = await store.optional?.count
    XCTAssertGreaterThanOrEqual(count ?? 0, 1_000)
  }
}

extension StoreOf<ChildStoreTests.Counter> {
  /// Sends an action; it is no issue if the state is gone.
  fileprivate func trySendOne() {
    do { _ = try trySend(.add(1)) } catch { XCTAssertEqual(error, .stateGone) }
  }
}
