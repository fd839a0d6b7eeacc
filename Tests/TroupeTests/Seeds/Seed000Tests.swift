import Troupe
import TroupeTesting
import XCTest

// The page of the operator `ifLet`, in its order. The page came without its code: the code under each of its
// headings is written here from the heading and the text.
//
// Left out, with the reason:
// - "SwiftUI Integration", `IfLetStore`: a view. The modules for user interfaces have their own, and show it
//   in their tests. The child's store below it, which is there or not, is in
//   `testTheStoreOfTheChildIsThereOrNot`.

/// "The `ifLet` operator embeds a child reducer in a parent domain that operates on an optional property of
/// parent state."
final class Seed000Tests: TroupeTestCase {
  @Reducer
  struct Child {
    struct State: Equatable { var count = 0 }
    enum Action { case increment, startTimer, tick, close }

    let clock: TestClock
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment, .tick:
          state.count += 1
          return .none
        case .startTimer:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
          }
        case .close:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  // MARK: Method Signature

  // "toWrappedState: a writable key path", "toWrappedAction: a case path", "wrapped: a reducer builder
  // closure".
  // MARK: Usage: basic optional child feature
  @Reducer
  struct Parent {
    struct State: Equatable {
      var child: Child.State?
      var seen: [Int?] = []
    }
    enum Action {
      case toggle
      case outlive
      case child(Child.Action)
    }

