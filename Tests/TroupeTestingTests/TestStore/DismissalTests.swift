import Troupe
import TroupeTesting
import XCTest

final class DismissalTests: XCTestCase {
  /// A feature with children that are removed from its state when they dismiss themselves.
  private struct Rows: Reducer {
    struct Row: Equatable, Identifiable, Sendable {
      let id: Int
      var count = 0
    }

    struct State: Equatable, Sendable {
      var detail: Row?
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    }

    enum Action: Sendable, CasePathable {
      case open
      case detail(Child)
      case rows(IdentifiedActionOf<Int, Child>)

      static let allCasePaths = AllCasePaths()
      struct AllCasePaths: Sendable {
        let detail = AnyCasePath(embed: Action.detail) { if case .detail(let it) = $0 { it } else { nil } }
        let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
      }
    }

    typealias IdentifiedActionOf = IdentifiedAction

    enum Child: Sendable { case close, listen }

    struct RowFeature: Reducer {
      @Dependency(\.dismiss) var dismiss

      func reduce(into state: inout Row, action: Child) -> Effect<Child> {
        switch action {
        case .close: .run { _ in await dismiss() }
        case .listen:
          .run(name: "listen") { _ in
            for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
          }
        }
      }
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .open = action { state.detail = Row(id: 7) }
        return .none
      }
      .ifLet(\.detail, action: \.detail) { RowFeature() }
      .forEach(\.rows, action: \.rows) { RowFeature() }
    }
  }

  private func rows() -> TestStoreOf<Rows> { TestStore(initialState: Rows.State()) { Rows() } }

  // D13
  func testAChildThatIsTakenOutWithoutAnAction() async {
    let store = rows()
    await store.send(.open) { $0.detail = Rows.Row(id: 7) }
    await store.send(.detail(.close))
    await store.receiveDismissal(of: "/detail") { $0.detail = nil }
    await store.send(.rows(.element(id: 2, action: .close)))
    await store.receiveDismissal(of: "/rows[2]") { $0.rows.remove(id: 2) }
    await store.finish()
  }

  // D13
  func testADismissalThatIsNotReceivedFails() async {
    let store = rows()
    await store.send(.open) { $0.detail = Rows.Row(id: 7) }
    let line: UInt = #line + 1
    await store.send(.detail(.close))
    await assertFailure(
      """
      Effects sent the following, but the test ended without receiving it:

      - the dismissal of /detail, caused by the `send` at TroupeTestingTests/DismissalTests.swift:\(line)

      Receive it, with `await store.receiveDismissal(of: "/detail")`, or skip it, with \
      `await store.skipReceivedActions()`. To ignore such actions, set `store.exhaustivity.actions = false`.
      """
    ) {
      await store.finish()
    }
    XCTAssertNil(store.state.detail)
  }

  // S267
  func testTheDismissalOfAnotherChildFails() async {
    let store = rows()
    await store.send(.rows(.element(id: 2, action: .close)))
    await assertFailure(
      "Expected to receive the dismissal of /detail, but received the dismissal of /rows[2]."
    ) {
      await store.receiveDismissal(of: "/detail")
    }
  }

  // S333
  func testAPresentedChildKeepsNothingRunning() async {
    let store = rows()
    await store.send(.open) { $0.detail = Rows.Row(id: 7) }
    await store.finish()
  }

  func testAnEffectOfAChildNamesItsScope() async {
    let store = rows()
    store.realTimeLimit = .zero
    await store.send(.rows(.element(id: 1, action: .listen)))
    let found = await failures { await store.receiveDismissal(of: "/rows[1]") }
    XCTAssertEqual(
      found.map(\.message),
      [
        """
        Expected to receive the dismissal of /rows[1], but received nothing. Still running:

        - "listen" at TroupeTestingTests/DismissalTests.swift:41, started by \
        DismissalTests.Rows.Action.rows(.element(id: 1, action: .listen)), in /rows[1]: it is waiting \
        for work outside the test

        The test waited 0.0 seconds for work outside the test. Override the dependency that waits for that work, so that it \
        answers immediately, or raise `store.realTimeLimit`.
        """
      ]
    )
    await store.skipInFlightEffects()
  }

  // MARK: The feature itself

  private func closing(dismissible: Bool = true) -> TestStoreOf<Lab> {
    Lab.store(dismissible: dismissible) { action in
      switch action {
      case .start:
        .run(name: "endless") { _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1_000_000))
        }
      case .stop:
        .run { _ in
          @Dependency(\.dismiss) var dismiss
          await dismiss()
        }
      default: .none
      }
    }
  }

  // S360
  func testDismissingItselfEndsAFeature() async {
    let store = closing()
    await store.send(.start)
    XCTAssertFalse(store.isDismissed)
    await store.send(.stop)
    XCTAssertTrue(store.isDismissed)
    XCTAssertTrue(store.runningEffects.isEmpty)
    await store.receiveDismissal()
    await store.finish()
  }

  // S360
  func testAFeatureThatDismissesItselfNeedsNoAssertion() async {
    for isFinished in [true, false] {
      let store = closing()
      await store.send(.start)
      await store.send(.stop)
      XCTAssertTrue(store.isDismissed)
      if isFinished { await store.finish() }
    }
  }

  // S360
  func testAnActionBeforeADismissalStillHasToBeReceived() async {
    func store() -> TestStoreOf<Lab> {
      Lab.store { action in
        guard action == .stop else { return .none }
        return .run { send in
          @Dependency(\.dismiss) var dismiss
          await send(.up)
          await dismiss()
        }
      }
    }
    let asserting = store()
    await asserting.send(.stop)
    await asserting.receive(.up) { $0.count = 1 }
    XCTAssertTrue(asserting.isDismissed)
    await asserting.finish()

    let forgetful = store()
    let line: UInt = #line + 1
    await forgetful.send(.stop)
    await assertFailure(
      """
      Effects sent the following, but the test ended without receiving it:

      - Lab.Action.up, caused by the `send` at TroupeTestingTests/DismissalTests.swift:\(line)

      Receive it, with `await store.receive(…)`, or skip it, with `await store.skipReceivedActions()`. To ignore \
      such actions, set `store.exhaustivity.actions = false`.
      """
    ) {
      await forgetful.finish()
    }
  }

  func testADismissalThatDoesNotComeFails() async {
    let store = closing()
    await assertFailure(
      """
      Expected to receive the dismissal of the feature, but received nothing. No running effect could send it. \
      Check whether the reducer returned the effect that should send it, and whether that effect was \
      cancelled.
      """
    ) {
      await store.receiveDismissal()
    }
  }

  // S361
  func testSendingToADismissedFeatureFails() async {
    let store = closing()
    await store.send(.stop)
    await assertFailure(
      """
      Lab.Action.up was sent after the feature had dismissed itself, and was not reduced.

      Remove this statement. If the feature isn't presented, create the test store with `dismissible: false`.
      """,
      lines: 8
    ) {
      await store.send(.up) { $0.count = 1 }
    }
    XCTAssertEqual(store.state.count, 0)
  }

  // S238
  func testAFeatureIsPresentedUnlessTheTestSaysOtherwise() async {
    for dismissible in [true, false] {
      let store = Lab.store(dismissible: dismissible) { action in
        guard action == .start else { return .none }
        return .run { send in
          @Dependency(\.isPresented) var isPresented
          await send(.say("\(isPresented)"))
        }
      }
      await store.send(.start)
      await store.receive(\.say) { $0.text = "\(dismissible)" }
      await store.finish()
    }
  }

  func testAFeatureThatIsNotPresentedCannotDismissItself() async {
    let store = closing(dismissible: false)
    let found = await failures { await store.send(.stop) }
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(
      found.first?.message.hasPrefix("`dismiss()` was called by a feature that can't be dismissed") ?? false
    )
    XCTAssertFalse(store.isDismissed)
    await store.send(.up) { $0.count = 1 }
  }

  @Reducer
  fileprivate struct Panels {
    @ObservableState
    struct State: Equatable, Sendable {
      var left: Panel.State? = Panel.State()
      var right: Panel.State? = Panel.State()
      var part = Part.State()
    }
    enum Action { case left(Panel.Action), right(Panel.Action), part(Part.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.part, action: \.part) { Part() }
      EmptyReducer()
        .ifLet(\.left, action: \.left) { Panel() }
        .ifLet(\.right, action: \.right) { Panel() }
    }
  }

  @Reducer
  fileprivate struct Part {
    @ObservableState
    struct State: Equatable, Sendable { var left: Panel.State? = Panel.State() }
    enum Action { case left(Panel.Action) }
    var body: some ReducerOf<Self> { EmptyReducer().ifLet(\.left, action: \.left) { Panel() } }
  }

  @Reducer
  fileprivate struct Panel {
    @ObservableState
    struct State: Equatable, Sendable { var count = 0 }
    enum Action { case close }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> { Reduce { _, _ in .run { _ in await dismiss() } } }
  }

  // S801
  func testTheDismissalsOfTwoChildrenOfOneTypeDiffer() async {
    let store = TestStore(initialState: Panels.State()) { Panels() }
    await store.send(.right(.close))
    await store.receiveDismissal(of: "/right") { $0.right = nil }
    await store.send(.left(.close))
    await store.receiveDismissal(of: "/left") { $0.left = nil }
    await store.send(.part(.left(.close)))
    await store.receiveDismissal(of: "/part.left") { $0.part.left = nil }
  }
}
