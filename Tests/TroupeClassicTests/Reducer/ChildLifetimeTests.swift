import TroupeClassic
import TroupeTesting
import XCTest

/// The lifetimes of children under `optional`, `forEach` and `pullback` on a case.
final class ChildLifetimeTests: TroupeTestCase {
  struct Kid: Identifiable, Equatable {
    var id = 1
    var count = 0
  }
  enum KidAction { case run(String), cancel(String), add(Int), later(Int), dismiss }

  /// The environment adds to what is added.
  static let kid = Reducer<Kid, KidAction, Int> { state, action, environment in
    switch action {
    case .run(let name): return endless(name)
    case .cancel(let name): return .cancel(id: name)
    case .add(let amount):
      state.count += amount + environment
      return .none
    case .later(let amount): return .run { send in await send(.add(amount)) }
    case .dismiss: return .run { _ in await Dependency(\.dismiss).wrappedValue() }
    }
  }

  static func endless<Action>(_ name: String) -> Effect<Action, Never> {
    .run(name: name) { _ in try await waitForCancellation() }.cancellable(id: name)
  }

  enum Screen: Equatable { case kid(Kid), empty }
  struct State: Equatable {
    var optional: Kid? = Kid()
    var screen = Screen.kid(Kid())
    var array: IdentifiedArrayOf<Kid> = [Kid(id: 1), Kid(id: 2)]
    var byName: [String: Kid] = ["a": Kid(id: 1), "b": Kid(id: 2)]
    var part = Kid()
  }
  enum Action {
    case optional(KidAction)
    case screen(KidAction)
    case array(id: Int, action: KidAction)
    case byName(String, KidAction)
    case part(KidAction)
    case change(@Sendable (inout State) -> Void)
    case run(String)
    case cancel(String)
  }

  static let children = Reducer<State, Action, Int>.combine(
    kid.optional().pullback(state: \.optional, action: /Action.optional, environment: { $0 }),
    kid.pullback(state: /Screen.kid, action: \.self, environment: { $0 })
      .pullback(state: \.screen, action: /Action.screen, environment: { $0 }),
    kid.forEach(state: \.array, action: /Action.array(id:action:), environment: { $0 }),
    kid.forEach(state: \.byName, action: /Action.byName, environment: { $0 }),
    kid.pullback(state: \.part, action: /Action.part, environment: { $0 }),
  )

  static let parent = Reducer<State, Action, Int> { state, action, environment in
    switch action {
    case .change(let change):
      change(&state)
      return .none
    case .run(let name): return endless(name)
    case .cancel(let name): return .cancel(id: name)
    default: return .none
    }
  }

  /// As a program writes it, and with the children run by hand.
  static let reducers: [(name: String, reducer: Reducer<State, Action, Int>)] = [
    ("combined", .combine(children, parent)),
    ("by hand", Reducer { children.run(&$0, $1, $2).merge(with: parent.run(&$0, $1, $2)) }),
    ("a reducer in it by hand", .combine([Reducer { children.run(&$0, $1, $2) }, parent])),
  ]

  /// The ways in which each kind of child begins work with a name, and goes away.
  static let lives: [(name: String, run: Action, end: @Sendable (inout State) -> Void)] = [
    ("optional", .optional(.run("optional")), { $0.optional = nil }),
    ("optional that becomes another", .optional(.run("other")), { $0.optional?.id = 7 }),
    ("case", .screen(.run("case")), { $0.screen = .empty }),
    ("case that becomes another", .screen(.run("other case")), { $0.screen = .kid(Kid(id: 7)) }),
    ("element", .array(id: 2, action: .run("element")), { $0.array.remove(id: 2) }),
    ("all elements", .array(id: 2, action: .run("elements")), { $0.array = [] }),
    ("value", .byName("b", .run("value")), { $0.byName["b"] = nil }),
    ("value that becomes another", .byName("b", .run("other value")), { $0.byName["b"] = Kid(id: 7) }),
  ]

  private static func makeStore(
    _ reducer: Reducer<State, Action, Int>,
    _ scheduler: Scheduler
  ) -> Store<State, Action> {
    Store(initialState: State(), reducer: reducer, environment: 0, configuration: scheduler.configuration())
  }

  func testEffectsEndWithTheirState() async throws {
    for (form, reducer) in Self.reducers {
      for (life, run, end) in Self.lives {
        try await underSeeds(3) { scheduler, _ in
          let store = Self.makeStore(reducer, scheduler)
          await store.send(.run("parent"))
          await store.send(.array(id: 1, action: .run("neighbour")))
          let handle = await store.send(run)
          let before = await store.activeNames
          XCTAssertEqual(before.count, 3, "\(form), \(life)")
          await store.send(.change(end))
          await handle.finish()
          let after = await store.activeNames
          let survivors = life == "all elements" ? ["parent"] : ["neighbour", "parent"]
          XCTAssertEqual(after, survivors, "\(form), \(life)")
        }
      }
    }
  }

