import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Scoping again by equal key paths returns the existing store.
final class ScopingTwiceTests: TroupeTestCase {
  typealias Parent = ChildStoreTests.Parent
  typealias Counter = ChildStoreTests.Counter
  typealias Way = ChildStoreTests.Way

  /// The ways whose paths can be compared.
  private static let ways = ChildStoreTests.ways.filter { $0.name != "case by its constructor" }

  private static func makeStore(_ scheduler: Scheduler, _ state: Parent.State = .init()) -> StoreOf<Parent> {
    var state = state
    state.mode = .other(Counter.State())
    return Store(initialState: state, configuration: scheduler.configuration()) { Parent() }
  }

  /// The number of stores that the cache of a tree has.
  private static func cached(_ store: StoreOf<Parent>) async -> Int {
    await store.perform { $0.core.runtime.scopeCache.count }
  }

  /// Asserts that scoping again returns the same store: the one that was scoped before, if it is given.
  private static func assertSame<State, Action>(
    _ known: Store<State, Action>?,
    line: UInt = #line,
    _ scope: () async -> Store<State, Action>?
  ) async {
    let first = await scope()
    let second = await scope()
    XCTAssertNotNil(first, line: line)
    XCTAssertTrue(first === second, line: line)
    if let known { XCTAssertTrue(first === known, line: line) }
  }

  // MARK: The same store

  // S561
  func testScopingAgainGivesTheSameStore() async throws {
    for way in Self.ways {
      try await underSeeds(5) { scheduler, _ in
        let store = Self.makeStore(scheduler)
        await store.send(.change(way.appear))
        let first = await way.scope(store)
        let child = try XCTUnwrap(first, way.name)
        var again = await way.scope(store)
        XCTAssertTrue(again === child, way.name)
        await child.send(.add(1))
        await store.send(.change { $0.optional?.count += 1 })
        again = await way.scope(store)
        XCTAssertTrue(again === child, "\(way.name), with another value")
      }
    }
  }

