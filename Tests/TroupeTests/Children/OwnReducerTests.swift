import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Custom reducers that call other reducers' `reduce(into:action:)`.
final class OwnReducerTests: TroupeTestCase {
  private struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var kid: Kid.State? = Kid.State()
      var rows: IdentifiedArrayOf<Kid.State> = [Kid.State(), Kid.State(id: 2)]
    }

    enum Action: Sendable {
      case kid(Kid.Action)
      case rows(IdentifiedAction<Int, Kid.Action>)
      case change(@Sendable (inout State) -> Void)
    }

    static let line: UInt = #line + 5
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let body) = action { body(&state) }
        return .none
      }.ifLet(\.kid, action: /Action.kid) { Kid() }
        .forEach(\.rows, action: (/Action.rows)) { Kid() }
    }
  }

  /// A wrapper around a reducer of the same state.
  private struct Counting<Base: Reducer>: Reducer {
    let base: Base
    let count: Collector<Int>

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      count.append(1)
      return base.reduce(into: &state, action: action)
    }
  }

  // D18
  func testAWrapperKeepsLifetimes() async throws {
    try await underSeeds { scheduler, _ in
      let count = Collector<Int>()
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
        Counting(base: Parent(), count: count)
      }
      await store.send(.kid(.run("kid")))
      await store.send(.rows(.element(id: 1, action: .run("row"))))
      await store.send(.rows(.element(id: 2, action: .replace("x"))))
      await store.send(.rows(.element(id: 2, action: .replace("x"))))
      var names = await store.activeNames
      XCTAssertEqual(names, ["kid", "row", "x"])
      await store.send(.rows(.element(id: 2, action: .cancel("row"))))
      await store.send(.change { $0.rows.remove(id: 1) })
      names = await store.activeNames
      XCTAssertEqual(names, ["kid", "x"])
      try await expectingAnotherChild { await store.send(.kid(.become(2))) }
      names = await store.activeNames
      XCTAssertEqual(names, ["x"])
      await store.send(.change { $0 = Parent.State(rows: []) })
      names = await store.activeNames
      XCTAssertEqual(names, [])
      XCTAssertEqual(count.count, 8)
      await scheduler.settle()
      await store.assertNothingIsLeft()
    }
  }

  /// A reducer that embeds another by hand, in a state of another type.
  private struct ByHand: Reducer {
    struct State: Equatable, Sendable { var parent = Parent.State() }
    enum Action: Sendable { case parent(Parent.Action) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .parent(let action) = action else { return .none }
      return Parent().reduce(into: &state.parent, action: action).map { .parent($0) }
    }
  }

  // D18
  func testAChildThatWasEmbeddedByHandRunsAndSaysThatItWontEnd() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: ByHand.State(), configuration: scheduler.configuration()) { ByHand() }
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        await store.send(.parent(.kid(.fetch(3)))).finish()
        await store.send(.parent(.kid(.run("a"))))
        await store.send(.parent(.change { $0.kid = nil }))
      }
      XCTAssertEqual(
        issues.messages.first,
        """
        An effect of a child with the state Kid.State was returned, but the store doesn't know the state of the child's \
        parent, OwnReducerTests.Parent.State. The effect runs, but doesn't end when the child's state is removed.

        The likely cause is a reducer of another state that was called with `reduce(into:action:)`, and whose effect was \
        mapped. Embed the reducer with `Scope`, `ifLet`, `ifCaseLet` or `forEach` instead.
        """
      )
      XCTAssertEqual(issues.all.map(\.location.line), [Parent.line, Parent.line])
      let (state, names) = (await store.state, await store.activeNames)
      XCTAssertEqual(state.parent.kid, nil)
      XCTAssertEqual(names, ["a"])
    }
  }

  /// A host that runs another host by hand, whose state is of the same type.
  private struct Host: Reducer {
    struct State: Equatable, Sendable {
      var kid: Kid.State?
      var plain: Plain?
      @Presents var host: State?
    }

    struct Plain: Equatable, Sendable { var count = 0 }

    indirect enum Action: Sendable {
      case kid(Kid.Action)
      case plain(String)
      case host(Action)
      case change(@Sendable (inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        guard case .host(let action) = action, state.host != nil else { return .none }
        // swift-format-ignore: NeverForceUnwrap
        return Host().reduce(into: &state.host!, action: action).map { .host($0) }
      }
      .ifLet(\.kid, action: /Action.kid) { Kid() }
      .ifLet(\.plain, action: /Action.plain) { Reduce<Plain, String> { _, name in Kid.endless(name) } }
    }
  }

  // D18: a reducer that was run by hand is found by its place, and not by the type of its state.
  func testAChildIsNotTakenForOneOfAnotherStateOfTheSameType() async throws {
    for isThereToo in [false, true] {
      try await underSeeds(1) { scheduler, _ in
        var state = Host.State()
        state.host = Host.State(kid: Kid.State(), plain: Host.Plain())
        if isThereToo { (state.kid, state.plain) = (Kid.State(), Host.Plain()) }
        let store = Store(initialState: state, configuration: scheduler.configuration()) { Host() }
        let issues = IssueCollector()
        await withIssueReporters([issues]) {
          await store.send(.host(.kid(.fetch(3)))).finish()
          await store.send(.host(.kid(.run("a"))))
          await store.send(.host(.plain("b")))
        }
        XCTAssertEqual(issues.messages.count, 3, "\(isThereToo)")
        for message in issues.messages {
          XCTAssertTrue(
            message.contains("The effect runs, but doesn't end when the child's state is removed."),
            message
          )
        }
        await store.send(.change { ($0.kid, $0.plain) = (nil, nil) })
        let (after, names) = (await store.state, await store.activeNames)
        XCTAssertEqual(after.host?.kid?.count, 3)
        XCTAssertEqual(names, ["a", "b"])
      }
    }
  }

  // A reducer that works on a copy counts as in its place, where its children can be identified.
  func testAWrapperThatWorksOnACopyKeepsLifetimes() async throws {
    struct Copying: Reducer {
      func reduce(into state: inout Place.State, action: Place.Action) -> Effect<Place.Action> {
        var copy = state
        defer { state = copy }
        return Place().reduce(into: &copy, action: action)
      }
    }
    try await underSeeds(3) { scheduler, _ in
      var state = Place.State()
      state.sheet = Place.State(id: 1)
      let store = Store(initialState: state, configuration: scheduler.configuration()) { Copying() }
      await store.send(.sheet(.presented(.effect { _ in Kid.endless("a") })))
      var names = await store.activeNames
      XCTAssertEqual(names, ["a"])
      await store.send(.sheet(.dismiss))
      names = await store.activeNames
      XCTAssertEqual(names, [])
      await scheduler.settle()
      await store.assertNothingIsLeft()
    }
  }

  /// A reducer with its own actions around a reducer of the same state, whose effects it maps, and retries
  /// when they throw.
  private struct Renamed: Reducer {
    typealias State = Place.State
    enum Action: Sendable {
      case inner(Place.Action)
      case other
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .inner(let action) = action else { return .none }
      return Place().reduce(into: &state, action: action).map { .inner($0) }.retry(
        .constant(.seconds(1), attempts: 3),
        clock: ImmediateClock()
      )
    }
  }

  // D18: the route of a child's actions goes through the maps of the reducers that call others by hand.
  func testChildrenOfAReducerWhoseActionsAreMappedSendAndDismiss() async throws {
    try await underSeeds { scheduler, _ in
      struct Failure: Error {}
      let failures = Collector<Int>()
      var state = Place.State()
      state.sheet = Place.State(id: 1)
      state.sheet?.plain = Place.State(id: 2)
      state.sheet?.plain?.sheet = Place.State(id: 3)
      let store = Store(initialState: state, configuration: scheduler.configuration()) { Renamed() }
      func send(_ action: Place.Action) async {
        await store.send(.inner(.sheet(.presented(.plain(.sheet(.presented(action))))))).finish()
      }
      await send(
        .run { _, send in
          failures.append(1)
          if failures.count == 1 { throw Failure() }
          await send(.note("note"))
        }
      )
      await send(.effect { _ in .concatenate(.run { _ in }, .send(.note("next"))) })
      var deepest = await store.state.sheet?.plain?.sheet
      XCTAssertEqual(deepest?.log, ["note", "next"])
      XCTAssertEqual(failures.count, 2)
      await send(.dismissSelf)
      deepest = await store.state.sheet?.plain?.sheet
      XCTAssertNil(deepest)
      let log = await store.state.sheet?.plain?.log
      XCTAssertEqual(log?.last, "dismiss, sheet 3")
      await store.assertNothingIsLeft()
    }
  }

  private final class Token: Sendable {}

  /// A reducer around a reducer of the same state, whose effects it maps with a value that it creates for
  /// each.
  private struct Tagging: Reducer {
    typealias State = Place.State
    typealias Action = Place.Action
    let tokens: Collector<Weak<Token>>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let token = Token()
      tokens.append(Weak(token))
      return Place().reduce(into: &state, action: action).map { action in
        withExtendedLifetime(token) { action }
      }
    }
  }

  func testWhatAMapHoldsIsLetGoWithTheEffects() async throws {
    try await underSeeds { scheduler, _ in
      let tokens = Collector<Weak<Token>>()
      var state = Place.State()
      state.sheet = Place.State(id: 1)
      state.sheet?.plain = Place.State(id: 2)
      let store = Store(initialState: state, configuration: scheduler.configuration()) {
        Tagging(tokens: tokens)
      }
      await store.send(.sheet(.presented(.plain(.run { _, send in await send(.note("note")) })))).finish()
      let log = await store.state.sheet?.plain?.log
      XCTAssertEqual(log, ["note"])
      // The task of the effect may have one more step to run.
      await scheduler.settle()
      XCTAssertEqual(tokens.all.map { $0.value == nil }, [true, true])
    }
  }
}
