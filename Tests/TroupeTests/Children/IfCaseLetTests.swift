import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

final class IfCaseLetTests: TroupeTestCase {
  private struct Screen: Reducer {
    /// The mirror doesn't help to find its contents.
    enum State: Equatable, Sendable, CustomReflectable {
      case first(Kid.State)
      case second(Kid.State)
      case number(Int)
      case labelled(kid: Kid.State)
      indirect case boxed(Kid.State)

      var customMirror: Mirror { Mirror(self, children: []) }
    }

    enum Action: Sendable {
      case first(Kid.Action)
      case second(Kid.Action)
      case labelled(Kid.Action)
      case boxed(Kid.Action)
      case set(State)
      case fetched(Int)
    }

    let seen: Collector<State>

    static let line: UInt = #line + 7
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        seen.append(state)
        if case .set(let new) = action { state = new }
        return .none
      }
      .ifCaseLet((/State.first), action: (/Action.first)) { Kid() }
      .ifCaseLet((/State.second), action: (/Action.second)) { Kid() }
      .ifCaseLet((/State.labelled), action: (/Action.labelled)) { Kid() }
      .ifCaseLet((/State.boxed), action: (/Action.boxed)) { Kid() }
    }
  }

  private static func store(
    _ state: Screen.State,
    _ scheduler: Scheduler,
    seen: Collector<Screen.State> = Collector()
  ) -> StoreOf<Screen> {
    Store(initialState: state, configuration: scheduler.configuration()) { Screen(seen: seen) }
  }

  // S185, S191
  func testTheChildReducesInPlaceBeforeTheParent() async throws {
    try await underSeeds { scheduler, _ in
      let seen = Collector<Screen.State>()
      let store = Self.store(.first(Kid.State()), scheduler, seen: seen)
      await store.send(.first(.add(1)))
      await store.send(.first(.fetch(2))).finish()
      await store.send(.fetched(1))
      let counts = [1, 1, 3, 3]
      XCTAssertEqual(seen.all, counts.map { .first(Kid.State(count: $0)) })
    }
  }

  // S186
  func testAnActionForAnotherCaseIsAnIssue() async throws {
    try await underSeeds(1) { scheduler, _ in
      let seen = Collector<Screen.State>()
      let store = Self.store(.number(1), scheduler, seen: seen)
      let issues = IssueCollector()
      await withIssueReporters([issues]) { _ = await store.send(.first(.add(3))) }
      XCTAssertEqual(
        issues.messages,
        [
          """
          `ifCaseLet` got an action for a child while the state was in another case. The \
          action is IfCaseLetTests.Screen.Action.first(.add(3)), the parent's state is IfCaseLetTests.Screen.State, and the child's state is Kid.State. The child's reducer \
          didn't run.

          The likely causes:
          - A parent's reducer set the state to another case before the child's reducer ran. Child reducers have to run first: apply \
          the operator to the parent's reducer.
          - The action was sent by work that outlived the child: by a task outside the store, or by an effect of \
          another feature. Return the work as an effect of the child: it then ends with the child.
          - The action was sent while the state was in another case. Send it only while the state is in that case.
          """
        ]
      )
      XCTAssertEqual(issues.all.map(\.location.line), [Screen.line])
      XCTAssertEqual(seen.all, [.number(1)], "the parent runs nevertheless")
    }
  }

  // S187
  func testAnotherCaseIsAnotherChildEvenOfTheSameType() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(.first(Kid.State()), scheduler)
      await store.send(.first(.run("a")))
      await store.send(.set(.second(Kid.State())))
      var names = await store.activeNames
      XCTAssertEqual(names, [])
      await store.send(.second(.run("b")))
      names = await store.activeNames
      XCTAssertEqual(names, ["b"])
    }
  }

  // S188, D21
  func testAPayloadWithAnotherIDIsAnotherChild() async throws {
    let cases: [(@Sendable (Kid.State) -> Screen.State, @Sendable (Kid.Action) -> Screen.Action)] = [
      ({ .first($0) }, { .first($0) }), ({ .labelled(kid: $0) }, { .labelled($0) }),
      ({ .boxed($0) }, { .boxed($0) }),
    ]
    for (state, action) in cases {
      try await underSeeds { scheduler, _ in
        let store = Self.store(state(Kid.State()), scheduler)
        await store.send(action(.run("a")))
        await store.send(.set(state(Kid.State(count: 5))))
        var names = await store.activeNames
        XCTAssertEqual(names, ["a"])
        await store.send(.set(state(Kid.State(id: 2))))
        names = await store.activeNames
        XCTAssertEqual(names, [])
        try await expectingAnotherChild { await store.send(action(.become(3))) }
        names = await store.activeNames
        // D4
        XCTAssertEqual(names, [])
      }
    }
  }

  /// An enum with an `id`.
  private struct Owned: Reducer {
    enum State: Equatable, Sendable, Identifiable {
      case kid(Kid.State)
      var id: Int {
        switch self {
        case .kid(let kid): kid.count
        }
      }
    }
    enum Action: Sendable { case kid(Kid.Action) }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifCaseLet((/State.kid), action: (/Action.kid)) { Kid() }
    }
  }

  private struct Owner: Reducer {
    struct State: Sendable { var owned: Owned.State? = .kid(Kid.State()) }
    enum Action: Sendable { case owned(Owned.Action) }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.owned, action: /Action.owned) { Owned() }
    }
  }

  // D21: the case and the payload are the child's; an id of the enum itself counts where the enum is the
  // child.
  func testAnIDOfTheEnumItselfIsTheParents() async throws {
    try await underSeeds(3) { scheduler, _ in
      let alone = Store(initialState: .kid(Kid.State()), configuration: scheduler.configuration()) { Owned() }
      await alone.send(.kid(.run("a")))
      await alone.send(.kid(.add(1)))
      var names = await alone.activeNames
      XCTAssertEqual(names, ["a"])
      let embedded = Store(initialState: Owner.State(), configuration: scheduler.configuration()) { Owner() }
      await embedded.send(.owned(.kid(.run("a"))))
      await embedded.send(.owned(.kid(.add(1))))
      names = await embedded.activeNames
      XCTAssertEqual(names, [])
    }
  }

  // D21: the id in a case, however the case holds it and whatever the enum's mirror.
  func testTheIDInACaseIsFoundInEveryKindOfCase() {
    let identity = IdentityReader<Screen.State>()
    for state in [{ .first($0) }, { .labelled(kid: $0) }, { .boxed($0) }] as [(Kid.State) -> Screen.State] {
      XCTAssertEqual(identity(state(Kid.State())), identity(state(Kid.State(count: 1))))
      XCTAssertNotEqual(identity(state(Kid.State())), identity(state(Kid.State(id: 2))))
    }
    XCTAssertNotEqual(identity(.first(Kid.State())), identity(.second(Kid.State())))
    XCTAssertEqual(identity(.number(1)), identity(.number(2)))
  }
}
