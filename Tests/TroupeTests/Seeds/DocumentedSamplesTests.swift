import Troupe
import TroupeTesting
import XCTest

// Samples as the documentation of this family of libraries has them, changed only as each says. There are no
// macros: paths of cases are written by hand. `store.scope` belongs to an actor, so it is awaited.

/// An optional child, `ifLet(_:action:then:)`: the feature `Parent`, which presents `Child`.
final class PresentedChildSampleTests: TroupeTestCase {
  struct Child: Reducer {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case increment, startTimer, tick, close }

    let clock: TestClock
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment, .tick:
          state.count += 1
          return .none
        case .startTimer:
          return .run { [clock] send in
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.tick)
            }
          }
        case .close:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  // As documented: `Child()` takes a clock here, and what "Core logic for parent feature" stands for is
  // filled in.
  struct Parent: Reducer {
    struct State: Equatable, Sendable {
      @Presents var child: Child.State?
      var log: [String] = []
    }
    enum Action: Sendable {
      case child(PresentationAction<Child.Action>)
      case show
      case hide
    }

    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .show:
          state.child = Child.State()
        case .hide:
          state.child = nil
        case .child(.dismiss):
          state.log.append("dismissed at \(state.child?.count ?? -1)")
        case .child(.presented(.increment)):
          state.log.append("incremented to \(state.child?.count ?? -1)")
          if state.child?.count == 3 { state.child = nil }
        case .child:
          break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) {
        Child(clock: clock)
      }
    }
  }

  private static func makeStore(_ scheduler: Scheduler, _ clock: TestClock) -> StoreOf<Parent> {
    Store(initialState: Parent.State(), configuration: scheduler.configuration()) { Parent(clock: clock) }
  }

  /// "When a dismiss action is sent, it runs the parent feature before the child state is nil'd out."
  func testTheParentSeesTheDismissalBeforeTheChildGoes() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler, clock)
      await store.send(.show)
      await store.send(.child(.presented(.increment)))
      await store.send(.child(.dismiss))
      let state = await store.state
      XCTAssertEqual(state, Parent.State(log: ["incremented to 1", "dismissed at 1"]))
    }
  }

  /// "When a presented action is sent it runs the child first, and then the parent."
  func testTheChildRunsFirst() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler, clock)
      await store.send(.show)
      for _ in 0..<3 { await store.send(.child(.presented(.increment))) }
      let state = await store.state
      XCTAssertNil(state.child, "the parent took it away at 3, after the child had counted")
      XCTAssertEqual(state.log, ["incremented to 1", "incremented to 2", "incremented to 3"])
    }
  }

  /// "It automatically cancels all child effects when it detects the child's state is nil'd out."
  func testTheChildsEffectsAreCancelledWithIt() async throws {
    for way in [Parent.Action.hide, .child(.dismiss), .child(.presented(.close))] {
      try await underSeeds { scheduler, clock in
        let store = Self.makeStore(scheduler, clock)
        await store.send(.show)
        await store.send(.child(.presented(.startTimer)))
        await clock.advance(by: .seconds(2))
        let count = await store.child?.count
        XCTAssertEqual(count, 2)
        await store.send(way).finish()
        await clock.advance(by: .seconds(2))
        let child = await store.child
        XCTAssertNil(child)
        let effects = await store.runningEffects
        XCTAssertTrue(effects.isEmpty)
        let dropped = await store.statistics.droppedActions
        XCTAssertEqual(dropped, 0, "nothing was even sent")
      }
    }
  }

  /// "It gives the child feature access to the DismissEffect dependency, which allows the child feature to
  /// dismiss itself without communicating with the parent."
  func testTheChildDismissesItself() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler, clock)
      await store.send(.show)
      await store.send(.child(.presented(.close))).finish()
      let state = await store.state
      XCTAssertEqual(state, Parent.State(log: ["dismissed at 0"]))
    }
  }
}

extension PresentedChildSampleTests.Parent.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let child = AnyCasePath(embed: PresentedChildSampleTests.Parent.Action.child) {
      if case .child(let it) = $0 { it } else { nil }
    }
  }
}

/// `IfLet`: a basic optional child, a presentation with effects, alerts and confirmation dialogs.
final class OptionalChildSampleTests: TroupeTestCase {
  typealias Child = PresentedChildSampleTests.Child

