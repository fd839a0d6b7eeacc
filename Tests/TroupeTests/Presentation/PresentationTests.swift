import Troupe
import TroupeTesting
import XCTest

final class PresentationTests: TroupeTestCase {
  typealias State = Place.State
  typealias Action = Place.Action

  private static func makeStore(
    _ scheduler: Scheduler,
    _ change: (inout State) -> Void = { $0.sheet = State(id: 1) }
  ) -> StoreOf<Place> {
    var state = State()
    change(&state)
    return Store(initialState: state, configuration: scheduler.configuration()) { Place() }
  }

  private static func liveEffects(_ store: StoreOf<Place>) async -> Int {
    await store.runningEffects.filter { !$0.isCancelled }.count
  }

  // S203, S204, S205
  func testAChildIsPresentedActsAndIsDismissed() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Self.makeStore(scheduler) { _ in }
      await store.send(.change { $0.sheet = State(id: 1) })
      await store.send(.sheet(.presented(.note("hello"))))
      var state = await store.state
      XCTAssertEqual(state.sheet?.log, ["hello"])
      await store.send(.sheet(.dismiss))
      state = await store.state
      XCTAssertNil(state.sheet)
      XCTAssertEqual(
        state.log,
        [#"saw hello of ["hello"]"#, "dismiss, sheet 1"],
        "with the child still there"
      )
      await store.send(.change { $0.sheet = State(id: 2) })
      await store.send(.change { $0.sheet = nil })
      state = await store.state
      XCTAssertEqual(state.log.count, 2, "no dismissal is sent")
    }
  }

  // S206
  func testTheChildReducesBeforeTheParent() async throws {
    try await underSeeds(5) { scheduler, _ in
      try await expectingIssues {
        let store = Store(initialState: State(), configuration: scheduler.configuration()) {
          Reduce<State, Action> { state, action in
            if case .sheet(.presented(.note)) = action {
              state.log = state.sheet?.log ?? []
              state.sheet = nil
            }
            return .none
          }
          .ifLet(\.$sheet, action: \.sheet) { Place() }
        }
        await store.send(.sheet(.presented(.note("nothing is there")))).finish()
      } _: {
        $0.contains("whose state was nil")
      }
    }
    try await underSeeds(5) { scheduler, _ in
      var state = State()
      state.sheet = State(id: 1)
      let store = Store(initialState: state, configuration: scheduler.configuration()) {
        Reduce<State, Action> { state, action in
          if case .sheet(.presented(.note)) = action {
            state.log = state.sheet?.log ?? []
            state.sheet = nil
          }
          return .none
        }
        .ifLet(\.$sheet, action: \.sheet) { Place() }
      }
      await store.send(.sheet(.presented(.note("last words"))))
      state = await store.state
      XCTAssertEqual(state.log, ["last words"])
      XCTAssertNil(state.sheet)
    }
  }

  // S207, S208, S211, S221: whichever code removes the child.
  func testTheChildsTasksEndWithIt() async throws {
    let ways: [Action] = [
      .sheet(.dismiss),
      .sheet(.presented(.dismissSelf)),
      .change { $0.sheet = nil },
      .change { $0 = State() },
      // S209: another child, by another id.
      .change { $0.sheet = State(id: 2) },
      // The same child presented again within one reduce.
      .change {
        $0.sheet = nil
        $0.sheet = State(id: 1)
      },
      // S225: everything is replaced.
      .change { $0 = Self.replaced },
      // S222: the child itself becomes another.
      .sheet(.presented(.change { $0.id = 2 })),
    ]
    for (number, way) in ways.enumerated() {
      try await underSeeds(5) { scheduler, clock in
        let store = Self.makeStore(scheduler)
        await store.send(.sheet(.presented(.tick(clock))))
        await store.send(.sheet(.presented(.part(.tick(clock)))))
        await clock.advance(by: .seconds(1))
        await store.send(way).finish()
        let live = await Self.liveEffects(store)
        XCTAssertEqual(live, 0, "\(number)")
        await clock.advance(by: .seconds(5))
        let log = await store.sheet?.log ?? []
        XCTAssertLessThanOrEqual(log.count, 1, "\(number)")
        XCTAssertEqual(clock.sleeperCount, 0)
      }
    }
  }

  private static var replaced: State {
    var state = State()
    state.sheet = State(id: 1)
    return state
  }

  // S215, S226: their child is still there.
  func testTheChildsTasksGoOnWhileItStaysTheSame() async throws {
    let ways: [Action] = [
      .change { $0.sheet = State(id: 1) },
      .change { $0.sheet?.log = [] },
      .note("something else"),
      .change { state in
        let saved = state
        state.sheet = nil
        state = saved
      },
      .change { state in
        let saved = state.$sheet
        state.sheet = nil
        state.$sheet = saved
      },
    ]
    for (number, way) in ways.enumerated() {
      try await underSeeds(5) { scheduler, clock in
        let store = Self.makeStore(scheduler)
        await store.send(.sheet(.presented(.tick(clock))))
        await store.send(way)
        await clock.advance(by: .seconds(2))
        let log = await store.sheet?.log
        XCTAssertEqual(log, ["tick", "tick"], "\(number)")
        await store.shutdown(within: .zero)
      }
    }
  }

  // S219, including a parent that presents again.
  func testAnsweringTheDismissalWithAnotherChild() async throws {
    try await underSeeds(3) { scheduler, _ in
      for (fresh, isThere) in [(1, false), (2, true)] {
        let store = Store(initialState: Self.replaced, configuration: scheduler.configuration()) {
          Reduce<State, Action> { state, action in
            if case .sheet(.dismiss) = action { state.sheet = State(id: fresh) }
            return .none
          }
          .ifLet(\.$sheet, action: \.sheet) { Place() }
        }
        await store.send(.sheet(.dismiss))
        let sheet = await store.sheet
        XCTAssertEqual(sheet != nil, isThere)
      }
      let store = Store(initialState: Self.replaced, configuration: scheduler.configuration()) {
        Reduce<State, Action> { state, action in
          guard case .sheet(.dismiss) = action else { return .none }
          state.sheet = nil
          state.sheet = State(id: 1)
          return .none
        }
        .ifLet(\.$sheet, action: \.sheet) { Place() }
      }
      await store.send(.sheet(.dismiss))
      let sheet = await store.sheet
      XCTAssertNotNil(sheet, "presented again")
    }
  }

  // S227: the child's effects come before the parent's.
  func testTheChildsFollowUpsComeFirst() async throws {
    try await underSeeds(5) { scheduler, _ in
      let store = Store(initialState: Self.replaced, configuration: scheduler.configuration()) {
        Reduce<State, Action> { state, action in
          switch action {
          case .sheet(.presented(.effect)): return .send(.note("parent"))
          case .sheet(.presented(.note(let note))), .note(let note): state.log.append(note)
          default: break
          }
          return .none
        }
        .ifLet(\.$sheet, action: \.sheet) { Place() }
      }
      await store.send(.sheet(.presented(.effect { _ in .send(.note("child")) })))
      let log = await store.log
      XCTAssertEqual(log, ["child", "parent"])
    }
  }

  func testADismissalWithNothingPresentedIsAnIssueAndTheParentSeesIt() async throws {
    try await underSeeds(1) { scheduler, _ in
      try await expectingIssues {
        let store = Self.makeStore(scheduler) { _ in }
        await store.send(.sheet(.dismiss))
        let log = await store.log
        XCTAssertEqual(log, ["dismiss, no sheet"])
      } _: {
        $0.contains("whose state was nil") && $0.contains("The likely causes")
      }
    }
  }

  // D21: places are distinguished by their properties, even if the features are the same.
  func testTwoSheetsOfOneFeatureHaveDifferentPaths() async throws {
    struct Host: Reducer {
      struct State: Sendable {
        @Presents var first: Kid.State? = Kid.State()
        @Presents var second: Kid.State? = Kid.State()
      }
      enum Action: Sendable {
        case first(PresentationAction<Kid.Action>)
        case second(PresentationAction<Kid.Action>)
      }
      var body: some ReducerOf<Self> {
        EmptyReducer()
          .ifLet(\.$first, action: /Action.first) { Kid() }
          .ifLet(\.$second, action: /Action.second) { Kid() }
      }
    }
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: Host.State(), configuration: scheduler.configuration()) { Host() }
      await store.send(.second(.presented(.run("a"))))
      await store.send(.first(.presented(.run("b"))))
      let paths = await store.runningEffects.map(\.scopePath.description)
      XCTAssertEqual(paths, ["/second", "/first"])
    }
  }

  // D3, D21, D15: a store from the projection follows presentations, and a store from the property follows
  // only states.
  func testAStoreFromTheProjectionEndsWithItsPresentation() async throws {
    struct Host: Reducer {
      struct Plain: Equatable, Sendable { var count = 0 }
      struct State: Sendable { @Presents var sheet: Plain? = Plain() }
      enum Action: Sendable, CasePathable {
        case sheet(PresentationAction<Int>)
        case again
        static let allCasePaths = AllCasePaths()
        struct AllCasePaths: Sendable {
          let sheet = AnyCasePath(embed: Action.sheet) { if case .sheet(let it) = $0 { it } else { nil } }
        }
      }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .again = action {
          state.sheet = nil
          state.sheet = Plain(count: 1)
        }
        return .none
      }
    }
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: Host.State(), configuration: scheduler.configuration()) { Host() }
      let projected = await store.scope(state: \.$sheet, action: \.sheet)
      let plain = await store.scope(state: \.sheet, action: \.sheet)
      await store.send(.again)
      let isAlive = (await projected?.isAlive, await plain?.isAlive)
      XCTAssertEqual(isAlive.0, false)
      XCTAssertEqual(isAlive.1, true)
    }
  }
}