  func testMovingAndChangingEndsNothing() async throws {
    for (form, reducer) in Self.reducers {
      try await underSeeds(3) { scheduler, _ in
        let store = Self.makeStore(reducer, scheduler)
        for (_, run, _) in Self.lives { await store.send(run) }
        let before = await store.activeNames
        XCTAssertEqual(before.count, Self.lives.count, form)
        await store.send(
          .change {
            $0.array.reverse()
            $0.array[id: 2]?.count = 5
            $0.optional?.count = 5
            $0.byName["c"] = Kid(id: 3)
            if case .kid(var kid) = $0.screen {
              kid.count = 5
              $0.screen = .kid(kid)
            }
          }
        )
        let after = await store.activeNames
        XCTAssertEqual(after, before, form)
      }
    }
  }

  func testWhatEffectsSendComesToTheirChildWithItsEnvironment() async throws {
    for (form, reducer) in Self.reducers {
      try await underSeeds(3) { scheduler, _ in
        let store = Store(
          initialState: State(),
          reducer: reducer,
          environment: 100,
          configuration: scheduler.configuration()
        )
        for action in [
          Action.optional(.later(1)), .screen(.later(2)), .array(id: 2, action: .later(3)),
          .byName("b", .later(4)),
          .part(.later(5)),
        ] {
          await store.send(action).finish()
        }
        let state = await store.state
        var expected = State()
        expected.optional?.count = 101
        expected.screen = .kid(Kid(count: 102))
        expected.array[id: 2]?.count = 103
        expected.byName["b"]?.count = 104
        expected.part.count = 105
        XCTAssertEqual(state, expected, form)
      }
    }
  }

  /// As documented: ids are valid in the feature and in the features below it.
  func testIDsCountInTheFeatureAndBelow() async throws {
    for (form, reducer) in Self.reducers {
      try await underSeeds(3) { scheduler, _ in
        let store = Self.makeStore(reducer, scheduler)
        await store.send(.run("x"))
        await store.send(.optional(.run("x")))
        await store.send(.array(id: 1, action: .run("x")))
        await store.send(.array(id: 2, action: .run("x")))
        await store.send(.array(id: 1, action: .cancel("x")))
        var names = await store.activeNames
        XCTAssertEqual(names, ["x", "x", "x"], "\(form): not the neighbour's, nor the parent's")
        await store.send(.cancel("x"))
        names = await store.activeNames
        XCTAssertEqual(names, [], "\(form): the children's, too")
      }
    }
  }

  func testAChildDismissesItself() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(Self.reducers[0].reducer, scheduler)
      await store.send(.optional(.run("optional")))
      await store.send(.optional(.dismiss)).finish()
      await store.send(.array(id: 1, action: .dismiss)).finish()
      await store.send(.byName("b", .dismiss)).finish()
      let state = await store.state
      XCTAssertNil(state.optional)
      XCTAssertEqual(state.array.map(\.id), [2])
      XCTAssertEqual(state.byName.keys.sorted(), ["a"])
      let names = await store.activeNames
      XCTAssertEqual(names, [])
    }
  }

  /// Two children of one type on one line: effects that end with one don't end with the other.
  func testTwoOptionalsOnOneLine() async throws {
    struct Two: Equatable { var a: Kid? = Kid(), b: Kid? = Kid() }
    enum TwoAction { case a(KidAction), b(KidAction), dropA }
    // swift-format-ignore
    let reducer = Reducer<Two, TwoAction, Int>.combine(Self.kid.optional().pullback(state: \.a, action: /TwoAction.a, environment: { $0 }), Self.kid.optional().pullback(state: \.b, action: /TwoAction.b, environment: { $0 }), Reducer { state, action, _ in if case .dropA = action { state.a = nil }; return .none })
    try await underSeeds(3) { scheduler, _ in
      let store = Store(
        initialState: Two(),
        reducer: reducer,
        environment: 0,
        configuration: scheduler.configuration()
      )
      await store.send(.a(.run("a")))
      await store.send(.b(.run("b")))
      await store.send(.dropA)
      let names = await store.activeNames
      XCTAssertEqual(names, ["b"])
    }
  }

  @available(*, deprecated)
  func testRowsOfAnArrayLiveAtTheirIndices() async throws {
    struct Rows: Equatable { var rows = [Kid(id: 1), Kid(id: 2), Kid(id: 3)] }
    enum RowsAction { case row(Int, KidAction), change(@Sendable (inout Rows) -> Void) }
    let reducer = Reducer<Rows, RowsAction, Int>.combine(
      Self.kid.forEach(state: \.rows, action: /RowsAction.row, environment: { $0 }),
      Reducer { state, action, _ in
        if case .change(let change) = action { change(&state) }
        return .none
      }
    )
    try await underSeeds { scheduler, _ in
      let store = Store(
        initialState: Rows(),
        reducer: reducer,
        environment: 0,
        configuration: scheduler.configuration()
      )
      for index in 0..<3 { await store.send(.row(index, .run("\(index)"))) }
      await store.send(.change { $0.rows[1].count = 5 })
      var names = await store.activeNames
      XCTAssertEqual(names, ["0", "1", "2"])
      await store.send(.change { $0.rows.remove(at: 1) })
      names = await store.activeNames
      XCTAssertEqual(names, ["0"], "3 stands where 2 stood, and nothing at its own place")
      await store.send(.row(0, .dismiss)).finish()
      let rows = await store.rows
      XCTAssertEqual(rows.map(\.id), [3])
      names = await store.activeNames
      XCTAssertEqual(names, [])
    }
  }
}
