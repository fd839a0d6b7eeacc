import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// How often the rows of a collection are checked for their subscriptions.
final class DeclaredRowsTests: TroupeTestCase {
  private struct Row: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      var id: Int
      var value = 0
    }

    let looks: Collector<Int>

    var body: some Reducer<State, Int> {
      Reduce { state, action in
        state.value = action
        return .none
      }
      .task(id: { [looks] state in
        looks.append(state.id)
        return state.value
      }) { _ in .run { _ in try await waitForCancellation() } }
    }
  }

  private struct Table: Reducer {
    struct State: Equatable, Sendable {
      var rows: IdentifiedArrayOf<Row.State> = []
      var stack = StackState<Row.State>()
      var other = 0
    }

    enum Action: Sendable {
      case change(@Sendable (inout State) -> Void)
      case rows(IdentifiedAction<Int, Int>)
      case stack(StackAction<Row.State, Int>)
    }

    let looks: Collector<Int>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .forEach(\.rows, action: /Action.rows) { Row(looks: looks) }
      .forEach(\.stack, action: /Action.stack) { Row(looks: looks) }
    }
  }

  // S547
  func testOnlyRowsThatChangedOrCameAreLookedAt() async throws {
    let looks = Collector<Int>()
    var initial = Table.State()
    for id in 0..<500 { initial.rows.append(Row.State(id: id)) }
    for id in 1000..<1500 { initial.stack.append(Row.State(id: id)) }
    let state = initial
    let store = Store(initialState: state) { Table(looks: looks) }
    await store.send(.change { $0.other += 1 })
    XCTAssertEqual(looks.count, 1000)
    let element = state.stack.ids[7]
    let steps: [(Table.Action, [Int])] = [
      (.change { $0.other += 1 }, []),
      (.rows(.element(id: 7, action: 1)), [7]),
      (.rows(.element(id: 7, action: 2)), [7]),
      (.rows(.element(id: 8, action: 2)), [8]),
      (.change { $0.rows[id: 9]?.value = 5 }, [9]),
      (.change { $0.rows.append(Row.State(id: 500)) }, [500]),
      (.change { $0.rows.insert(Row.State(id: 501), at: 0) }, [501]),
      (.change { $0.rows.remove(id: 3) }, []),
      (.rows(.element(id: 500, action: 2)), [500]),
      (.stack(.element(id: element, action: 2)), [1007]),
      (.change { $0.stack.append(Row.State(id: 1500)) }, [1500]),
      (.change { $0.stack.removeLast() }, []),
      (.change { $0.other += 1 }, []),
    ]
    for (number, (action, expected)) in steps.enumerated() {
      looks.clear()
      await store.send(action)
      XCTAssertEqual(Set(looks.all), Set(expected), "step \(number)")
      XCTAssertLessThanOrEqual(looks.count, 2 * expected.count, "step \(number)")
    }
    // After a complete replacement, all of it is checked.
    looks.clear()
    await store.send(.change { $0.rows = state.rows })
    XCTAssertGreaterThanOrEqual(looks.count, 500)
    let running = await store.runningEffects.filter { !$0.isCancelled }.count
    XCTAssertEqual(running, 1000)
    await store.shutdown(within: .zero)
  }

  /// A row whose child declares something, while there is one.
  private struct Pot: Reducer {
    struct State: Equatable, Sendable, Identifiable {
      var id: Int
      var row: Row.State?
    }

    enum Action: Sendable { case row(Int), wait }

    let looks: Collector<Int>

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        if case .wait = action {
          .run { _ in try await waitForCancellation() }.cancellable(id: "wait")
        } else {
          .none
        }
      }
      .ifLet(\.row, action: /Action.row) { Row(looks: looks) }
    }
  }

  private struct Shelf: Reducer {
    struct State: Equatable, Sendable {
      var pots: IdentifiedArrayOf<Pot.State> = []
    }

    enum Action: Sendable {
      case change(@Sendable (inout State) -> Void)
      case pots(IdentifiedAction<Int, Pot.Action>)
    }

    let looks: Collector<Int>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .forEach(\.pots, action: /Action.pots) { Pot(looks: looks) }
    }
  }

  // S547
  func testARowWithoutAChildThatDeclaresHasNoScope() async throws {
    var state = Shelf.State()
    for id in 0..<500 { state.pots.append(Pot.State(id: id)) }
    state.pots[id: 5]?.row = Row.State(id: 5)
    let initial = state
    let steps: [(Shelf.Action, looks: Set<Int>, scopes: [String])] = [
      (.change { $0.pots[id: 7]?.row = Row.State(id: 7) }, [7], ["began /pots[7]", "began /pots[7]/row"]),
      (.change { $0.pots.append(Pot.State(id: 500)) }, [], []),
      (
        .change { $0.pots.insert(Pot.State(id: 501, row: Row.State(id: 501)), at: 0) }, [501],
        ["began /pots[501]", "began /pots[501]/row"]
      ),
      (
        .change { $0.pots[id: 500]?.row = Row.State(id: 500) }, [500],
        ["began /pots[500]", "began /pots[500]/row"]
      ),
      (.pots(.element(id: 7, action: .row(3))), [7], []),
      (.change { $0.pots[id: 7]?.row = nil }, [], ["ended /pots[7]/row", "ended /pots[7]"]),
      // An effect of the row keeps its scope, and the child that reappears is in it.
      (.pots(.element(id: 500, action: .wait)), [500], []),
      (.change { $0.pots[id: 500]?.row = nil }, [], ["ended /pots[500]/row"]),
      (.change { $0.pots[id: 500]?.row = Row.State(id: 500) }, [500], ["began /pots[500]/row"]),
      (.change { $0.pots.remove(id: 500) }, [], ["ended /pots[500]", "ended /pots[500]/row"]),
      (.change { $0.pots.remove(id: 3) }, [], []),
      (.change { $0.pots.removeAll { $0.row == nil } }, [], []),
    ]
    try await underSeeds(5) { scheduler, _ in
      let (looks, watcher) = (Collector<Int>(), Watcher())
      var configuration: StoreConfiguration<Shelf.Action> = scheduler.configuration()
      configuration.instruments = [watcher]
      configuration.showsPayloads = true
      let store = Store(initialState: initial, configuration: configuration) { Shelf(looks: looks) }
      _ = await store.state
      XCTAssertEqual(Set(looks.all), [5])
      for (number, (action, expectedLooks, expectedScopes)) in steps.enumerated() {
        looks.clear()
        watcher.lines.clear()
        await store.send(action)
        // The scope of a row ends when the effects of its child have ended.
        await scheduler.settle()
        XCTAssertEqual(Set(looks.all), expectedLooks, "step \(number)")
        let scopes = watcher.lines.all.filter { $0.hasPrefix("began") || $0.hasPrefix("ended") }
        XCTAssertEqual(scopes, expectedScopes, "step \(number)")
      }
      await store.shutdown(within: .zero)
    }
  }
}
