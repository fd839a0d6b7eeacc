import Troupe
import TroupeTesting
import XCTest

// The page of `ifLet(_:action:destination:fileID:filePath:line:column:)`, in its order. Nothing of it is left
// out.

/// "Embeds a child reducer in a parent domain that works on an optional property of parent state."
final class Seed001Tests: TroupeTestCase {
  // Not printed: the child, which the sample only names.
  @Reducer
  struct Child {
    struct State: Equatable { var count = 0 }
    enum Action { case incremented, started, ticked, closed }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incremented, .ticked:
          state.count += 1
          return .none
        case .started:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
          }
        case .closed:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  // MARK: The declaration

  // Every parameter by its label; `@warn_unqualified_access` is in `DiagnosticsTests`, because it concerns
  // the compiler.
  @Reducer
  struct Declared {
    struct State: Equatable { @Presents var child: Child.State? = Child.State() }
    enum Action { case child(PresentationAction<Child.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(
          \.$child,
          action: \.child,
          destination: { Child() },
          fileID: "Elsewhere/Declared.swift",
          filePath: "/Elsewhere/Declared.swift",
          line: 410,
          column: 1
        )
    }
  }

  func testTheDeclaration() async {
    let store = Store(initialState: Declared.State()) { Declared() }
    await store.send(.child(.presented(.incremented)))
    let count = await store.child?.count
    XCTAssertEqual(count, 1)
    await store.send(.child(.dismiss))
    await withExpectedIssue(matching: { "\($0.location)".contains("Elsewhere/Declared.swift:410") }) {
      _ = await store.send(.child(.presented(.incremented)))
    }
  }

  // MARK: The sample

  @Reducer
  struct Parent {
    @ObservableState
    struct State: Equatable {  // `Equatable` for the test store.
      @Presents var child: Child.State?
      // ...
      @Presents var alert: AlertState<Action.Alert>?
      var log: [Int] = []
    }
    enum Action {
      case child(PresentationAction<Child.Action>)
      // ...
      case alert(PresentationAction<Alert>)
      case opened, hidden

      enum Alert: Sendable { case confirmed }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // Core logic for parent feature
        switch action {  // Not printed: what it does.
        case .opened: state.child = Child.State()
        case .hidden: state.child = nil
        case .child: state.log.append(state.child?.count ?? -1)
        case .alert: break
        }
        return .none  // Not printed.
      }
      .ifLet(\.$child, action: \.child) {
        Child()
      }
      .ifLet(\.$alert, action: \.alert)  // For the sentence on alerts.
    }
  }

  /// "When a dismiss action is sent, it runs the parent feature before the child state is nil'd out."
  func testTheParentSeesTheStateThatIsDismissed() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(.opened) { $0.child = Child.State() }
    await store.send(.child(.presented(.incremented))) {
      $0.child?.count = 1
      $0.log = [1]
    }
    await store.send(.child(.dismiss)) {
      $0.child = nil
      $0.log = [1, 1]
    }
  }

  /// "When a `presented(_:)` action is sent it runs the child first, and then the parent."
  func testTheChildRunsFirst() async {
    let store = TestStore(initialState: Parent.State(child: Child.State(count: 4))) { Parent() }
    await store.send(.child(.presented(.incremented))) {
      $0.child?.count = 5
      $0.log = [5]
    }
  }

  /// "It automatically cancels all child effects when it detects the child's state is nil'd out."
  func testTheChildsEffectsAreCancelled() async throws {
    for way in [Parent.Action.hidden, .child(.dismiss), .child(.presented(.closed))] {
      try await underSeeds { scheduler, clock in
        let store = Store(
          initialState: Parent.State(child: Child.State()),
          configuration: scheduler.configuration()
        ) {
          Parent()
        } withDependencies: {
          $0.continuousClock = clock
        }
        await store.send(.child(.presented(.started)))
        await clock.advance(by: .seconds(2))
        let count = await store.child?.count
        XCTAssertEqual(count, 2)
        await store.send(way).finish()
        await clock.advance(by: .seconds(2))
        let child = await store.child
        XCTAssertNil(child)
        XCTAssertEqual(clock.sleeperCount, 0)
        let dropped = await store.statistics.droppedActionCount
        XCTAssertEqual(dropped, 0, "Nothing was even sent.")
      }
    }
  }

  /// "Automatically nils out child state when an action is sent for alerts and confirmation dialogs."
  func testAPromptGoesWithItsAction() async {
    let store = Store(initialState: Parent.State(alert: AlertState { TextState("Sure?") })) { Parent() }
    await store.send(.alert(.presented(.confirmed)))
    let alert = await store.alert
    XCTAssertNil(alert)
  }

  /// "It gives the child feature access to the `DismissEffect` dependency, which allows the child feature to
  /// dismiss itself without communicating with the parent."
  func testTheChildDismissesItself() async {
    let store = TestStore(initialState: Parent.State(child: Child.State())) { Parent() }
    await store.send(.child(.presented(.closed))) { $0.log = [0] }
    await store.receive(\.child.dismiss) {
      $0.child = nil
      $0.log = [0, 0]
    }
  }
}
