import Troupe
import TroupeTesting
import XCTest

final class SendTests: XCTestCase {
  // S297
  func testAChangeThatIsAssertedPasses() async {
    let store = Lab.store()
    await store.send(.set(3)) { $0.count = 3 }
    await store.send(.start)
    XCTAssertEqual(store.state, Lab.State(count: 3))
  }

  // S298
  func testAnotherChangeThanAssertedFails() async {
    let store = Lab.store()
    await assertFailure(
      """
      The state didn't change as expected (- expected, + found):

        Lab.State(
      -   count: 2,
      +   count: 1,
          … (2 unchanged)
        )

      If the found state is correct, correct the trailing closure of this statement.
      """,
      lines: 14
    ) {
      await store.send(.up) { $0.count = 2 }
    }
    await store.send(.up) { $0.count = 2 }
  }

  // S299
  func testAChangeThatIsNotAssertedFails() async {
    let store = Lab.store()
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
      await store.send(.up)
    }
    XCTAssertEqual(store.state.count, 1)
  }

  // S301
  func testAssertingNoChangeFails() async {
    let store = Lab.store()
    await assertFailure(
      """
      The state was expected to change, but it did not: the trailing closure sets the previous values. If that \
      is correct, remove the closure.
      """,
      lines: 7
    ) {
      await store.send(.set(0)) { $0.count = 0 }
    }
  }

  // S302
  func testAClosureThatThrowsFailsAndTheTestGoesOn() async {
    struct NotFound: Error {}
    let store = Lab.store()
    await assertFailure(
      "The trailing closure threw an error, and nothing was compared: NotFound()",
      lines: 4
    ) {
      await store.send(.up) { _ in throw NotFound() }
    }
    await store.send(.up) { $0.count = 2 }
  }

  // S306
  func testStatesThatDifferButLookTheSameAreBothShown() async {
    struct Measure: Equatable, Sendable { var value = Double.nan }
    let store = TestStore(initialState: Measure()) {
      Reduce<Measure, Int> { _, _ in .none }
    }
    await assertFailure(
      """
      The state was not expected to change, but it did (- before, + after):

        Measure(
      -   value: nan
      +   value: nan
          // NaN is not equal to any value, not even to itself.
        )

      If the change is correct, make the same change in the trailing closure of this statement.
      """
    ) {
      await store.send(1)
    }
  }

  // S307
  func testActionsAreSentByTheirCases() async {
    let store = Lab.store()
    await store.send(\.up) { $0.count = 1 }
    await store.send(\.set, 5) { $0.count = 5 }
    await store.send(\.inner.rename, "a") { $0.names = ["a"] }
    await store.send(\.inner.reset) { $0 = Lab.State() }
    await store.send(\.start)
  }

  // S310, D10
  func testSendingRunsWhatCanRunAndWaitsForNothingElse() async {
    let begun = Locked(0)
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { _ in
        begun.withLock { $0 += 1 }
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        begun.withLock { $0 += 1 }
      }
    }
    let task = await store.send(.start)
    XCTAssertEqual(begun.withLock { $0 }, 1)
    await store.clock.advance(by: .seconds(1))
    await task.finish()
    XCTAssertEqual(begun.withLock { $0 }, 2)
  }

  func testWhatCameBeforeHasToBeReceivedFirst() async {
    let store = Lab.store { $0 == .start ? .merge(.send(.up), .send(.inner(.rename("a")))) : .none }
    let line: UInt = #line + 1
    await store.send(.start)
    await assertFailure(
      """
      Before Lab.Action.stop was sent, effects sent the following, but the test hasn't received it:

      - Lab.Action.up, caused by the `send` at TroupeTestingTests/SendTests.swift:\(line)
      - Lab.Action.inner(.rename("a")), caused by the `send` at TroupeTestingTests/SendTests.swift:\(line)

      Receive it before this statement, with `await store.receive(…)`, or skip it, with \
      `await store.skipReceivedActions()`.
      """,
      lines: 12
    ) {
      await store.send(.stop)
    }
    XCTAssertEqual(store.state, Lab.State(count: 1, names: ["a"]))
  }

  func testATestMayUseItsOwnVariables() async {
    var asserted = 0
    let store = Lab.store()
    await store.send(.up) {
      asserted += 1
      $0.count = asserted
    }
    XCTAssertEqual(asserted, 1)
  }

  @MainActor
  func testATestMayRunOnTheMainActor() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        await MainActor.run {}
        await send(.up)
      }
    }
    await store.send(.start)
    await store.receive(.up) { $0.count = 1 }
    await store.finish()
  }

  func testTwoTestStoresDoNotDisturbEachOther() async {
    func answering(_ store: TestStoreOf<Lab>) async {}
    let effect: @Sendable (Lab.Action) -> Effect<Lab.Action> = { action in
      guard action == .start else { return .none }
      return .run { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        await send(.up)
      }
      .cancellable(id: "same")
    }
    let (one, other) = (Lab.store(effect: effect), Lab.store(effect: effect))
    await one.send(.start)
    await other.send(.start)
    await one.clock.advance(by: .seconds(1))
    await one.receive(.up) { $0.count = 1 }
    await one.finish()
    XCTAssertEqual(other.runningEffects.count, 1)
    await other.clock.advance(by: .seconds(1))
    await other.receive(.up) { $0.count = 1 }
    await other.finish()
  }

  // S352
  func testAssertingTheStateAsItIs() async {
    let store = Lab.store()
    await store.send(.up) { $0.count = 1 }
    store.assert { $0.count = 1 }
    store.assert { _ in }
    await assertFailure(
      """
      The state isn't as expected (- expected, + found):

        Lab.State(
      -   count: 2,
      +   count: 1,
          … (2 unchanged)
        )
      """,
      lines: 12
    ) {
      store.assert { $0.count = 2 }
    }
  }
}
