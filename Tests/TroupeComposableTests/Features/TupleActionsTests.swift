import TroupeComposable
import TroupeTesting
import XCTest

final class TupleActionsTests: XCTestCase {
  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var ticks = 0
    }

    enum Action: Equatable {
      case start
      case tick
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
          }
        case .tick:
          state.ticks += 1
          return .none
        }
      }
    }
  }

  struct Table: Reducer {
    struct State: Equatable { var rows: IdentifiedArrayOf<Row.State> = [] }

    enum Action: Equatable {
      case row(id: Row.State.ID, action: Row.Action)
      case remove(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .remove(let id) = action { state.rows.remove(id: id) }
        return .none
      }
      .forEach(\.rows, action: /Action.row) { Row() }
    }
  }

  // S936
  func testAnElementsEffectsEndWithTheElement() async {
    let store = TestStore(initialState: Table.State(rows: [Row.State(id: 1), Row.State(id: 2)])) { Table() }
    await store.send(.row(id: 1, action: .start))
    await store.send(.row(id: 2, action: .start))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.row(id: 1, action: .tick)) { $0.rows[id: 1]?.ticks = 1 }
    await store.receive(.row(id: 2, action: .tick)) { $0.rows[id: 2]?.ticks = 1 }
    await store.send(.remove(1)) { $0.rows.remove(id: 1) }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.row(id: 2, action: .tick)) { $0.rows[id: 2]?.ticks = 2 }
    await store.send(.remove(2)) { $0.rows.remove(id: 2) }
  }

  // S936
  func testAnActionForNoElementIsAnIssue() async {
    let store = TestStore(initialState: Table.State()) { Table() }
    await withExpectedIssue {
      $0.message.contains("forEach")
    } operation: {
      _ = await store.send(.row(id: 1, action: .tick))
    }
  }
}