    let clock: TestClock
    var removesAt = Int.max

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .toggle:
          state.child = state.child == nil ? Child.State() : nil
        case .outlive:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.child(.increment))
          }
        case .child:
          state.seen.append(state.child?.count)
          if let count = state.child?.count, count >= removesAt { state.child = nil }
        }
        return .none
      }
      .ifLet(\.child, action: \.child) {
        Child(clock: clock)
      }
    }
  }

  func testABasicOptionalChild() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
        Parent(clock: clock)
      }
      await store.send(.toggle)
      await store.send(.child(.increment))
      let count = await store.child?.count
      XCTAssertEqual(count, 1)
    }
  }

  // MARK: Usage: sheet presentation with effects

  @Reducer
  struct Presenter {
    struct State: Equatable { @Presents var child: Child.State? }
    enum Action {
      case show
      case child(PresentationAction<Child.Action>)
    }

    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show = action { state.child = Child.State() }
        return .none
      }
      .ifLet(\.$child, action: \.child) {
        Child(clock: clock)
      }
    }
  }

  func testASheetWithEffects() async throws {
    for way in [Presenter.Action.child(.dismiss), .child(.presented(.close))] {
      try await underSeeds { scheduler, clock in
        let store = Store(initialState: Presenter.State(), configuration: scheduler.configuration()) {
          Presenter(clock: clock)
        }
        await store.send(.show)
        await store.send(.child(.presented(.startTimer)))
        await clock.advance(by: .seconds(2))
        let count = await store.child?.count
        XCTAssertEqual(count, 2)
        await store.send(way).finish()
        let child = await store.child
        XCTAssertNil(child)
        XCTAssertEqual(clock.sleeperCount, 0)
      }
    }
  }

  // MARK: Usage: alerts and confirmation dialogs, with the special overload for alerts

  @Reducer
  struct Prompts {
    struct State: Equatable {
      @Presents var alert: AlertState<Choice>?
      @Presents var dialog: ConfirmationDialogState<Choice>?
      var choices: [Choice] = []
    }
    enum Choice: Equatable, Sendable { case delete, archive }
    enum Action {
      case ask
      case alert(PresentationAction<Choice>)
      case dialog(PresentationAction<Choice>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask:
          state.alert = AlertState {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
          }
          state.dialog = ConfirmationDialogState {
            TextState("What now?")
          } actions: {
            ButtonState(action: .archive) { TextState("Archive") }
          }
        case .alert(.presented(let choice)), .dialog(.presented(let choice)):
          state.choices.append(choice)
        case .alert, .dialog:
          break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }

  // MARK: Order of Operations

  /// "Child reducer runs first": the parent sees the child's changes. "Parent reducer runs second": it may
  /// then nil it out.
  func testTheChildRunsFirst() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(
        initialState: Parent.State(child: Child.State()),
        configuration: scheduler.configuration()
      ) {
        Parent(clock: clock, removesAt: 2)
      }
      await store.send(.child(.increment))
      await store.send(.child(.increment))
      let state = await store.state
      XCTAssertEqual(state, Parent.State(child: nil, seen: [1, 2]))
    }
  }

  // MARK: Automatic Behavior

  /// "When child state is set to nil, all child effects are automatically canceled."
  func testTheChildsEffectsAreCancelled() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
        Parent(clock: clock)
      }
      await store.send(.toggle)
      let timer = await store.send(.child(.startTimer))
      await clock.advance(by: .seconds(3))
      await store.send(.toggle)
      await timer.finish()
      await clock.advance(by: .seconds(3))
      let seen = await store.seen
      XCTAssertEqual(seen, [0, 1, 2, 3])
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  /// "For alerts and confirmation dialogs (types conforming to `_EphemeralState`), the state is automatically
  /// set to nil after any child action is processed." The protocol has no underscore here.
  func testPromptsGoAfterTheirAction() async {
    let store = Store(initialState: Prompts.State()) { Prompts() }
    await store.send(.ask)
    await store.send(.alert(.presented(.delete)))
    var state = await store.state
    XCTAssertNil(state.alert)
    XCTAssertNotNil(state.dialog)
    await store.send(.dialog(.presented(.archive)))
    state = await store.state
    XCTAssertNil(state.dialog)
    XCTAssertEqual(state.choices, [.delete, .archive])
  }

  // MARK: Runtime Warnings

  private static func namesTheCauses(_ message: String) -> Bool {
    [
      "whose state was nil", "A parent's reducer set the state to nil", "work that outlived the child",
      "while the state was nil",
    ]
    .allSatisfy { message.contains($0) }
  }

  /// "A parent reducer set child state to nil before the ifLet ran."
  func testTheWarningWhenAParentRanFirst() async throws {
    try await underSeeds(1) { scheduler, clock in
      try await expectingIssues {
        let store = Store(
          initialState: Parent.State(child: Child.State()),
          configuration: scheduler.configuration()
        ) {
          Reduce<Parent.State, Parent.Action> { state, action in
            if case .child = action { state.child = nil }
            return .none
          }
          Parent(clock: clock)
        }
        await store.send(.child(.increment))
      } _: {
        Self.namesTheCauses($0)
      }
    }
  }

  /// "An in-flight effect emitted an action after state became nil."
  func testTheWarningWhenAnEffectOutlivedTheChild() async throws {
    try await underSeeds(1) { scheduler, clock in
      try await expectingIssues {
        let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
          Parent(clock: clock)
        }
        await store.send(.toggle)
        await store.send(.outlive)
        await store.send(.toggle)
        await clock.advance(by: .seconds(1))
      } _: {
        Self.namesTheCauses($0)
      }
    }
  }

  /// "An action was sent while state was nil."
  func testTheWarningWhenAnActionIsSentWithoutAChild() async throws {
    try await underSeeds(1) { scheduler, clock in
      try await expectingIssues {
        let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
          Parent(clock: clock)
        }
        await store.send(.child(.increment))
      } _: {
        Self.namesTheCauses($0)
      }
    }
  }

  // MARK: SwiftUI Integration

  func testTheStoreOfTheChildIsThereOrNot() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) {
        Parent(clock: clock)
      }
      var child = await store.scope(state: \.child, action: \.child)
      XCTAssertNil(child)
      await store.send(.toggle)
      child = await store.scope(state: \.child, action: \.child)
      let childStore = try XCTUnwrap(child)
      await childStore.send(.increment)
      let count = await childStore.count
      XCTAssertEqual(count, 1)
      await store.send(.toggle)
      let isAlive = await childStore.isAlive
      XCTAssertFalse(isAlive)
    }
  }

  // MARK: See Also

  // `Scope`, `forEach`, `@Presents` and `PresentationAction`.
  @Reducer
  struct Family {
    struct State: Equatable {
      var always = Child.State()
      var rows: [Int: Child.State] = [:]
      @Presents var sheet: Child.State?
    }
    enum Action {
      case always(Child.Action)
      case rows(IdentifiedAction<Int, Child.Action>)
      case sheet(PresentationAction<Child.Action>)
    }

    let clock: TestClock

    var body: some ReducerOf<Self> {
      Scope(state: \.always, action: \.always) { Child(clock: clock) }
      EmptyReducer()
        .forEach(\.rows, action: \.rows) { Child(clock: clock) }
        .ifLet(\.$sheet, action: \.sheet) { Child(clock: clock) }
    }
  }

  func testWhatThePageRefersTo() async {
    let child = Child.State()
    let store = TestStore(initialState: Family.State(rows: [7: child], sheet: child)) {
      Family(clock: TestClock(scheduler: Scheduler()))
    }
    await store.send(.always(.increment)) { $0.always.count = 1 }
    await store.send(.rows(.element(id: 7, action: .increment))) { $0.rows[7]?.count = 1 }
    await store.send(.sheet(.presented(.increment))) { $0.sheet?.count = 1 }
    await store.send(.sheet(.dismiss)) { $0.sheet = nil }
  }
}
