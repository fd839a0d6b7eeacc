import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// How often the rows of a collection are looked at for what they declare.
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
    // A whole replacement is looked at as a whole.
    looks.clear()
    await store.send(.change { $0.rows = state.rows })
    XCTAssertGreaterThanOrEqual(looks.count, 500)
    let running = await store.runningEffects.filter { !$0.isCancelled }.count
    XCTAssertEqual(running, 1000)
    await store.shutdown(within: .zero)
  }
}
