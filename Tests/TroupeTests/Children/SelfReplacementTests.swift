import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Children that recreate their states in their own reducers, and states that other code puts in their place.
final class SelfReplacementTests: TroupeTestCase {
  struct Child: Reducer {
    struct State: Equatable, Sendable, ObservableState {
      var kept = 0
      var count = 0
      @Presents var inner: Inner.State? = Inner.State()
      let _$id = StateIdentity()
    }

    enum Action: Sendable {
      case run(String)
      /// Recreates the state, and runs an effect if it has a name.
      case restart(String?)
      case inner(PresentationAction<Inner.Action>)
      case add
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .run(let name): return Kid.endless(name)
        case .restart(let name):
          state = State(kept: state.kept + 1)
          return name.map { Kid.endless($0) } ?? .none
        case .add:
          state.count += 1
          return .none
        case .inner: return .none
        }
      }
      .ifLet(\.$inner, action: /Action.inner) { Inner() }
    }
  }

  struct Inner: Reducer {
    struct State: Equatable, Sendable, ObservableState { let _$id = StateIdentity() }
    typealias Action = String

    func reduce(into state: inout State, action: String) -> Effect<String> { Kid.endless(action) }
  }

  struct Parent: Reducer {
    enum Screen: Equatable, Sendable {
      case child(Child.State)
      case other
    }

    enum ScreenAction: Sendable {
      case child(Child.Action)
      case run(String)
      case replace
    }

    struct State: Equatable, Sendable {
      var optional: Child.State? = Child.State()
      @Presents var presented: Child.State? = Child.State()
      @Presents var destination: Screen? = .child(Child.State())
      var screen = Screen.child(Child.State())
      var rows = IdentifiedArray(uniqueElements: [Child.State()], id: \.kept.zero)
      var values: [String: Child.State] = ["a": Child.State()]
      var stack = StackState<Child.State>([Child.State()])
    }

    enum Action: Sendable {
      case optional(Child.Action)
      case presented(PresentationAction<Child.Action>)
      case destination(PresentationAction<ScreenAction>)
      case screen(ScreenAction)
      case rows(IdentifiedAction<Int, Child.Action>)
      case values(IdentifiedAction<String, Child.Action>)
      case stack(StackAction<Child.State, Child.Action>)
      case change(@Sendable (inout State) -> Void)
      case also(@Sendable (inout State) -> Void)
    }

    /// The parent's reaction to a child's action.
    var then: @Sendable (inout State) -> Void = { _ in }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) } else { then(&state) }
        return .none
      }
      .ifLet(\.optional, action: /Action.optional) { Child() }
      .ifLet(\.$presented, action: /Action.presented) { Child() }
      .ifLet(\.$destination, action: /Action.destination) { Self.screen }
      .forEach(\.rows, action: /Action.rows) { Child() }
      .forEach(\.values, action: /Action.values) { Child() }
      .forEach(\.stack, action: /Action.stack) { Child() }
      Scope(state: \.screen, action: /Action.screen) { Self.screen }
    }

    static var screen: some Reducer<Screen, ScreenAction> {
      Reduce<Screen, ScreenAction> { state, action in
        switch action {
        case .child: return .none
        case .run(let name): return Kid.endless(name)
        case .replace:
          state = .child(Child.State())
          return Kid.endless("screen")
        }
      }
      .ifCaseLet((/Screen.child), action: (/ScreenAction.child)) { Child() }
    }
  }

  private struct Way: Sendable {
    let name: String
    let action: @Sendable (Child.Action) -> Parent.Action
    /// Puts a newly created child there.
    let replace: @Sendable (inout Parent.State) -> Void
    let child: @Sendable (Parent.State) -> Child.State?
  }

  private static let ways = [
    Way(name: "optional") {
      .optional($0)
    } replace: {
      $0.optional = Child.State()
    } child: {
      $0.optional
    },
    Way(name: "presented") {
      .presented(.presented($0))
    } replace: {
      $0.presented = Child.State()
    } child: {
      $0.presented
    },
    Way(name: "case of what is presented") {
      .destination(.presented(.child($0)))
    } replace: {
      $0.destination = .child(Child.State())
    } child: {
      if case .child(let child)? = $0.destination { child } else { nil }
    },
    Way(name: "case") {
      .screen(.child($0))
    } replace: {
      $0.screen = .child(Child.State())
    } child: {
      if case .child(let child) = $0.screen { child } else { nil }
    },
    Way(name: "row") {
      .rows(.element(id: 0, action: $0))
    } replace: {
      $0.rows[id: 0] = Child.State()
    } child: {
      $0.rows[id: 0]
    },
    Way(name: "value") {
      .values(.element(id: "a", action: $0))
    } replace: {
      $0.values["a"] = Child.State()
    } child: {
      $0.values["a"]
    },
    Way(name: "element of a stack") {
      .stack(.element(id: 0, action: $0))
    } replace: {
      $0.stack[id: 0] = Child.State()
    } child: {
      $0.stack[id: 0]
    },
  ]

  private static func store(
    _ scheduler: Scheduler,
    then: @escaping @Sendable (inout Parent.State) -> Void = { _ in }
  ) async -> StoreOf<Parent> {
    Store(
      initialState: withDependencies {
        $0.stackElementID = .counting
      } operation: {
        Parent.State()
      },
      configuration: scheduler.configuration()
    ) {
      Parent(then: then)
    } withDependencies: {
      $0.stackElementID = .counting
    }
  }

  // D4, D21: it depends on which code writes.
  func testAChildThatMakesItselfAnewIsTheSameChild() async throws {
    for way in Self.ways {
      try await underSeeds(3) { scheduler, _ in
        let store = await Self.store(scheduler)
        await store.send(way.action(.run("old")))
        await store.send(way.action(.inner(.presented("inner"))))
        await store.send(way.action(.restart("new")))
        var names = await store.activeNames
        XCTAssertEqual(names, ["new", "old"], "\(way.name): what was in it was replaced by it")
        await store.send(way.action(.restart(nil)))
        await store.send(way.action(.add))
        await store.send(way.action(.restart("newer")))
        names = await store.activeNames
        XCTAssertEqual(names, ["new", "newer", "old"], way.name)
        let child = await store.perform { store in store.withState { way.child($0) } }
        XCTAssertEqual(child?.kept, 3)
        // If any other code does it, it is another child.
        await store.send(.change(way.replace))
        names = await store.activeNames
        XCTAssertEqual(names, [], way.name)
        await scheduler.settle()
        await store.assertNothingIsLeft()
      }
    }
  }

  // D3: what a child does to itself doesn't protect it from its parent.
  func testAParentThatReplacesTheChildInTheSameActionEndsIt() async throws {
    for way in Self.ways where !way.name.hasPrefix("case") {
      try await underSeeds(3) { scheduler, _ in
        let store = await Self.store(scheduler, then: way.replace)
        await store.send(way.action(.restart("new")))
        let names = await store.activeNames
        XCTAssertEqual(names, [], way.name)
        await scheduler.settle()
        await store.assertNothingIsLeft()
      }
    }
  }

  // A case's payload that the enum's own reducer replaces is another child; the enum is the same.
  func testAnEnumThatReplacesItsPayloadIsTheSameWhileTheChildInItIsAnother() async throws {
    try await underSeeds(3) { scheduler, _ in
      let store = await Self.store(scheduler)
      await store.send(.destination(.presented(.run("destination"))))
      await store.send(.destination(.presented(.child(.run("child")))))
      await store.send(.destination(.presented(.replace)))
      let names = await store.activeNames
      XCTAssertEqual(names, ["destination", "screen"])
    }
  }

  // D15
  func testAStoreOfAChildThatMakesItselfAnewStaysAlive() async throws {
    try await underSeeds(3) { scheduler, _ in
      let store = await Self.store(scheduler)
      let optional = await store.scope(state: \.optional, action: { Parent.Action.optional($0) })
      let rows = await store.scope(state: \.rows[id: 0], action: { .rows(.element(id: 0, action: $0)) })
      let children = [try XCTUnwrap(optional), try XCTUnwrap(rows as StoreOf<Child>?)]
      for child in children {
        await child.send(.restart(nil))
        await child.send(.restart("new"))
        await child.send(.add)
        let (isAlive, count) = (await child.isAlive, await child.count)
        XCTAssertTrue(isAlive)
        XCTAssertEqual(count, 1)
      }
      await store.send(.change { $0.optional = Child.State() })
      await store.send(.change { $0.rows[id: 0] = Child.State() })
      for child in children {
        let isAlive = await child.isAlive
        XCTAssertFalse(isAlive)
      }
    }
  }

  // D21: a value that is equal isn't the same child; a copy of its state is.
  func testWhatIsRestoredIsTheSameChildOnlyAsACopy() async throws {
    for way in Self.ways {
      try await underSeeds(1) { scheduler, _ in
        let store = await Self.store(scheduler)
        let snapshots = Collector<Parent.State>()
        await store.send(way.action(.run("a")))
        await store.send(.change { snapshots.append($0) })
        await store.send(way.action(.add))
        await store.send(.change { $0 = snapshots.all[0] })
        var names = await store.activeNames
        XCTAssertEqual(names, ["a"], "\(way.name): an undo")
        await store.send(.change(way.replace))
        let (isEqual, after) = await store.perform { store in
          (store.withState { way.child($0) == way.child(snapshots.all[0]) }, store.activeNames)
        }
        XCTAssertTrue(isEqual)
        names = after
        XCTAssertEqual(names, [], "\(way.name): an equal one")
      }
    }
  }

  // MARK: Dropped effects are reported

  // D4
  func testEffectsOfAChildThatBecomesAnotherAreReported() async throws {
    struct Host: Reducer {
      struct State: Sendable { var kid: Kid.State? = Kid.State() }
      enum Action: Sendable { case kid(Kid.Action) }
      static let line: UInt = #line + 2
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.kid, action: /Action.kid) { Kid() }
      }
    }
    let issues = IssueCollector()
    try await withIssueReporters([issues]) {
      let scheduler = Scheduler()
      try await scheduler.run {
        let store = Store(initialState: Host.State(), configuration: scheduler.configuration()) { Host() }
        await store.send(.kid(.become(2)))
        let names = await store.activeNames
        XCTAssertEqual(names, [])
      }
    }
    XCTAssertEqual(issues.messages.count, 1)
    XCTAssertEqual(issues.all.first?.location.line, Host.line)
    for text in ["Kid.State", "become(2)", "its `id` was 1 and is 2", "were not started"] {
      XCTAssertTrue(issues.messages.first?.contains(text) == true, issues.messages.first ?? "")
    }
  }

  // D2, D4: a parent may remove the child, or move to another case, for the child's action.
  func testEffectsOfAChildThatItsParentTakesAwayAreDroppedSilently() async throws {
    try await underSeeds(1) { scheduler, _ in
      enum Flow: Equatable, Sendable {
        case first(Kid.State)
        case second(Kid.State)
      }
      enum FlowAction: Sendable {
        case first(Kid.Action)
        case second(Kid.Action)
      }
      struct Host: Reducer {
        struct State: Sendable { var flow: Flow? = .first(Kid.State()) }
        enum Action: Sendable { case flow(FlowAction) }
        var body: some ReducerOf<Self> {
          EmptyReducer().ifLet(\.flow, action: /Action.flow) {
            Reduce<Flow, FlowAction> { state, action in
              if case .first = action { state = .second(Kid.State()) }
              return .none
            }
            .ifCaseLet((/Flow.first), action: (/FlowAction.first)) { Kid() }
            .ifCaseLet((/Flow.second), action: (/FlowAction.second)) { Kid() }
          }
        }
      }
      let store = Store(initialState: Host.State(), configuration: scheduler.configuration()) { Host() }
      await store.send(.flow(.first(.both("a", 1))))
      let names = await store.activeNames
      XCTAssertEqual(names, [])
    }
  }
}

extension Int {
  /// Always zero, like the id of a row that is the only one.
  fileprivate var zero: Int { 0 }
}
