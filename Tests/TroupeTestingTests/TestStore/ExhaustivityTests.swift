import Troupe
import TroupeTesting
import XCTest

final class ExhaustivityTests: XCTestCase {
  /// A store whose first action starts an effect. The effect sends an action that changes much, and one that
  /// changes more.
  private func store(_ exhaustivity: Exhaustivity, _ printed: Printed = Printed()) -> TestStoreOf<Lab> {
    let store = Lab.store { action in
      switch action {
      case .start: .merge(.send(.set(42)), .send(.say("a")))
      case .set(42): .send(.inner(.rename("b")))
      default: .none
      }
    }
    store.exhaustivity = exhaustivity
    store.printer = { text in printed.lines.withLock { $0.append(text) } }
    return store
  }

  private final class Printed: Sendable {
    let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }
  }

  // S335, S342, S348
  func testOnlyWhatIsMentionedIsLookedAt() async {
    for exhaustivity in [Exhaustivity.off, .off(showSkippedAssertions: true)] {
      let store = store(exhaustivity)
      await store.send(.up)
      await store.send(.up)
      XCTAssertEqual(store.state.count, 2)
      await store.send(.up) { $0.count = 3 }
      await store.send(.start)
      await store.receive(.set(42)) { $0.count = 42 }
      await store.receive(\.inner.rename) { $0.names = ["b"] }
      XCTAssertEqual(store.state, Lab.State(count: 42, text: "a", names: ["b"]))
    }
  }

  // S336, S351
  func testWhatIsPassedOverIsPrintedOnDemand() async {
    let printed = Printed()
    let store = store(.off(showSkippedAssertions: true), printed)
    let line = #line + 1
    await store.send(.up)
    await store.send(.start)
    await store.receive(\.inner) { _ in }
    XCTAssertEqual(
      printed.all,
      [
        """
        TroupeTestingTests/ExhaustivityTests.swift:\(line): Changes of the state that were not asserted (- before, + \
        after):

          Lab.State(
        -   count: 0,
        +   count: 1,
            … (2 unchanged)
          )
        """,
        """
        TroupeTestingTests/ExhaustivityTests.swift:\(line + 2): Received, but not asserted:

        - Lab.Action.set(42), caused by the `send` at TroupeTestingTests/ExhaustivityTests.swift:\(line + 1)
        - Lab.Action.say("a"), caused by the `send` at TroupeTestingTests/ExhaustivityTests.swift:\(line + 1)
        """,
        """
        TroupeTestingTests/ExhaustivityTests.swift:\(line + 2): Changes of the state that were not asserted (- before, + \
        after):

          Lab.State(
            … (2 unchanged)
            names: [
        +     [0]: "b"
            ]
          )
        """,
      ]
    )
  }

  // S309
  func testAClosureThatCannotDoWithTheStateBeforeFailsNothing() async {
    struct TooFew: Error {}
    let store = store(.off(showSkippedAssertions: true))
    await store.send(.inner(.rename("a"))) {
      guard !$0.names.isEmpty else { throw TooFew() }
      $0.names[0] = "a"
    }
  }

  // S337, S343
  func testAWrongAssertionFailsWithWhatIsWrongAlone() async {
    for exhaustivity in [Exhaustivity.off, .off(showSkippedAssertions: true)] {
      let store = store(exhaustivity)
      await store.send(.start)
      await assertFailure(
        """
        The state isn't as expected (- expected, + found):

          Lab.State(
            … (2 unchanged)
            names: [
        -     [0]: "c"
        +     [0]: "b"
            ]
          )
        """,
        lines: 14
      ) {
        await store.receive(\.inner.rename) { $0.names = ["c"] }
      }
    }
  }

  // S339, S340
  func testWhatIsPendingIsPassedOverByTheNextStatement() async {
    let store = store(.off)
    await store.send(.start)
    XCTAssertEqual(store.state.count, 0)
    await store.send(.up) { $0.count = 43 }
    XCTAssertEqual(store.state, Lab.State(count: 43, text: "a", names: ["b"]))
  }

  // S344
  func testAnActionThatIsNotAmongThoseThatCameLeavesThemThere() async {
    let store = store(.off)
    let line = #line + 1
    await store.send(.start)
    await assertFailure(
      """
      Expected to receive an action of the case \\.inner.reset, but received only this:

      - Lab.Action.set(42), caused by the `send` at TroupeTestingTests/ExhaustivityTests.swift:\(line)
      - Lab.Action.say("a"), caused by the `send` at TroupeTestingTests/ExhaustivityTests.swift:\(line)
      - Lab.Action.inner(.rename("b")), caused by the `send` at TroupeTestingTests/ExhaustivityTests.swift:\(line)

      No running effect could send it. Check whether the reducer returned the effect that should send it, and \
      whether that effect was cancelled.
      """,
      lines: 13
    ) {
      await store.receive(\.inner.reset)
    }
    await store.receive(.set(42)) { $0.count = 42 }
  }

  // S347
  func testTheEndOfATestThatIsNotExhaustiveFailsNothing() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        await send(.up)
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
      }
    }
    store.exhaustivity = .off
    await store.send(.start)
    await store.finish()
  }

  // S349
  func testSkippingWorksInAllModes() async {
    let printed = Printed()
    let store = store(.off(showSkippedAssertions: true), printed)
    await store.send(.start)
    await store.skipReceivedActions()
    XCTAssertEqual(store.state.count, 42)
    XCTAssertEqual(printed.all.count, 1)
  }

  // S352
  func testAssertingTheStateLooksAtWhatHasCome() async {
    let store = store(.off)
    await store.send(.start)
    store.assert { $0.count = 42 }
    XCTAssertEqual(store.state.names, ["b"])
  }

  // S353
  func testOneOfSeveralConcurrentActionsIsReceived() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        await withTaskGroup { group in
          group.addTask { await send(.set(7)) }
          group.addTask { await send(.say("b")) }
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.start)
    await store.clock.advance(by: .seconds(1))
    await store.receive(\.say) { $0.text = "b" }
    XCTAssertEqual(store.state.text, "b")
  }

  func testEachAxisByItself() async {
    let states = store(Exhaustivity(state: true, actions: false, effects: false))
    await states.send(.start)
    let found = await failures { await states.receive(\.inner.rename) }
    XCTAssertEqual(found.count, 1, "the change is to be asserted")

    let actions = store(Exhaustivity(state: false, actions: true, effects: false))
    await actions.send(.start)
    await actions.receive(.set(42))
    let others = await failures { await actions.finish() }
    XCTAssertEqual(others.count, 1, "the actions are to be received")

    let running = Lab.store { $0 == .start ? .run { _ in try await Task.never() } : .none }
    running.exhaustivity = Exhaustivity(state: false, actions: false, effects: true)
    running.realTimeLimit = .zero
    await running.send(.start)
    let effects = await failures { await running.finish() }
    XCTAssertEqual(effects.count, 1, "the effects are to end")
  }

  // S355
  func testExhaustivityForSomeStatements() async {
    struct Failure: Error {}
    let store = store(.on)
    await store.withExhaustivity(.off) {
      await store.send(.up)
    }
    XCTAssertEqual(store.exhaustivity, .on)
    do {
      try await store.withExhaustivity(.off) {
        await store.send(.up)
        throw Failure()
      }
    } catch {
      XCTAssertEqual(store.exhaustivity, .on)
    }
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled.
  fileprivate static func never() async throws {
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
    try Task.checkCancellation()
  }
}
