import Troupe
import TroupeTesting
import XCTest

final class ChildStoreTests: TroupeTestCase {
  struct Counter: Reducer {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case add(Int), addLater(Int), close }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let number):
          state.count += number
          return .none
        case .addLater(let number): return .run { send in await send(.add(number)) }
        case .close: return .run { [dismiss] _ in await dismiss() }
        }
      }
    }
  }

  struct Row: Equatable, Sendable, Identifiable {
    let id: Int
    var counter = Counter.State()
  }

  enum Destination: Equatable, Sendable, CasePathable {
    case counter(Counter.State)
    case other(Counter.State)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let counter = AnyCasePath(embed: Destination.counter) {
        if case .counter(let it) = $0 { it } else { nil }
      }
      let other = AnyCasePath(embed: Destination.other) { if case .other(let it) = $0 { it } else { nil } }
    }
  }

  enum DestinationAction: Sendable, CasePathable {
    case counter(Counter.Action)
    case other(Counter.Action)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let counter = AnyCasePath(embed: DestinationAction.counter) {
        if case .counter(let it) = $0 { it } else { nil }
      }
      let other = AnyCasePath(embed: DestinationAction.other) {
        if case .other(let it) = $0 { it } else { nil }
      }
    }
  }

  struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var optional: Counter.State?
      @Presents var sheet: Counter.State?
      @Presents var destination: Destination?
      var rows: IdentifiedArrayOf<Row> = []
      var values: [String: Counter.State] = [:]
      var path: StackState<Counter.State> = []
      var mode = Destination.counter(Counter.State())
    }

    enum Action: Sendable, CasePathable {
      case change(@Sendable (inout State) -> Void)
      case optional(Counter.Action)
      case sheet(PresentationAction<Counter.Action>)
      case destination(PresentationAction<DestinationAction>)
      case rows(IdentifiedAction<Int, Counter.Action>)
      case values(IdentifiedAction<String, Counter.Action>)
      case path(StackActionOf<Counter>)
      case mode(DestinationAction)

      static let allCasePaths = AllCasePaths()
      struct AllCasePaths: Sendable {
        let optional = AnyCasePath(embed: Action.optional) {
          if case .optional(let it) = $0 { it } else { nil }
        }
        let sheet = AnyCasePath(embed: Action.sheet) { if case .sheet(let it) = $0 { it } else { nil } }
        let destination = AnyCasePath(embed: Action.destination) {
          if case .destination(let it) = $0 { it } else { nil }
        }
        let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
        let values = AnyCasePath(embed: Action.values) { if case .values(let it) = $0 { it } else { nil } }
        let path = AnyCasePath(embed: Action.path) { if case .path(let it) = $0 { it } else { nil } }
        let mode = AnyCasePath(embed: Action.mode) { if case .mode(let it) = $0 { it } else { nil } }
      }
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.mode, action: \.mode) {
        EmptyReducer<Destination, DestinationAction>()
          .ifCaseLet(\.counter, action: \.counter) { Counter() }
          .ifCaseLet(\.other, action: \.other) { Counter() }
      }
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .ifLet(\.optional, action: \.optional) { Counter() }
      .ifLet(\.$sheet, action: \.sheet) { Counter() }
      .ifLet(\.$destination, action: \.destination) {
        EmptyReducer<Destination, DestinationAction>()
          .ifCaseLet(\.counter, action: \.counter) { Counter() }
          .ifCaseLet(\.other, action: \.other) { Counter() }
      }
      .forEach(\.rows, action: \.rows) { Scope(state: \.counter, action: \.self) { Counter() } }
      .forEach(\.values, action: \.values) { Counter() }
      .forEach(\.path, action: \.path) { Counter() }
    }
  }

  typealias ParentStore = StoreOf<Parent>
  typealias ChildStore = StoreOf<Counter>

  /// A way to a child store, and the actions that remove the child's state.
  struct Way: Sendable {
    let name: String
    var isPresented = true
    let appear: @Sendable (inout Parent.State) -> Void
    let leave: @Sendable (inout Parent.State) -> Void
    let scope: @Sendable (ParentStore) async -> ChildStore?
  }

  static let ways: [Way] = [
    Way(name: "optional") {
      $0.optional = .init()
    } leave: {
      $0.optional = nil
    } scope: {
      await $0.scope(state: \.optional, action: \.optional)
    },
    Way(name: "presented value") {
      $0.sheet = .init()
    } leave: {
      $0.sheet = nil
    } scope: {
      await $0.scope(state: \.sheet, action: \.sheet)
    },
    Way(name: "presentation") {
      $0.sheet = .init()
    } leave: {
      $0.sheet = nil
    } scope: {
      await $0.scope(state: \.$sheet, action: \.sheet)
    },
    Way(name: "case of a presentation") {
      $0.destination = .counter(.init())
    } leave: {
      $0.destination = .other(.init())
    } scope: {
      await $0.scope(state: \.destination?.counter, action: \.destination.counter)
    },
    Way(name: "row") {
      $0.rows = [Row(id: 3)]
    } leave: {
      $0.rows = []
    } scope: {
      await $0.scope(state: \.rows, id: 3, action: \.rows)?.scope(state: \.counter, action: \.self)
    },
    Way(name: "value") {
      $0.values = ["a": .init()]
    } leave: {
      $0.values = [:]
    } scope: {
      await $0.scope(state: \.values, id: "a", action: \.values)
    },
    Way(name: "screen") {
      $0.path[id: 4] = .init()
    } leave: {
      $0.path[id: 4] = nil
    } scope: {
      await $0.scope(state: \.path, id: 4, action: \.path)
    },
    Way(name: "case by its name", isPresented: false) {
      $0.mode = .counter(.init())
    } leave: {
      $0.mode = .other(.init())
    } scope: {
      await $0.scope(state: \.mode, action: \.mode).scope(state: \.counter, action: \.counter)
    },
    Way(name: "case by its path", isPresented: false) {
      $0.mode = .counter(.init())
    } leave: {
      $0.mode = .other(.init())
    } scope: {
      await $0.scope(state: \.mode, action: \.mode)
        .scope(state: \Destination.Cases.counter, action: \DestinationAction.Cases.counter)
    },
    Way(name: "case by its constructor", isPresented: false) {
      $0.mode = .counter(.init())
    } leave: {
      $0.mode = .other(.init())
    } scope: {
      await $0.scope(state: \.mode, action: \.mode)
        .scope(
          state: /Destination.counter,
          action: /DestinationAction.counter
        )
    },
  ]

  private static func makeStore(_ scheduler: Scheduler) -> ParentStore {
    var state = Parent.State()
    state.mode = .other(Counter.State())
    return Store(initialState: state, configuration: scheduler.configuration()) { Parent() }
  }

  // S052, S054, S058
  func testAChildStoreIsThereAsLongAsItsState() async throws {
    for way in Self.ways {
      try await underSeeds(5) { scheduler, _ in
        let store = Self.makeStore(scheduler)
        for _ in 0..<3 {
          let none = await way.scope(store)
          XCTAssertNil(none, way.name)
          await store.send(.change(way.appear))
          let found = await way.scope(store)
          let child = try XCTUnwrap(found, way.name)
          await child.send(.add(1))
          await child.send(.addLater(2)).finish()
          let count = await child.count
          XCTAssertEqual(count, 3, way.name)
          let isAlive = await child.isAlive
          XCTAssertTrue(isAlive, way.name)
          await store.send(.change(way.leave))
          let isAliveStill = await child.isAlive
          XCTAssertFalse(isAliveStill, way.name)
          let last = await child.count
          XCTAssertEqual(last, 3, way.name)
        }
      }
    }
  }

  // S055, S056, D15: an action is refused, even if another child has taken the place in the meantime.
  func testAChildStoreWhoseStateHasGoneRefusesActions() async throws {
    for way in Self.ways {
      try await underSeeds(1) { scheduler, _ in
        try await expectingIssues {
          let store = Self.makeStore(scheduler)
          await store.send(.change(way.appear))
          let found = await way.scope(store)
          let child = try XCTUnwrap(found, way.name)
          await store.send(.change(way.leave))
          await store.send(.change(way.appear))
          let task = await child.send(.add(1))
          XCTAssertTrue(task.isCancelled)
          try child.enqueue(.add(1))
          await scheduler.settle()
          let again = await way.scope(store)
          let count = await again?.count
          XCTAssertEqual(count, 0, way.name)
        } _: {
          $0.contains("whose state is gone")
        }
      }
    }
  }

  // S053
  func testEffectsThroughAChildStoreFeedBack() async throws {
    for way in Self.ways {
      try await underSeeds { scheduler, _ in
        let store = Self.makeStore(scheduler)
        await store.send(.change(way.appear))
        let found = await way.scope(store)
        let child = try XCTUnwrap(found, way.name)
        for _ in 0..<3 { await child.send(.addLater(1)) }
        try await child.wait(until: { $0.count == 3 })
      }
    }
  }

  // S045
  func testAChildStoreMakesNoCycle() async throws {
    for way in Self.ways {
      try await underSeeds(5) { scheduler, _ in
        weak var root: ParentStore?
        weak var child: StoreOf<Counter>?
        do {
          let store = Self.makeStore(scheduler)
          await store.send(.change(way.appear))
          let found = await way.scope(store)
          await found?.send(.addLater(1))
          (root, child) = (store, found)
          XCTAssertNotNil(child, way.name)
        }
        await scheduler.settle()
        XCTAssertNil(root, way.name)
        XCTAssertNil(child, way.name)
      }
    }
  }

  func testAChildDismissesItselfThroughItsStore() async throws {
    for way in Self.ways where way.isPresented {
      try await underSeeds(5) { scheduler, _ in
        let store = Self.makeStore(scheduler)
        await store.send(.change(way.appear))
        let found = await way.scope(store)
        let child = try XCTUnwrap(found, way.name)
        var counts = child.states(\.count).makeAsyncIterator()
        let first = await counts.next()
        XCTAssertEqual(first, 0)
        await child.send(.close).finish()
        let isAlive = await child.isAlive
        XCTAssertFalse(isAlive, way.name)
        let none = await way.scope(store)
        XCTAssertNil(none, way.name)
        let end = await counts.next()
        XCTAssertNil(end, "its sequences end")
      }
    }
  }

  func testTheStoreOfAPresentationEndsWithItEvenWithinOneAction() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.send(.change { $0.sheet = .init() })
      let presented = await store.scope(state: \.$sheet, action: \.sheet)
      let value = await store.scope(state: \.sheet, action: \.sheet)
      await store.send(.change { $0.sheet = .init(count: 5) })
      var isAlive = (await presented?.isAlive, await value?.isAlive)
      XCTAssertEqual(isAlive.0, true, "the same presentation with another value")
      XCTAssertEqual(isAlive.1, true)
      var count = await presented?.count
      XCTAssertEqual(count, 5)
      await store.send(
        .change {
          $0.sheet = nil
          $0.sheet = .init(count: 7)
        }
      )
      isAlive = (await presented?.isAlive, await value?.isAlive)
      XCTAssertEqual(isAlive.0, false)
      XCTAssertEqual(isAlive.1, true, "of the value alone it can't be told")
      count = await presented?.count
      XCTAssertEqual(count, 5, "what was read last")
    }
  }

  func testAChildStoreOfAChildStoreEndsWithEither() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await store.send(.change { $0.destination = .counter(.init(count: 1)) })
      let scoped = await store.scope(state: \.$destination, action: \.destination)
      let destination = try XCTUnwrap(scoped)
      let counterStore = await destination.scope(state: \.counter, action: \.counter)
      let counter = try XCTUnwrap(counterStore)
      await counter.send(.add(1))
      let count = await store.destination?.counter?.count
      XCTAssertEqual(count, 2)
      await store.send(.change { $0.destination = .other(.init()) })
      let isAlive = (await destination.isAlive, await counter.isAlive)
      XCTAssertFalse(isAlive.0, "another case is another child")
      XCTAssertFalse(isAlive.1)
    }
  }
}
