import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

final class IfLetTests: TroupeTestCase {
  private struct Parent: Reducer {
    struct Anonymous: Equatable, Sendable { var kid = Kid.State() }

    enum Destination: Equatable, Sendable, CasePathable {
      case kid(Kid.State)
      case number(Int)

      static let allCasePaths = AllCasePaths()
      struct AllCasePaths: Sendable {
        let kid = AnyCasePath(embed: Destination.kid) { if case .kid(let it) = $0 { it } else { nil } }
      }
    }

    struct State: Equatable, Sendable {
      var kid: Kid.State?
      var anonymous: Anonymous?
      var destination: Destination?
      var sum = 0
    }

    enum Action: Sendable {
      case kid(Kid.Action)
      case anonymous(Kid.Action)
      case destination(Kid.Action)
      case change(ReductionPhase, @Sendable (inout State) -> Void)
      case run(String)
      case cancel(String)
    }

    /// The parent's reaction after the child.
    var then: @Sendable (inout State, Action) -> Effect<Action> = { _, _ in .none }

    static let line: UInt = #line + 5
    var body: some ReducerOf<Self> {
      Reduce { change(&$0, $1, .before) }
      Reduce { state, action in
        change(&state, action, .own).merge(with: then(&state, action))
      }.ifLet(\.kid, action: /Action.kid) { Kid() }
        .ifLet(\.anonymous, action: (/Action.anonymous)) {
          Scope(state: \.kid, action: \.self) { Kid() }
        }
        .ifLet(\.destination, action: (/Action.destination)) {
          EmptyReducer().ifCaseLet(\.kid, action: \.self) { Kid() }
        }
      Reduce { change(&$0, $1, .after) }
    }

    private func change(_ state: inout State, _ action: Action, _ phase: ReductionPhase) -> Effect<Action> {
      switch action {
      case .change(phase, let body): body(&state)
      case .run(let name) where phase == .own: return Kid.endless(name)
      case .cancel(let id) where phase == .own: return .cancel(id: id)
      default: break
      }
      return .none
    }
  }

  private static func store(
    _ state: Parent.State,
    _ scheduler: Scheduler,
    then: @escaping @Sendable (inout Parent.State, Parent.Action) -> Effect<Parent.Action> = { _, _ in .none }
  ) -> StoreOf<Parent> {
    Store(initialState: state, configuration: scheduler.configuration()) { Parent(then: then) }
  }

