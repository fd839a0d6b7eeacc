import Troupe
import TroupeTesting
import XCTest

final class ReceiveTests: XCTestCase {
  /// A store whose effect sends some actions one after another.
  private func store(sending actions: Lab.Action...) -> TestStoreOf<Lab> {
    Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in for action in actions { await send(action) } }
    }
  }

  // S311, S321
  func testActionsAreReceivedInTheOrderInWhichTheyCame() async {
    let store = store(sending: .up, .set(5), .up)
    await store.send(.start)
    await store.receive(.up) { $0.count = 1 }
    await store.receive(.set(5)) { $0.count = 5 }
    await store.receive(.up) { $0.count = 6 }
    await store.finish()
  }

  // S314, S315, S316
  func testWaysOfNamingAnAction() async {
    let store = store(
      sending: .up,
      .up,
      .set(5),
      .set(6),
      .say("a"),
      .say("b"),
      .say("c"),
      .inner(.rename("a")),
      .inner(.rename("b"))
    )
    await store.send(.start)
    await store.receive(/Lab.Action.up) { $0.count = 1 }
    await store.receive(\.up) { $0.count = 2 }
    await store.receive(\.set) { $0.count = 5 }
    await store.receive(\.set, 6) { $0.count = 6 }
    await store.receive {
      $0 == .say("a")
    } assert: {
      $0.text = "a"
    }
    await store.receive({ $0.is(\.say) }) { $0.text = "b" }
    await store.receive({ $0 == .say("c") }, assert: { $0.text = "c" })
    await store.receive(\.inner.rename, "a") { $0.names = ["a"] }
    await store.receive(\.inner) { $0.names = ["a", "b"] }
    await store.finish()
  }

  // S316
  func testActionsNeedNotBeEquatable() async {
    enum Answer: Sendable { case ask, answer(Int) }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Answer> { state, action in
        switch action {
        case .ask: return .send(.answer(7))
        case .answer(let number):
          state = number
          return .none
        }
      }
    }
    await store.send(.ask)
    await store.receive {
      if case .answer = $0 { true } else { false }
    } assert: {
      $0 = 7
    }
  }

  // S300
  func testAChangeThatIsNotAssertedFails() async {
    let store = store(sending: .up)
    await store.send(.start)
    await assertFailure(
      """
      The state was not expected to change, but it did (- before, + after):

        Lab.State(
      -   count: 0,
      +   count: 1,
          … (2 unchanged)
        )

      If the change is correct, make the same change in the trailing closure of this statement.
      """,
      lines: 14
    ) {
      await store.receive(.up)
    }
  }

  // S312, D10
  func testAnActionThatNobodyCouldSendFailsAtOnce() async {
    let store = Lab.store()
    await store.send(.start)
    await assertFailure(
      """
      Expected to receive Lab.Action.up, but received nothing. No running effect could send it. Check whether \
      the reducer returned the effect that should send it, and whether that effect was cancelled.
      """,
      lines: 7
    ) {
      await store.receive(.up) { $0.count = 1 }
    }
  }

  // S313
  func testAnotherActionFailsAndCountsAsReceived() async {
    let store = store(sending: .set(1), .up)
    await store.send(.start)
    await assertFailure(
      """
      Expected to receive Lab.Action.set(2), but received Lab.Action.set(1) (- expected, + received):

        Lab.Action.set(
      -   2
      +   1
        )
      """,
      lines: 11
    ) {
      await store.receive(.set(2)) { $0.count = 2 }
    }
    XCTAssertEqual(store.state.count, 1)
    await store.receive(.up) { $0.count = 2 }
  }

  // S313
  func testAnotherPayloadIsShownAsADifference() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Naming> { _, action in
        if case .ask = action { .send(.answer(["first": 1, "second": 2])) } else { .none }
      }
    }
    await store.send(.ask)
    await assertFailure(
      """
      Expected to receive an action of the case \\.answer with ["first": 1, "second": 3], but \
      received ReceiveTests.Naming.answer(["first": 1, "second": 2]) (- expected, + received):

        [
      -   "second": 3,
      +   "second": 2,
          … (1 unchanged)
        ]
      """
    ) {
      await store.receive(\.answer, ["first": 1, "second": 3])
    }
  }

  private enum Naming: Sendable, CasePathable {
    case ask
    case answer([String: Int])

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let answer = AnyCasePath(embed: Naming.answer) { if case .answer(let it) = $0 { it } else { nil } }
    }
  }

  func testActionsOfOtherCasesAreToldInASentence() async {
    let store = store(sending: .say("b"), .up)
    await store.send(.start)
    let found = await failures {
      await store.receive(\.say, "a")
      await store.receive(.say("b"))
    }
    XCTAssertEqual(
      found.map(\.message),
      [
        "Expected to receive an action of the case \\.say with \"a\", but received Lab.Action.say(\"b\").",
        "Expected to receive Lab.Action.say(\"b\"), but received Lab.Action.up.",
      ]
    )
  }

  // S314
  func testAnActionForWhichThePredicateDoesNotHoldFails() async {
    let store = store(sending: .set(1))
    await store.send(.start)
    await assertFailure(
      "Expected to receive an action for which the closure holds, but received Lab.Action.set(1)."
    ) {
      await store.receive { $0 == .up }
    }
  }

  // S320
  func testAnotherActionBeforeTheExpectedOneIsSaidToBeBeforeIt() async {
    let store = store(sending: .set(1), .inner(.rename("a")))
    await store.send(.start)
    await assertFailure(
      """
      Expected to receive an action of the case \\.inner.rename, but received Lab.Action.set(1) before it.

      Actions are received in the order in which they were sent: if this action is correct, receive it first.
      """
    ) {
      await store.receive(\.inner.rename)
    }
    await store.receive(\.inner.rename) { $0.names = ["a"] }
  }

  func testACaseWithoutANameIsToldByItsTypes() async {
    let store = store(sending: .set(1))
    await store.send(.start)
    await assertFailure(
      """
      Expected to receive an action of the case of Action with a payload of type String, but received Lab.Action.set(1).
      """
    ) {
      await store.receive(/Lab.Action.say)
    }
  }

  // S318, S346, D10
  func testAnActionThatSleepsFailsAtOnceAndSaysHowLong() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run(name: "countdown") { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(5))
        await send(.up)
      }
      .cancellable(id: "timer")
    }
    await store.send(.start)
    await store.clock.advance(by: .seconds(2))
    await assertFailure(
      """
      Expected to receive Lab.Action.up, but received nothing. Still running:

      - "countdown" at TroupeTestingTests/ReceiveTests.swift:\(#line - 13), started by Lab.Action.start, cancellable by \
      timer: it is sleeping until 5.0 seconds, and the test's clock is at 2.0 seconds

      Advance the clock before this statement, with `await store.clock.advance(by:)`.
      """,
      lines: 11
    ) {
      await store.receive(.up) { $0.count = 1 }
    }
    await store.clock.advance(by: .seconds(3))
    await store.receive(.up) { $0.count = 1 }
    await store.finish()
  }

  func testTimeInOperatorsOfEffectsIsToldToo() async {
    let operators: [@Sendable (Effect<Lab.Action>, TestClock) -> Effect<Lab.Action>] = [
      { $0.debounce(id: "typing", for: .seconds(3), clock: $1) },
      { effect, clock in .concatenate(.run { _ in try await clock.sleep(for: .seconds(3)) }, effect) },
      { effect, clock in
        .merge(.run { _ in try await clock.sleep(for: .seconds(3)) }, .none)
          .timeout(after: .seconds(5), clock: clock, sending: .stop)
      },
    ]
    for apply in operators {
      let clock = Locked<TestClock?>(nil)
      let store = Lab.store { action in
        guard action == .start, let clock = clock.withLock({ $0 }) else { return .none }
        return apply(.run { send in await send(.up) }, clock)
      }
      clock.withLock { $0 = store.clock }
      await store.send(.start)
      let found = await failures { await store.receive(.up) }
      XCTAssertTrue(found.first?.message.contains("it is sleeping until 3.0 seconds") ?? false, "\(found)")
      await store.clock.run()
      await store.skipReceivedActions(strict: false)
      await store.finish()
    }
  }

  @CasePathable fileprivate enum Loading<Value: Sendable>: Sendable {
    case loaded(Value)
    case idle
  }

  @CasePathable fileprivate enum Answer: Sendable {
    case response(Result<Int, any Error>)
    case optional(Int?)
    case loading(Loading<String>)
  }

  // S775
  func testTheCasesOfGenericEnumsAreNamedAsTheyAreWritten() async {
    let store = TestStore(initialState: 0) {
      EmptyReducer<Int, Answer>()
    }
    func assertExpected(_ path: String, _ body: nonisolated(nonsending) () async -> Void) async {
      await assertFailure(
        """
        Expected to receive an action of the case \(path), but received nothing. No running effect could send \
        it. Check whether the reducer returned the effect that should send it, and whether that effect was \
        cancelled.
        """,
        of: body
      )
    }
    await assertExpected("\\.response.success") { await store.receive(\.response.success) }
    await assertExpected("\\.response.failure") { await store.receive(\.response.failure) }
    await assertExpected("\\.response.success with 3") { await store.receive(\.response.success, 3) }
    await assertExpected("\\.optional.some") { await store.receive(\.optional.some) }
    await assertExpected("\\.optional.none") { await store.receive(\.optional.none) }
    await assertExpected("\\.loading.loaded") { await store.receive(\.loading.loaded) }
    await assertExpected("\\.loading.idle") { await store.receive(\.loading.idle) }
  }
}
