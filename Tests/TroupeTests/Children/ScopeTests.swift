import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

final class ScopeTests: TroupeTestCase {
  private struct Parent: Reducer {
    enum Screen: Equatable, Sendable {
      case kid(Kid.State)
      case empty
    }

    struct State: Equatable, Sendable {
      var left = Kid.State()
      var right = Kid.State()
      var screen = Screen.empty
    }

    enum ScreenAction: Sendable { case kid(Kid.Action) }

    enum Action: Sendable {
      case left(Kid.Action)
      case right(Kid.Action)
      case screen(ScreenAction)
      case change(@Sendable (inout State) -> Void)
    }

    static let line: UInt = #line + 5
    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: /Action.left) { Kid() }
      Scope(state: \.right, action: /Action.right) { Kid() }
      Scope(state: \.screen, action: /Action.screen) {
        Scope(state: (/Screen.kid), action: (/ScreenAction.kid)) { Kid() }
      }
      Reduce { state, action in
        if case .change(let body) = action { body(&state) }
        return .none
      }
    }
  }

  private static func store(_ state: Parent.State, _ scheduler: Scheduler) -> StoreOf<Parent> {
    Store(initialState: state, configuration: scheduler.configuration()) { Parent() }
  }

  // S081
  func testAPartAndACaseReduceInPlace() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(Parent.State(screen: .kid(Kid.State())), scheduler)
      await store.send(.left(.fetch(1))).finish()
      await store.send(.screen(.kid(.fetch(2)))).finish()
      let state = await store.state
      XCTAssertEqual(state, Parent.State(left: Kid.State(count: 1), screen: .kid(Kid.State(count: 2))))
      await store.assertNothingIsLeft()
    }
  }

  // S082
  func testAnActionForAnotherCaseIsAnIssue() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.store(Parent.State(), scheduler)
      let issues = IssueCollector()
      await withIssueReporters([issues]) { _ = await store.send(.screen(.kid(.run("a")))) }
      XCTAssertEqual(
        issues.messages,
        [
          """
          `Scope` got an action for a child while the state was in another case. The \
          action is ScopeTests.Parent.ScreenAction.kid(.run("a")), the parent's state is ScopeTests.Parent.Screen, and the child's state is Kid.State. The child's reducer \
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
      XCTAssertEqual(issues.all.map(\.location.line), [Parent.line])
      let (state, names) = (await store.state, await store.activeNames)
      XCTAssertEqual(state, Parent.State())
      XCTAssertEqual(names, [])
    }
  }

  // S083, S247
  func testAPartHasNoLifeOfItsOwn() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(Parent.State(screen: .kid(Kid.State())), scheduler)
      await store.send(.left(.run("a")))
      await store.send(.right(.run("b")))
      await store.send(.screen(.kid(.run("c"))))
      await store.send(.change { $0 = Parent.State(left: Kid.State(id: 2), screen: .empty) })
      var names = await store.activeNames
      XCTAssertEqual(names, ["a", "b", "c"])
      await store.send(.left(.cancel("b")))
      await store.send(.right(.cancel("c")))
      names = await store.activeNames
      XCTAssertEqual(names, ["a"], "ids are shared with the parent")
    }
  }
}
