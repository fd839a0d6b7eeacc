import Troupe
import TroupeTesting
import XCTest

/// A parent with forty kinds of children, which the compiler has to type-check in reasonable time.
final class ManyChildrenTests: TroupeTestCase {
  private struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var child1: Kid.State?
      var child2: Kid.State?
      var child3: Kid.State?
      var child4: Kid.State?
      var child5: Kid.State?
      var child6: Kid.State?
      var child7: Kid.State?
      var child8: Kid.State?
      var child9: Kid.State?
      var child10: Kid.State?
      var child11: Kid.State?
      var child12: Kid.State?
      var child13: Kid.State?
      var child14: Kid.State?
      var child15: Kid.State?
      var child16: Kid.State?
      var child17: Kid.State?
      var child18: Kid.State?
      var child19: Kid.State?
      var child20: Kid.State?
      var rows1: IdentifiedArrayOf<Kid.State> = []
      var rows2: IdentifiedArrayOf<Kid.State> = []
      var rows3: IdentifiedArrayOf<Kid.State> = []
      var rows4: IdentifiedArrayOf<Kid.State> = []
      var rows5: IdentifiedArrayOf<Kid.State> = []
      var rows6: IdentifiedArrayOf<Kid.State> = []
      var rows7: IdentifiedArrayOf<Kid.State> = []
      var rows8: IdentifiedArrayOf<Kid.State> = []
      var rows9: IdentifiedArrayOf<Kid.State> = []
      var rows10: IdentifiedArrayOf<Kid.State> = []
      var rows11: IdentifiedArrayOf<Kid.State> = []
      var rows12: IdentifiedArrayOf<Kid.State> = []
      var rows13: IdentifiedArrayOf<Kid.State> = []
      var rows14: IdentifiedArrayOf<Kid.State> = []
      var rows15: IdentifiedArrayOf<Kid.State> = []
      var rows16: IdentifiedArrayOf<Kid.State> = []
      var rows17: IdentifiedArrayOf<Kid.State> = []
      var rows18: IdentifiedArrayOf<Kid.State> = []
      var rows19: IdentifiedArrayOf<Kid.State> = []
      var rows20: IdentifiedArrayOf<Kid.State> = []
    }

    enum Action: Sendable {
      case child1(Kid.Action)
      case child2(Kid.Action)
      case child3(Kid.Action)
      case child4(Kid.Action)
      case child5(Kid.Action)
      case child6(Kid.Action)
      case child7(Kid.Action)
      case child8(Kid.Action)
      case child9(Kid.Action)
      case child10(Kid.Action)
      case child11(Kid.Action)
      case child12(Kid.Action)
      case child13(Kid.Action)
      case child14(Kid.Action)
      case child15(Kid.Action)
      case child16(Kid.Action)
      case child17(Kid.Action)
      case child18(Kid.Action)
      case child19(Kid.Action)
      case child20(Kid.Action)
      case rows1(IdentifiedAction<Int, Kid.Action>)
      case rows2(IdentifiedAction<Int, Kid.Action>)
      case rows3(IdentifiedAction<Int, Kid.Action>)
      case rows4(IdentifiedAction<Int, Kid.Action>)
      case rows5(IdentifiedAction<Int, Kid.Action>)
      case rows6(IdentifiedAction<Int, Kid.Action>)
      case rows7(IdentifiedAction<Int, Kid.Action>)
      case rows8(IdentifiedAction<Int, Kid.Action>)
      case rows9(IdentifiedAction<Int, Kid.Action>)
      case rows10(IdentifiedAction<Int, Kid.Action>)
      case rows11(IdentifiedAction<Int, Kid.Action>)
      case rows12(IdentifiedAction<Int, Kid.Action>)
      case rows13(IdentifiedAction<Int, Kid.Action>)
      case rows14(IdentifiedAction<Int, Kid.Action>)
      case rows15(IdentifiedAction<Int, Kid.Action>)
      case rows16(IdentifiedAction<Int, Kid.Action>)
      case rows17(IdentifiedAction<Int, Kid.Action>)
      case rows18(IdentifiedAction<Int, Kid.Action>)
      case rows19(IdentifiedAction<Int, Kid.Action>)
      case rows20(IdentifiedAction<Int, Kid.Action>)
      case clear
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .clear = action { state = State() }
        return .none
      }
      .ifLet(\.child1, action: /Action.child1) { Kid() }
      .ifLet(\.child2, action: /Action.child2) { Kid() }
      .ifLet(\.child3, action: /Action.child3) { Kid() }
      .ifLet(\.child4, action: /Action.child4) { Kid() }
      .ifLet(\.child5, action: /Action.child5) { Kid() }
      .ifLet(\.child6, action: /Action.child6) { Kid() }
      .ifLet(\.child7, action: /Action.child7) { Kid() }
      .ifLet(\.child8, action: /Action.child8) { Kid() }
      .ifLet(\.child9, action: /Action.child9) { Kid() }
      .ifLet(\.child10, action: /Action.child10) { Kid() }
      .ifLet(\.child11, action: /Action.child11) { Kid() }
      .ifLet(\.child12, action: /Action.child12) { Kid() }
      .ifLet(\.child13, action: /Action.child13) { Kid() }
      .ifLet(\.child14, action: /Action.child14) { Kid() }
      .ifLet(\.child15, action: /Action.child15) { Kid() }
      .ifLet(\.child16, action: /Action.child16) { Kid() }
      .ifLet(\.child17, action: /Action.child17) { Kid() }
      .ifLet(\.child18, action: /Action.child18) { Kid() }
      .ifLet(\.child19, action: /Action.child19) { Kid() }
      .ifLet(\.child20, action: /Action.child20) { Kid() }
      .forEach(\.rows1, action: /Action.rows1) { Kid() }
      .forEach(\.rows2, action: /Action.rows2) { Kid() }
      .forEach(\.rows3, action: /Action.rows3) { Kid() }
      .forEach(\.rows4, action: /Action.rows4) { Kid() }
      .forEach(\.rows5, action: /Action.rows5) { Kid() }
      .forEach(\.rows6, action: /Action.rows6) { Kid() }
      .forEach(\.rows7, action: /Action.rows7) { Kid() }
      .forEach(\.rows8, action: /Action.rows8) { Kid() }
      .forEach(\.rows9, action: /Action.rows9) { Kid() }
      .forEach(\.rows10, action: /Action.rows10) { Kid() }
      .forEach(\.rows11, action: /Action.rows11) { Kid() }
      .forEach(\.rows12, action: /Action.rows12) { Kid() }
      .forEach(\.rows13, action: /Action.rows13) { Kid() }
      .forEach(\.rows14, action: /Action.rows14) { Kid() }
      .forEach(\.rows15, action: /Action.rows15) { Kid() }
      .forEach(\.rows16, action: /Action.rows16) { Kid() }
      .forEach(\.rows17, action: /Action.rows17) { Kid() }
      .forEach(\.rows18, action: /Action.rows18) { Kid() }
      .forEach(\.rows19, action: /Action.rows19) { Kid() }
      .forEach(\.rows20, action: /Action.rows20) { Kid() }
    }
  }

  func testTheFirstAndTheLastOfManyLiveAlike() async throws {
    try await underSeeds(1) { scheduler, _ in
      let state = Parent.State(child1: Kid.State(), rows20: [Kid.State()])
      let store = Store(initialState: state, configuration: scheduler.configuration()) { Parent() }
      await store.send(.child1(.run("a")))
      await store.send(.rows20(.element(id: 1, action: .run("b"))))
      var names = await store.activeNames
      XCTAssertEqual(names, ["a", "b"])
      await store.send(.clear)
      names = await store.activeNames
      XCTAssertEqual(names, [])
      await scheduler.settle()
      await store.assertNothingIsLeft()
    }
  }
}
