import Troupe
import TroupeTesting
import XCTest

/// Scopes whose first argument has no label.
final class UnlabelledScopeTests: XCTestCase {
  @Reducer
  struct Part {
    struct State: Equatable, Identifiable, Sendable {
      var id = 0
      var count = 0
    }

    enum Action { case add }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Whole {
    struct State: Equatable, Sendable {
      var part = Part.State()
      var screen = Screen.part(Part.State())
      var optional: Part.State? = Part.State()
      @Presents var presented: Part.State? = Part.State()
      var rows: IdentifiedArrayOf<Part.State> = [Part.State()]
      var values = ["a": Part.State()]
      var stack = StackState([Part.State()])
    }

    @CasePathable
    enum Screen: Equatable, Sendable {
      case part(Part.State)
      case blank
    }

    enum Action {
      case part(Part.Action)
      case screen(ScreenAction)
      case optional(Part.Action)
      case presented(PresentationAction<Part.Action>)
      case rows(IdentifiedActionOf<Part>)
      case values(IdentifiedAction<String, Part.Action>)
      case stack(StackActionOf<Part>)
    }

    @CasePathable
    enum ScreenAction { case part(Part.Action) }

    var body: some ReducerOf<Self> {
      Scope(\.part, action: \.part) { Part() }
      Scope(\.screen, action: \.screen) {
        Scope<Screen, ScreenAction>(\.part, action: \.part) { Part() }
      }
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Part() }
        .ifLet(\.$presented, action: \.presented) { Part() }
        .forEach(\.rows, action: \.rows) { Part() }
        .forEach(\.values, action: \.values) { Part() }
        .forEach(\.stack, action: \.stack) { Part() }
    }
  }

  // S821
  func testAChildIsEmbeddedWithoutALabel() async {
    let store = TestStore(initialState: Whole.State()) { Whole() }
    await store.send(.part(.add)) { $0.part.count = 1 }
    await store.send(.screen(.part(.add))) { $0.screen = .part(Part.State(count: 1)) }
  }

  // S821
  func testAScopeWithoutALabelIsTheSameStore() async throws {
    let store = Store(initialState: Whole.State()) { Whole() }
    func check<Child>(_ first: Child?, _ second: Child?, line: UInt = #line) where Child: AnyObject {
      XCTAssertNotNil(first, line: line)
      XCTAssertTrue(first === second, line: line)
    }
    check(await store.scope(\.part, action: \.part), await store.scope(state: \.part, action: \.part))
    check(
      await store.scope(\.optional, action: \.optional),
      await store.scope(state: \.optional, action: \.optional)
    )
    check(
      await store.scope(\.presented, action: \.presented),
      await store.scope(state: \.presented, action: \.presented)
    )
    check(
      await store.scope(\.$presented, action: \.presented),
      await store.scope(state: \.$presented, action: \.presented)
    )
    check(
      await store.scope(\.rows, id: 0, action: \.rows),
      await store.scope(state: \.rows, id: 0, action: \.rows)
    )
    check(
      await store.scope(\.values, id: "a", action: \.values),
      await store.scope(state: \.values, id: "a", action: \.values)
    )
    check(
      await store.scope(\.stack, id: 0, action: \.stack),
      await store.scope(state: \.stack, id: 0, action: \.stack)
    )
    let screen = await store.scope(\.screen, action: \.screen)
    check(await screen.scope(\.part, action: \.part), await screen.scope(state: \.part, action: \.part))
  }

  // S821
  func testAScopeByAFunctionNeedsNoLabel() async throws {
    let store = Store(initialState: Whole.State()) { Whole() }
    let part = await store.scope(\.part) { (action: Part.Action) in .part(action) }
    await part.send(.add)
    let optional = await store.scope(\.optional) { (action: Part.Action) in .optional(action) }
    await optional?.send(.add)
    let state = await store.state
    XCTAssertEqual(state.part.count, 1)
    XCTAssertEqual(state.optional?.count, 1)
  }
}