  // S561
  func testScopingAMemberAgainGivesTheSameStore() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.perform { store in
        let mode = store.scope(state: \.mode, action: \.mode)
        XCTAssertTrue(store.scope(state: \.mode, action: \.mode) === mode)
        XCTAssertEqual(Set([mode, store.scope(state: \.mode, action: \.mode)]).count, 1)
      }
    }
  }

  // S561: a store in between may have been released; stores that were scoped from it count as the same part
  // all the same.
  func testAScopeOfAScopeIsTheSameStore() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.send(
        .change {
          $0.mode = .counter(.init(count: 3))
          $0.rows = [.init(id: 3)]
          $0.destination = .counter(.init(count: 4))
        }
      )
      await Self.assertSame(nil) {
        await store.scope(state: \.mode, action: \.mode).scope(state: \.counter, action: \.counter)
      }
      await Self.assertSame(nil) {
        await store.scope(state: \.rows, id: 3, action: \.rows)?.scope(state: \.counter, action: \.self)
      }
      await Self.assertSame(nil) {
        await store.scope(state: \.$destination, action: \.destination)?
          .scope(state: \.counter, action: \.counter)
      }
      let counter = await store.scope(state: \.mode, action: \.mode)
        .scope(state: \.counter, action: \.counter)
      let between = await store.scope(state: \.mode, action: \.mode)
      await Self.assertSame(between) { await store.scope(state: \.mode, action: \.mode) }
      await Self.assertSame(counter) { await between.scope(state: \.counter, action: \.counter) }
    }
  }

  // S561
  func testOtherPathsGiveOtherStores() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.send(
        .change {
          $0.rows = [.init(id: 1), .init(id: 2)]
          $0.optional = .init()
          $0.sheet = .init()
          $0.values = ["a": .init()]
        }
      )
      let one = await store.scope(state: \.rows, id: 1, action: \.rows)
      let two = await store.scope(state: \.rows, id: 2, action: \.rows)
      XCTAssertNotNil(one)
      XCTAssertFalse(one === two)
      // The actions of another child, for the same state.
      let optional = await store.scope(state: \.optional, action: \.optional)
      let other = await store.scope(state: \.optional, action: \.mode.counter)
      XCTAssertNotNil(optional)
      XCTAssertFalse(optional === other)
      await Self.assertSame(optional) { await store.scope(state: \.optional, action: \.optional) }
      await Self.assertSame(other) { await store.scope(state: \.optional, action: \.mode.counter) }
      // One path with actions of two types.
      typealias Whole = Store<Counter.State, PresentationAction<Counter.Action>>
      let sheet: StoreOf<Counter>? = await store.scope(state: \.sheet, action: \.sheet)
      let whole: Whole? = await store.scope(state: \.sheet, action: \.sheet)
      await Self.assertSame(sheet) { await store.scope(state: \.sheet, action: \.sheet) }
      await Self.assertSame(whole) { await store.scope(state: \.sheet, action: \.sheet) }
      await sheet?.send(.add(2))
      await whole?.send(.presented(.add(3)))
      let counts = (await store.sheet?.count, await sheet?.count, await whole?.count)
      XCTAssertEqual(counts.0, 5)
      XCTAssertEqual(counts.1, 5)
      XCTAssertEqual(counts.2, 5)
    }
  }

  // S561
  func testFunctionsAndPathsOfTheOperatorGiveANewStoreEachTime() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.send(.change { $0.optional = .init() })
      let first = await store.scope(
        state: \.optional,
        action: { (action: Counter.Action) in .optional(action) }
      )
      let second = await store.scope(
        state: \.optional,
        action: { (action: Counter.Action) in .optional(action) }
      )
      XCTAssertFalse(first === second)
      let path = await store.scope(state: \.optional, action: /Parent.Action.optional)
      let otherPath = await store.scope(state: \.optional, action: /Parent.Action.optional)
      XCTAssertNotNil(path)
      XCTAssertFalse(path === otherPath)
      await second?.send(.add(1))
      await otherPath?.send(.add(1))
      let count = await first?.count
      XCTAssertEqual(count, 2, "all of them show one state")
      // A path that is kept is equal to itself.
      let kept = /Parent.Action.optional
      let third = await store.scope(state: \.optional, action: kept)
      let fourth = await store.scope(state: \.optional, action: kept)
      XCTAssertTrue(third === fourth)
    }
  }

  // S055: to scope a part is to read it.
  func testAStoreThatIsScopedAgainHasReadTheNewestState() async throws {
    for way in Self.ways {
      try await underSeeds(1) { scheduler, _ in
        let store = Self.makeStore(scheduler)
        await store.send(.change(way.appear))
        let found = await way.scope(store)
        let child = try XCTUnwrap(found, way.name)
        await child.send(.add(5))
        _ = await way.scope(store)
        await store.send(.change(way.leave))
        let count = await child.count
        XCTAssertEqual(count, 5, way.name)
      }
    }
  }

  // MARK: Another child

  // S562
  func testAChildThatCameAgainHasAnotherStore() async throws {
    for way in Self.ways {
      try await underSeeds(5) { scheduler, _ in
        let store = Self.makeStore(scheduler)
        var earlier: [StoreOf<Counter>] = []
        for _ in 0..<3 {
          await store.send(.change(way.appear))
          let found = await way.scope(store)
          let child = try XCTUnwrap(found, way.name)
          XCTAssertFalse(earlier.contains(child), way.name)
          await child.send(.add(1))
          let count = await child.count
          XCTAssertEqual(count, 1, way.name)
          earlier.append(child)
          await store.send(.change(way.leave))
          let none = await way.scope(store)
          XCTAssertNil(none, way.name)
          for child in earlier {
            let isAlive = await child.isAlive
            XCTAssertFalse(isAlive, way.name)
          }
        }
      }
    }
  }

  // S562: within one turn, too.
  func testAPresentationThatReplacesAnotherHasAnotherStore() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler, Parent.State(sheet: .init(count: 1)))
      let first = await store.scope(state: \.$sheet, action: \.sheet)
      await store.send(
        .change {
          $0.sheet = nil
          $0.sheet = .init(count: 7)
        }
      )
      let second = await store.scope(state: \.$sheet, action: \.sheet)
      XCTAssertNotNil(first)
      XCTAssertFalse(first === second)
      let count = await second?.count
      XCTAssertEqual(count, 7)
      let isAlive = await first?.isAlive
      XCTAssertEqual(isAlive, false)
    }
  }

  // S561, S562: whatever is kept, released, removed and restored, two scopes give one store exactly if they
  // belong to one child.
  func testAnyCourseGivesOneStoreAChild() async throws {
    try await underSeeds(60) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      var generator = SeededGenerator(seed: scheduler.seed)
      // The stores that are kept, by way, with the number of their child.
      var kept = Self.ways.map { _ in [(child: Int, store: StoreOf<Counter>)]() }
      var childOf: [Int?] = Self.ways.map { _ in nil }
      var children = 0
      // Some ways lead to the same value: removing it from one removes it from all of them.
      func look() async {
        for (index, way) in Self.ways.enumerated() {
          let found = await way.scope(store)
          guard let found else {
            childOf[index] = nil
            continue
          }
          if childOf[index] == nil {
            children += 1
            childOf[index] = children
          }
          for other in kept[index] {
            XCTAssertEqual(other.store === found, other.child == childOf[index], way.name)
          }
        }
      }
      for _ in 0..<60 {
        let index = Int.random(in: 0..<Self.ways.count, using: &generator)
        let way = Self.ways[index]
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          if childOf[index] == nil { await store.send(.change(way.appear)) }
        case 1: await store.send(.change(way.leave))
        case 2:
          if let child = await way.scope(store), let number = childOf[index] {
            kept[index].append((number, child))
          }
        case 3:
          if !kept[index].isEmpty { kept[index].removeFirst() }
        default: await store.send(.change { $0.optional?.count += 1 })
        }
        await look()
      }
      kept = []
      let count = await Self.cached(store)
      XCTAssertEqual(count, 0)
    }
  }

  // MARK: The cache

  // S563
  func testTheCacheKeepsNothing() async throws {
    for way in ChildStoreTests.ways {
      try await underSeeds(5) { scheduler, _ in
        weak var root: StoreOf<Parent>?
        weak var child: StoreOf<Counter>?
        do {
          let store = Self.makeStore(scheduler)
          await store.send(.change(way.appear))
          var scoped = await way.scope(store)
          var count = await Self.cached(store)
          XCTAssertGreaterThan(count, 0, way.name)
          child = scoped
          scoped = nil
          XCTAssertNil(child, way.name)
          count = await Self.cached(store)
          XCTAssertEqual(count, 0, way.name)
          scoped = await way.scope(store)
          (root, child) = (store, scoped)
          XCTAssertNotNil(child, way.name)
        }
        await scheduler.settle()
        XCTAssertNil(root, way.name)
        XCTAssertNil(child, way.name)
      }
    }
  }

  /// An id that counts how often it is hashed and compared.
  private struct CountedID: Hashable, Sendable {
    static let uses = Locked(0)

    let number: Int

    static func == (lhs: CountedID, rhs: CountedID) -> Bool {
      uses.withLock { $0 += 1 }
      return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
      Self.uses.withLock { $0 += 1 }
      hasher.combine(number)
    }
  }

  private struct Row: Sendable, Identifiable { let id: CountedID }

  private struct Rows: Sendable { var rows: IdentifiedArrayOf<Row> = [] }

  private enum RowsAction: Sendable, CasePathable {
    case rows(IdentifiedAction<CountedID, Int>)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let rows = AnyCasePath(embed: RowsAction.rows) { it in
        switch it {
        case .rows(let action): action
        }
      }
    }
  }

  // S563: many at once, and the cost of each is the same however many there are. Without a scheduler, which
  // takes a job of half a minute for one that blocks its thread.
  func testManyStoresCostTheSameEachAndLeaveTheCache() async {
    var costs: [Int] = []
    for count in [40_000, 80_000] {
      let rows = Rows(rows: .init(uniqueElements: (0..<count).map { Row(id: CountedID(number: $0)) }))
      let store = Store(initialState: rows) { EmptyReducer<Rows, RowsAction>() }
      let cost = await store.perform { store in
        var before = 0
        CountedID.uses.withLock { before = $0 }
        var kept: [Store<Row, Int>] = []
        for number in 0..<count {
          if let row = store.scope(state: \.rows, id: CountedID(number: number), action: \.rows) {
            kept.append(row)
          }
        }
        XCTAssertEqual(store.core.runtime.scopeCache.count, count)
        for number in stride(from: 0, to: count, by: 97) {
          XCTAssertTrue(
            store.scope(state: \.rows, id: CountedID(number: number), action: \.rows) === kept[number]
          )
        }
        kept = []
        XCTAssertEqual(store.core.runtime.scopeCache.count, 0)
        return CountedID.uses.withLock { $0 } - before
      }
      costs.append(cost)
    }
    XCTAssertLessThan(costs[1], costs[0] * 3, "twice as many, with the growth of the tables")
  }

  // S561, S563: stores are released on any thread, even while the part is scoped again.
  func testStoresAreReleasedOnOtherThreadsWhileThePartIsScoped() async throws {
    var state = Parent.State()
    state.optional = .init()
    state.mode = .counter(.init())
    state.rows = [.init(id: 3)]
    let store = Store(initialState: state) { Parent() }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<500 {
            switch (task + round) % 3 {
            case 0:
              let child = await store.scope(state: \.optional, action: \.optional)
              await child?.send(.add(1))
            case 1:
              let row = await store.scope(state: \.rows, id: 3, action: \.rows)?
                .scope(state: \.counter, action: \.self)
              await row?.send(.add(1))
            default:
              let mode = await store.scope(state: \.mode, action: \.mode)
                .scope(state: \.counter, action: \.counter)
              await mode?.send(.add(1))
            }
          }
        }
      }
    }
    let sum = await store.perform { store in
      (store.optional?.count ?? 0) + (store.rows[id: 3]?.counter.count ?? 0)
        + (store.mode.counter?.count ?? 0)
    }
    XCTAssertEqual(sum, 8 * 500)
    let count = await Self.cached(store)
    XCTAssertEqual(count, 0)
  }
}