  struct Parent: Reducer {
    struct State: Equatable, Sendable {
      var child: Child.State?
      @Presents var alert: AlertState<Choice>?
      @Presents var dialog: ConfirmationDialogState<Choice>?
      var choices: [Choice] = []
    }
    enum Choice: Equatable, Sendable { case delete, archive }
    enum Action: Sendable {
      case toggle
      case ask
      case child(Child.Action)
      case alert(PresentationAction<Choice>)
      case dialog(PresentationAction<Choice>)

      case outlive
    }

    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .toggle:
          state.child = state.child == nil ? Child.State() : nil
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
        case .outlive:
          // An effect of the parent, which isn't cancelled with the child.
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.child(.increment))
          }
        case .child, .alert, .dialog:
          break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) {
        Child(clock: clock)
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }

  private static func makeStore(_ scheduler: Scheduler, _ clock: TestClock) -> StoreOf<Parent> {
    Store(initialState: Parent.State(), configuration: scheduler.configuration()) { Parent(clock: clock) }
  }

  /// "When child state is set to nil, all child effects are automatically canceled."
  func testTheEffectsOfABasicOptionalChildEndWithIt() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler, clock)
      await store.send(.toggle)
      let timer = await store.send(.child(.startTimer))
      await clock.advance(by: .seconds(3))
      let count = await store.child?.count
      XCTAssertEqual(count, 3)
      await store.send(.toggle)
      await timer.finish()
      await clock.advance(by: .seconds(3))
      let child = await store.child
      XCTAssertNil(child)
      XCTAssertEqual(clock.sleeperCount, 0)
    }
  }

  /// "The state is automatically set to nil after any child action is processed."
  func testPromptsGoAfterTheirAction() async throws {
    try await underSeeds { scheduler, clock in
      let store = Self.makeStore(scheduler, clock)
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
  }

  private static func assertNamesTheCauses(_ message: String) -> Bool {
    [
      "whose state was nil", "OptionalChildSampleTests.Parent.State",
      "A parent's reducer set the state to nil",
      "work that outlived the child", "while the state was nil",
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
        Self.assertNamesTheCauses($0)
      }
    }
  }

  /// "An in-flight effect emitted an action after state became nil."
  func testTheWarningWhenAnEffectOfAnotherOutlivedTheChild() async throws {
    try await underSeeds(1) { scheduler, clock in
      try await expectingIssues {
        let store = Self.makeStore(scheduler, clock)
        await store.send(.toggle)
        await store.send(.outlive)
        await store.send(.toggle)
        await clock.advance(by: .seconds(1))
      } _: {
        Self.assertNamesTheCauses($0)
      }
    }
  }

  /// "An action was sent while state was nil."
  func testTheWarningWhenAnActionIsSentWithoutAChild() async throws {
    try await underSeeds(1) { scheduler, clock in
      try await expectingIssues {
        await Self.makeStore(scheduler, clock).send(.child(.increment))
      } _: {
        Self.assertNamesTheCauses($0)
      }
    }
  }
}

extension OptionalChildSampleTests.Parent.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let child = AnyCasePath(embed: OptionalChildSampleTests.Parent.Action.child) {
      if case .child(let it) = $0 { it } else { nil }
    }
    let alert = AnyCasePath(embed: OptionalChildSampleTests.Parent.Action.alert) {
      if case .alert(let it) = $0 { it } else { nil }
    }
    let dialog = AnyCasePath(embed: OptionalChildSampleTests.Parent.Action.dialog) {
      if case .dialog(let it) = $0 { it } else { nil }
    }
  }
}

/// State that is an enum, and a `switch` over the store's state with a child store in each case.
final class EnumStateSampleTests: TroupeTestCase {
  struct Detail: Reducer {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case increment, close }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .close:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  typealias Settings = Detail

  struct AppFeature: Reducer {
    enum State: Equatable, Sendable {
      case home
      case detail(Detail.State)
      case settings(Settings.State)
    }

    enum Action: Sendable {
      case home
      case detail(Detail.Action)
      case settings(Settings.Action)
      case show(State)
    }

