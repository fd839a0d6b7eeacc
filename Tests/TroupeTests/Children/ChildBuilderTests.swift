import Troupe
import TroupeTesting
import XCTest

/// The valid contents of the closure of `ifLet` and `forEach`.
final class ChildBuilderTests: TroupeTestCase {
  private struct Step: Reducer {
    struct State: Equatable, Sendable { var steps: [String] = [] }
    enum Action: Sendable { case go }

    let name: String

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.steps.append(name)
      return .none
    }
  }

  private struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var child: Step.State? = Step.State()
      @Presents var sheet: Step.State? = Step.State()
      var rows: IdentifiedArray<Int, Row> = [Row(id: 1)]
      var values = ["a": Step.State()]
      var path = StackState([Step.State()])
    }

    struct Row: Equatable, Identifiable, Sendable {
      let id: Int
      var step = Step.State()
    }

    enum Action: Sendable {
      case child(Step.Action)
      case sheet(PresentationAction<Step.Action>)
      case rows(IdentifiedAction<Int, Step.Action>)
      case values(IdentifiedAction<String, Step.Action>)
      case path(StackAction<Step.State, Step.Action>)
    }

    let isLong: Bool
    let any: any Reducer<Step.State, Step.Action>
    let maybe: Step?

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.child, action: /Action.child) {
          if isLong { Step(name: "long") } else { any }
        }
        .ifLet(\.$sheet, action: /Action.sheet) {
          Step(name: "first")
          Reduce { state, _ in
            state.steps.append("closure")
            return .none
          }
          if isLong { Step(name: "long") }
          for number in 1...2 { Step(name: "\(number)") }
          switch isLong {
          case true: any
          case false: EmptyReducer()
          }
          maybe
          let last = "last"
          Step(name: last)
        }
        .forEach(\.rows, action: /Action.rows) {
          Scope(state: \.step, action: \.self) { any }
        }
        .forEach(\.values, action: /Action.values) { if #available(macOS 99, *) { any } else { any } }
        .forEach(\.path, action: /Action.path) {}
    }
  }

  private func steps(isLong: Bool, maybe: Step? = nil) async -> Parent.State {
    let store = Store(initialState: Parent.State()) {
      Parent(isLong: isLong, any: Step(name: "any"), maybe: maybe)
    }
    await store.send(.child(.go))
    await store.send(.sheet(.presented(.go)))
    await store.send(.rows(.element(id: 1, action: .go)))
    await store.send(.values(.element(id: "a", action: .go)))
    if let id = await store.state.path.ids.first { await store.send(.path(.element(id: id, action: .go))) }
    return await store.state
  }

  func testAllThatABodyMayHold() async {
    let long = await steps(isLong: true, maybe: Step(name: "maybe"))
    XCTAssertEqual(long.child?.steps, ["long"])
    XCTAssertEqual(long.sheet?.steps, ["first", "closure", "long", "1", "2", "any", "maybe", "last"])
    XCTAssertEqual(long.rows[id: 1]?.step.steps, ["any"])
    XCTAssertEqual(long.values["a"]?.steps, ["any"])

    let short = await steps(isLong: false)
    XCTAssertEqual(short.child?.steps, ["any"])
    XCTAssertEqual(short.sheet?.steps, ["first", "closure", "1", "2", "last"])
  }

  func testAnEmptyClosureDoesNothing() async {
    let state = await steps(isLong: true)
    XCTAssertEqual(state.path.first?.steps, [])
  }
}