  // S170
  func testTheChildReducesBeforeTheParent() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.store(Parent.State(kid: Kid.State()), scheduler) { state, _ in
        state.sum += state.kid?.count ?? 0
        state.kid = nil
        return .none
      }
      await store.send(.kid(.add(3)))
      let state = await store.state
      XCTAssertEqual(state, Parent.State(sum: 3))
    }
  }

  // S171
  func testAnActionForAMissingChildIsAnIssue() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.store(Parent.State(), scheduler) { state, _ in
        state.sum += 1
        return .none
      }
      let issues = IssueCollector()
      await withIssueReporters([issues]) { _ = await store.send(.kid(.add(3))) }
      XCTAssertEqual(
        issues.messages,
        [
          """
          `ifLet` got an action for a child whose state was nil. The action is IfLetTests.Parent.Action.kid(.add(3)), the parent's \
          state is IfLetTests.Parent.State, and the child's state is Kid.State. The child's reducer didn't run.

          The likely causes:
          - A parent's reducer set the state to nil before the child's reducer ran. Child reducers have to run first: apply \
          the operator to the parent's reducer.
          - The action was sent by work that outlived the child: by a task outside the store, or by an effect of \
          another feature. Return the work as an effect of the child: it then ends with the child.
          - The action was sent while the state was nil. Send it only while the state exists.
          """
        ]
      )
      XCTAssertEqual(issues.all.map(\.location.line), [Parent.line])
      XCTAssertEqual(issues.all.map(\.location.fileID.description), [#fileID])
      let state = await store.state
      XCTAssertEqual(state, Parent.State(sum: 1), "the parent runs nevertheless")
    }
  }

  // S172, D3, S178
  func testItDoesNotMatterWhoTakesTheChildAway() async throws {
    for phase in ReductionPhase.allCases {
      try await underSeeds { scheduler, _ in
        let store = Self.store(Parent.State(kid: Kid.State()), scheduler)
        await store.send(.kid(.run("a")))
        await store.send(.run("parent's"))
        await store.send(.change(phase) { $0.kid = nil })
        let names = await store.activeNames
        XCTAssertEqual(names, ["parent's"])
        await store.send(.cancel("parent's"))
        await scheduler.settle()
        await store.assertNothingIsLeft()
      }
    }
  }

  // S174, S175, D21
  func testAnotherChildIsOneWithAnotherID() async throws {
    try await underSeeds { scheduler, _ in
      let state = Parent.State(kid: Kid.State(), anonymous: Parent.Anonymous())
      let store = Self.store(state, scheduler)
      await store.send(.kid(.run("a")))
      await store.send(.anonymous(.run("b")))
      await store.send(.change(.own) { $0.kid = Kid.State(id: 1, count: 7) })
      var names = await store.activeNames
      XCTAssertEqual(names, ["a", "b"], "the same child")
      await store.send(
        .change(.own) {
          $0.kid = Kid.State(id: 2)
          $0.anonymous = Parent.Anonymous(kid: Kid.State(id: 2))
        }
      )
      names = await store.activeNames
      XCTAssertEqual(names, ["b"], "what has no id stays the same")
      await store.send(.kid(.run("c")))
      names = await store.activeNames
      XCTAssertEqual(names, ["b", "c"])
      await store.send(.change(.own) { $0 = Parent.State() })
      names = await store.activeNames
      XCTAssertEqual(names, [])
    }
  }

  // S176, D21
  func testAnotherChildIsOneInAnotherCaseOrWithAnotherIDInIt() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(Parent.State(destination: .kid(Kid.State())), scheduler)
      await store.send(.destination(.run("a")))
      await store.send(.change(.own) { $0.destination = .kid(Kid.State(count: 1)) })
      var names = await store.activeNames
      XCTAssertEqual(names, ["a"])
      await store.send(.change(.own) { $0.destination = .kid(Kid.State(id: 2)) })
      names = await store.activeNames
      XCTAssertEqual(names, [])
      await store.send(.destination(.run("b")))
      await store.send(.change(.own) { $0.destination = .number(1) })
      names = await store.activeNames
      XCTAssertEqual(names, [])
    }
  }

  // D4, S177
  func testAChildThatBecomesAnotherEndsItsEffects() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(Parent.State(kid: Kid.State()), scheduler)
      await store.send(.kid(.run("a")))
      try await expectingAnotherChild { await store.send(.kid(.become(2))) }
      var names = await store.activeNames
      XCTAssertEqual(names, [], "the effect that it returned in the meantime belongs to the old child, too")
      await store.send(.kid(.become(2)))
      names = await store.activeNames
      XCTAssertEqual(names, ["became 2"])
    }
  }

  // D2
  func testWhatAChildReturnsAsItGoesNeverStarts() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(Parent.State(kid: Kid.State()), scheduler) { state, action in
        if case .kid(.both) = action { state.kid = nil }
        return .none
      }
      let started = Collector<String>()
      let events = store.events()
      await store.send(.kid(.both("a", 1)))
      let (names, statistics) = (await store.activeNames, await store.statistics)
      XCTAssertEqual(names, [])
      XCTAssertEqual(statistics.droppedActionCount, 1, "silently, and counted")
      XCTAssertEqual(statistics.turnCount, 1)
      await store.shutdown(within: .zero)
      for await event in events {
        if case .effectStarted(let effect) = event.kind { started.append(effect.name ?? "") }
      }
      XCTAssertEqual(started.all, [])
    }
  }

  // D2: a follow-up carries its owner.
  func testAFollowUpOfAChildThatHasGoneIsDropped() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.store(Parent.State(kid: Kid.State()), scheduler) { state, action in
        switch action {
        case .kid(.later):
          return .send(.change(.own) { $0.kid = Kid.State(id: 2) })
        default:
          return .none
        }
      }
      // The parent's follow-up comes after the child's, so the child's is reduced.
      await store.send(.kid(.later(5)))
      var state = await store.state
      XCTAssertEqual(state.kid, Kid.State(id: 2))
      let other = Self.store(Parent.State(kid: Kid.State()), scheduler) { state, action in
        if case .kid(.add(1)) = action { state.kid = nil }
        return .none
      }
      await other.send(.kid(.later(1)))
      await other.send(.change(.own) { $0.kid = Kid.State() })
      state = await other.state
      XCTAssertEqual(state.kid, Kid.State())
    }
  }

  // S183
  func testEffectsBelongToTheChildAndTheirActionsComeBackToIt() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(Parent.State(kid: Kid.State()), scheduler)
      await store.send(.kid(.fetch(4))).finish()
      await store.send(.kid(.later(1)))
      await store.send(.kid(.run("a")))
      let state = await store.state
      XCTAssertEqual(state.kid?.count, 5)
      let paths = await store.runningEffects.map(\.scopePath.description)
      XCTAssertEqual(paths, ["/kid"])
    }
  }

  // S240, S241, S243, S245, S246, D5
  func testCancellingLooksInTheChildAndBelow() async throws {
    try await underSeeds { scheduler, _ in
      let state = Parent.State(kid: Kid.State(), anonymous: Parent.Anonymous())
      let store = Self.store(state, scheduler)
      for action in [.kid(.run("x")), .anonymous(.run("x")), .run("x")] as [Parent.Action] {
        await store.send(action)
      }
      @Sendable func paths() async -> [String] {
        await store.runningEffects.filter { !$0.isCancelled }.map(\.scopePath.description)
      }
      await store.send(.kid(.replace("x")))
      var found = await paths()
      XCTAssertEqual(found, ["/anonymous", "/", "/kid"], "in flight there is only its own")
      await store.send(.kid(.cancel("x")))
      found = await paths()
      XCTAssertEqual(found, ["/anonymous", "/"])
      await store.send(.kid(.run("x")))
      await store.send(.cancel("x"))
      found = await paths()
      XCTAssertEqual(found, [])
    }
  }

  private struct Prompt: EphemeralState, Equatable, Sendable, Identifiable {
    typealias Action = Int
    var id = 1
  }

  private enum PromptAction: Sendable { case prompt(Int), show }

  // S180, S181
  func testAPromptGoesAwayAfterItsAction() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Store<Prompt?, PromptAction>(
        initialState: Prompt(),
        configuration: scheduler.configuration()
      ) {
        Reduce<Prompt?, PromptAction> { state, action in
          if case .prompt(2) = action { state = Prompt(id: 2) }
          return .none
        }.ifLet(\.self, action: /PromptAction.prompt)
      }
      await store.send(.prompt(2))
      var state = await store.state
      XCTAssertEqual(state, Prompt(id: 2), "another one stays")
      await store.send(.prompt(1))
      state = await store.state
      XCTAssertNil(state)
    }
  }
}
