import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

final class ForEachTests: TroupeTestCase {
  private struct List: Reducer {
    struct State: Equatable, Sendable {
      var rows: IdentifiedArrayOf<Kid.State> = []
      var others: IdentifiedArrayOf<Kid.State> = []
      var values: [String: Kid.State] = [:]
    }

    enum Action: Sendable {
      case rows(IdentifiedAction<Int, Kid.Action>)
      case others(IdentifiedAction<Int, Kid.Action>)
      case values(IdentifiedAction<String, Kid.Action>)
      case change(@Sendable (inout State) -> Void)

      static func row(_ id: Int, _ action: Kid.Action) -> Action { .rows(.element(id: id, action: action)) }
      static func other(_ id: Int, _ action: Kid.Action) -> Action {
        .others(.element(id: id, action: action))
      }
      static func value(_ key: String, _ action: Kid.Action) -> Action {
        .values(.element(id: key, action: action))
      }
    }

    static let line: UInt = #line + 11
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .change(let body): body(&state)
        // The element still receives the action.
        case .rows(.element(let id, .add(9))): state.rows.remove(id: id)
        default: break
        }
        return .none
      }
      .forEach(\.rows, action: /Action.rows) { Kid() }
      .forEach(\.others, action: (/Action.others)) { Kid() }
      .forEach(\.values, action: (/Action.values)) { Kid() }
    }
  }

  private static func kids(_ ids: some Sequence<Int>) -> IdentifiedArrayOf<Kid.State> {
    IdentifiedArray(uniqueElements: ids.map { Kid.State(id: $0) })
  }

  private static func store(_ state: List.State, _ scheduler: Scheduler) -> StoreOf<List> {
    Store(initialState: state, configuration: scheduler.configuration()) { List() }
  }

  // S192
  func testAnActionReachesItsRowAlone() async throws {
    try await underSeeds { scheduler, _ in
      let values = ["a": Kid.State(), "b": Kid.State()]
      let store = Self.store(List.State(rows: Self.kids(1...3), values: values), scheduler)
      await store.send(.row(1, .add(1)))
      await store.send(.row(2, .fetch(2))).finish()
      await store.send(.value("b", .fetch(3))).finish()
      let state = await store.state
      XCTAssertEqual(state.rows.map(\.count), [1, 2, 0])
      XCTAssertEqual(state.values.mapValues(\.count), ["a": 0, "b": 3])
    }
  }

  // S194
  func testAnActionForAMissingRowIsAnIssue() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.store(List.State(), scheduler)
      let issues = IssueCollector()
      await withIssueReporters([issues]) {
        _ = await store.send(.row(1, .add(3)))
        _ = await store.send(.value("b", .add(3)))
      }
      XCTAssertEqual(
        issues.messages.first,
        """
        `forEach` got an action for the element 1, which doesn't exist. The \
        action is ForEachTests.List.Action.rows(.element(id: 1, action: .add(3))), the parent's state is ForEachTests.List.State, and the child's state is Kid.State. The child's reducer didn't run.

        The likely causes:
        - A parent's reducer removed the element before the child's reducer ran. Child reducers have to run first: apply \
        the operator to the parent's reducer.
        - The action was sent by work that outlived the child: by a task outside the store, or by an effect of \
        another feature. Return the work as an effect of the child: it then ends with the child.
        - The action was sent for an element that doesn't exist. Send it only with the id of an existing element.
        """
      )
      XCTAssertEqual(issues.all.map(\.location.line), [List.line, List.line + 2])
      XCTAssertTrue(issues.messages.last?.contains("the element b, which doesn't exist.") == true)
    }
  }

  // S195, S197, S200
  func testRemovingARowEndsItsEffectsAlone() async throws {
    try await underSeeds { scheduler, _ in
      let state = List.State(rows: Self.kids(1...2), others: Self.kids(1...2), values: ["1": Kid.State()])
      let store = Self.store(state, scheduler)
      for id in 1...2 {
        await store.send(.row(id, .run("row \(id)")))
        await store.send(.other(id, .run("other \(id)")))
      }
      await store.send(.value("1", .run("value")))
      await store.send(.change { $0.rows.reverse() })
      var names = await store.activeNames
      XCTAssertEqual(names, ["other 1", "other 2", "row 1", "row 2", "value"], "reordering ends nothing")
      await store.send(.change { $0.rows.remove(id: 2) })
      names = await store.activeNames
      XCTAssertEqual(names, ["other 1", "other 2", "row 1", "value"])
      await store.send(.change { $0.others = Self.kids([2, 3]) })
      names = await store.activeNames
      XCTAssertEqual(names, ["other 2", "row 1", "value"])
      await store.send(.change { $0.values["1"] = Kid.State(id: 2) })
      names = await store.activeNames
      XCTAssertEqual(names, ["other 2", "row 1"], "a value with another id is another child")
      try await expectingAnotherChild { await store.send(.row(1, .become(4))) }
      names = await store.activeNames
      // D4
      XCTAssertEqual(names, ["other 2"])
      await store.send(.other(2, .cancel("other 2")))
      await scheduler.settle()
      await store.assertNothingIsLeft()
    }
  }

  // D3: within one action, only the identity counts.
  func testARowThatIsPutBackAtOnceKeepsItsEffects() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.store(List.State(rows: Self.kids(1...3)), scheduler)
      await store.send(.row(1, .run("a")))
      await store.send(
        .change { state in
          state.rows.remove(id: 1)
          state.rows.append(Kid.State(id: 1, count: 5))
        }
      )
      let names = await store.activeNames
      XCTAssertEqual(names, ["a"])
    }
  }

  // S174: the keys of `rows` are the ids of the elements. The keys of `others` and `values` aren't.
  func testARowWithAnotherIDIsAnotherChild() async throws {
    try await underSeeds { scheduler, _ in
      let others = IdentifiedArray(uniqueElements: [Kid.State(id: 1, count: 7)], id: \.count)
      let state = List.State(rows: Self.kids(1...2), others: others, values: ["a": Kid.State(id: 1)])
      let store = Self.store(state, scheduler)
      for id in 1...2 { await store.send(.row(id, .run("row \(id)"))) }
      await store.send(.other(7, .run("other")))
      await store.send(.value("a", .run("value")))
      await store.send(.change { $0.others[id: 7] = Kid.State(id: 1, count: 7) })
      var names = await store.activeNames
      XCTAssertEqual(names, ["other", "row 1", "row 2", "value"])
      await store.send(.change { $0.others[id: 7]?.id = 2 })
      names = await store.activeNames
      XCTAssertEqual(names, ["row 1", "row 2", "value"])
      await store.send(.change { $0.values["a"]?.id = 2 })
      names = await store.activeNames
      XCTAssertEqual(names, ["row 1", "row 2"])
      await store.send(.change { $0.rows[id: 1]?.id = 3 })
      names = await store.activeNames
      XCTAssertEqual(names, ["row 2"])
      // The child that was found under the new id is new, and the effects of an element that gives itself an
      // id belong to the element with the old id.
      await store.send(.row(3, .run("row 3")))
      let issues = IssueCollector()
      await withIssueReporters([issues]) { _ = await store.send(.row(2, .become(4))) }
      XCTAssertEqual(issues.count, 1)
      names = await store.activeNames
      XCTAssertEqual(names, ["row 3"])
      await scheduler.settle()
    }
  }

  // S174: one property can hold arrays with other keys one after the other.
  func testARowOfAnArrayWithOtherKeysIsIdentifiedByItsID() async throws {
    try await underSeeds { scheduler, _ in
      let keyed: @Sendable (Int) -> IdentifiedArrayOf<Kid.State> = { id in
        IdentifiedArray(uniqueElements: [Kid.State(id: id)])
      }
      let byCount: @Sendable (Int) -> IdentifiedArray<Int, Kid.State> = { id in
        IdentifiedArray(uniqueElements: [Kid.State(id: id, count: 7)], id: \.count)
      }
      for (first, second, isSame) in [
        (byCount(1), keyed(7), false), (byCount(7), keyed(7), true), (byCount(7), byCount(1), false),
        (keyed(7), byCount(7), true), (keyed(7), byCount(1), false), (keyed(7), keyed(7), true),
      ] {
        let store = Self.store(List.State(others: first), scheduler)
        await store.send(.other(7, .run("other")))
        await store.send(.change { $0.others = second })
        let names = await store.activeNames
        XCTAssertEqual(names, isSame ? ["other"] : [], "\(first) \(second)")
        // Later turns compare the row that is there now.
        await store.send(.change { _ in })
        let later = await store.activeNames
        XCTAssertEqual(later, names)
      }
      await scheduler.settle()
    }
  }

  // S196
  func testARowSeesTheActionThatRemovesIt() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.store(List.State(rows: Self.kids(1...1)), scheduler)
      await store.send(.row(1, .add(9)))
      let rows = await store.rows
      XCTAssertEqual(rows, [])
    }
  }

  // The same seed gives the same run: effects that end together end in the order in which they began.
  func testRowsThatEndTogetherEndInTheOrderInWhichTheyBegan() async throws {
    try await underSeeds(1) { scheduler, _ in
      let keys = (0..<50).map { "key \($0)" }
      let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, Kid.State()) })
      let store = Self.store(List.State(rows: Self.kids(0..<50), values: values), scheduler)
      for id in 0..<50 {
        await store.send(.row(id, .run("\(id)")))
        await store.send(.value(keys[id], .run("\(id)")))
      }
      let events = store.events(bufferingNewest: 1_000)
      await store.send(.change { $0.rows = [] })
      await store.send(.change { $0.values = [:] })
      await store.shutdown(within: .zero)
      var cancelled: [String] = []
      for await event in events {
        if case .effectCancelled(let effect) = event.kind { cancelled.append(effect.name ?? "") }
      }
      XCTAssertEqual(cancelled, (0..<50).map(String.init) + (0..<50).map(String.init))
    }
  }

  // After ten thousand rows whose effects end silently, nothing is left.
  func testNothingIsLeftOfEffectsThatHaveEnded() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.store(List.State(rows: Self.kids(0..<10_000)), scheduler)
      for id in 0..<10_000 { await store.send(.row(id, .fetch(1))) }
      await scheduler.settle()
      let sum = await store.withState { $0.rows.reduce(0) { $0 + $1.count } }
      XCTAssertEqual(sum, 10_000)
      await store.assertNothingIsLeft()
    }
  }
}