    // As documented, with each `/` on a line of its own.
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .show(let new) = action { state = new }
        return .none
      }
      .ifCaseLet(
        /State.detail,
        action: /Action.detail
      ) {
        Detail()
      }
      .ifCaseLet(
        /State.settings,
        action: /Action.settings
      ) {
        Settings()
      }
    }
  }

  func testAStoreForEachCase() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: AppFeature.State.home, configuration: scheduler.configuration()) {
        AppFeature()
      }
      var shown: [String] = []
      for state in [AppFeature.State.home, .detail(.init(count: 1)), .settings(.init(count: 5))] {
        await store.send(.show(state))
        switch await store.state {
        case .home:
          shown.append("home")
        case .detail:
          if let store = await store.scope(state: \.detail, action: \.detail) {
            await store.send(.increment)
            shown.append("detail \(await store.count)")
          }
        case .settings:
          if let store = await store.scope(state: \.settings, action: \.settings) {
            await store.send(.increment)
            shown.append("settings \(await store.count)")
          }
        }
      }
      XCTAssertEqual(shown, ["home", "detail 2", "settings 6"])
      let other = await store.scope(state: \.detail, action: \.detail)
      XCTAssertNil(other)
    }
  }

  struct Feature: Reducer {
    // `destination` is presented, so that prompts and `dismiss` have their meaning. `Action.Alert` is written
    // as `Feature.Action.Alert`, since `Destination` has an `Action` of its own here, which the documentation
    // doesn't show.
    struct State: Equatable, Sendable {
      @Presents var destination: Destination?
    }

    enum Destination: Equatable, Sendable {
      case alert(AlertState<Feature.Action.Alert>)
      case detail(Detail.State)

      enum Action: Sendable {
        case alert(Feature.Action.Alert)
        case detail(Detail.Action)
      }
    }

    enum Action: Sendable {
      case destination(PresentationAction<Destination.Action>)
      case show(Destination)

      enum Alert: Equatable, Sendable { case confirm }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show(let destination) = action { state.destination = destination }
        return .none
      }
      .ifLet(\.$destination, action: \.destination) {
        EmptyReducer<Destination, Destination.Action>()
          .ifCaseLet(\.detail, action: \.detail) { Detail() }
      }
    }
  }

  func testAStoreForACaseOfAnOptionalDestination() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Feature.State(), configuration: scheduler.configuration()) { Feature() }
      await store.send(.show(.detail(Detail.State(count: 1))))
      let scoped = await store.scope(state: \.destination?.detail, action: \.destination.detail)
      let detailStore = try XCTUnwrap(scoped)
      await detailStore.send(.increment)
      let count = await detailStore.count
      XCTAssertEqual(count, 2)
      await detailStore.send(.close).finish()
      var destination = await store.destination
      XCTAssertNil(destination)
      let isAlive = await detailStore.isAlive
      XCTAssertFalse(isAlive)

      await store.send(.show(.alert(AlertState { TextState("Sure?") })))
      let none = await store.scope(state: \.destination?.detail, action: \.destination.detail)
      XCTAssertNil(none)
      await store.send(.destination(.presented(.alert(.confirm))))
      destination = await store.destination
      XCTAssertNil(destination)
    }
  }
}

extension EnumStateSampleTests.AppFeature.State: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let detail = AnyCasePath(embed: EnumStateSampleTests.AppFeature.State.detail) {
      if case .detail(let it) = $0 { it } else { nil }
    }
    let settings = AnyCasePath(embed: EnumStateSampleTests.AppFeature.State.settings) {
      if case .settings(let it) = $0 { it } else { nil }
    }
  }
}

extension EnumStateSampleTests.AppFeature.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let detail = AnyCasePath(embed: EnumStateSampleTests.AppFeature.Action.detail) {
      if case .detail(let it) = $0 { it } else { nil }
    }
    let settings = AnyCasePath(embed: EnumStateSampleTests.AppFeature.Action.settings) {
      if case .settings(let it) = $0 { it } else { nil }
    }
  }
}

extension EnumStateSampleTests.Feature.Destination: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let detail = AnyCasePath(embed: EnumStateSampleTests.Feature.Destination.detail) {
      if case .detail(let it) = $0 { it } else { nil }
    }
  }
}

extension EnumStateSampleTests.Feature.Destination.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let detail = AnyCasePath(embed: EnumStateSampleTests.Feature.Destination.Action.detail) {
      if case .detail(let it) = $0 { it } else { nil }
    }
  }
}

extension EnumStateSampleTests.Feature.Action: CasePathable {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let destination = AnyCasePath(embed: EnumStateSampleTests.Feature.Action.destination) {
      if case .destination(let it) = $0 { it } else { nil }
    }
  }
}
