import Troupe
import TroupeTesting
import XCTest

final class FinishTests: XCTestCase {
  /// A store whose first action starts an effect that never ends by itself.
  private func endless() -> TestStoreOf<Lab> {
    Lab.store { action in
      switch action {
      case .start:
        .run(name: "endless") { _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1_000_000))
        }
        .cancellable(id: "endless")
      case .stop: .cancel(id: "endless")
      case .set: .send(.start)
      default: .none
      }
    }
  }

  private let stillRunning = """
    This effect was still running when the test ended:

    - "endless" at TroupeTestingTests/FinishTests.swift:11, started by Lab.Action.start, cancellable by endless: it \
    is sleeping until 1000000.0 seconds, and the test's clock is at 0.0 seconds

    If the effect ends by itself, advance the clock, with `await store.clock.advance(by:)`.
    If the effect never ends by itself, end it as the feature does, with an action that cancels it. Or skip it, with \
    `await store.skipInFlightEffects()`. To ignore such effects, set `store.exhaustivity.effects = false`.
    """

  // S322
  func testActionsThatWereNotReceivedFailWhenTheStoreIsReleased() async {
    var line: UInt = 0
    let found = await failures {
      line = #line + 1
      let store = Lab.store { $0 == .start ? .merge(.send(.up), .send(.say("a"))) : .none }
      await store.send(.start)
    }
    XCTAssertEqual(
      found.map(\.message),
      [
        """
        Effects sent the following, but the test ended without receiving it:

        - Lab.Action.up, caused by the `send` at TroupeTestingTests/FinishTests.swift:\(line + 1)
        - Lab.Action.say("a"), caused by the `send` at TroupeTestingTests/FinishTests.swift:\(line + 1)

        Receive it, with `await store.receive(…)`, or skip it, with `await store.skipReceivedActions()`. To ignore \
        such actions, set `store.exhaustivity.actions = false`.
        """
      ]
    )
    XCTAssertEqual(found.map(\.location.line), [line])
  }

  // S322
  func testActionsThatWereNotReceivedFailOnceAtFinish() async {
    var line: UInt = 0
    let found = await failures {
      let store = Lab.store { $0 == .start ? .send(.up) : .none }
      await store.send(.start)
      line = #line + 1
      await store.finish()
    }
    XCTAssertEqual(found.map(\.location.line), [line])
  }

  // S324
  func testEffectsThatStillRunFailAtTheStatementThatStartedThem() async {
    var line: UInt = 0
    let found = await failures {
      let store = endless()
      await store.send(.up) { $0.count = 1 }
      line = #line + 1
      await store.send(.start)
      await store.send(.up) { $0.count = 2 }
    }
    XCTAssertEqual(found.map(\.message), [stillRunning])
    XCTAssertEqual(found.map(\.location.line), [line])
  }

  // S324
  func testEffectsOfReceivedActionsFailAtTheStatementThatReceivedThem() async {
    var line: UInt = 0
    let found = await failures {
      let store = endless()
      await store.send(.set(0))
      line = #line + 1
      await store.receive(.start)
      await store.send(.up) { $0.count = 1 }
      await store.finish()
    }
    XCTAssertEqual(found.map(\.message), [stillRunning])
    XCTAssertEqual(found.map(\.location.line), [line])
  }

  // S728
  func testAnEffectThatEndsWithAShutdownCountsAsAnyOther() async {
    let found = await failures {
      let store = Lab.store { action in
        guard action == .start else { return .none }
        return .run(name: "endless") { _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1_000_000))
        }
        .onShutdown(.cancel)
      }
      await store.send(.start)
      await store.finish()
    }
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found.first?.message.contains("endless") == true, "\(found)")
  }

  func testEffectsThatAnActionCancelsAreOver() async {
    let store = endless()
    await store.send(.start)
    XCTAssertEqual(store.runningEffects.map(\.name), ["endless"])
    await store.send(.stop)
    XCTAssertTrue(store.runningEffects.isEmpty)
    await store.finish()
  }

  func testWhatComesAfterFinishIsCheckedAgain() async {
    let found = await failures {
      let store = endless()
      await store.finish()
      await store.send(.start)
    }
    XCTAssertEqual(found.map(\.message), [stillRunning])
  }

  // S326
  func testATaskThatHasNotEndedFailsWithItsOwnEffectsOnly() async {
    let store = Lab.store { action in
      guard case .set(let seconds) = action else { return .none }
      return .run(name: "sleep \(seconds)") { _ in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(seconds))
      }
    }
    await store.send(.set(1)) { $0.count = 1 }
    let task = await store.send(.set(2)) { $0.count = 2 }
    await assertFailure(
      """
      The effects of this action have not ended. Still running:

      - "sleep 2" at TroupeTestingTests/FinishTests.swift:\(#line - 11), started by Lab.Action.set(2): it is sleeping until \
      2.0 seconds, and the test's clock is at 0.0 seconds

      Advance the clock before this statement, with `await store.clock.advance(by:)`.
      """,
      lines: 11
    ) {
      await task.finish()
    }
    await store.clock.run()
    await task.finish()
    await store.finish()
  }

  func testATaskWhoseEffectsEndByThemselvesIsNotCancelled() async {
    let store = Lab.store { action in action == .start ? .run { send in await send(.up) } : .none }
    let task = await store.send(.start)
    await task.finish()
    XCTAssertFalse(task.isCancelled)
    await store.receive(.up) { $0.count = 1 }
    let nothing = await store.send(.up) { $0.count = 2 }
    XCTAssertTrue(nothing.isCancelled)
    await store.finish()
  }

  // S327
  func testCancellingATaskEndsItsEffects() async {
    let hasEnded = Locked(false)
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        defer { hasEnded.withLock { $0 = true } }
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        await send(.up)
      }
    }
    let task = await store.send(.start)
    XCTAssertFalse(task.isCancelled)
    await task.cancel()
    XCTAssertTrue(hasEnded.withLock { $0 })
    XCTAssertTrue(task.isCancelled)
    await store.clock.run()
    await store.finish()
  }

  // S328
  func testSkippingReceivedActions() async {
    let store = Lab.store { $0 == .start ? .merge(.send(.up), .send(.up)) : .none }
    await store.send(.start)
    await store.skipReceivedActions()
    XCTAssertEqual(store.state.count, 2)
    await assertFailure(
      "There was nothing to skip: effects have sent no actions that the test hasn't received. Remove this statement, or pass `strict: false`.",
      lines: 4
    ) {
      await store.skipReceivedActions()
    }
    await store.skipReceivedActions(strict: false)
    await store.send(.up) { $0.count = 3 }
    await store.finish()
  }

  // S331
  func testSkippingEffectsWhereNoneRunFails() async {
    let store = Lab.store()
    await assertFailure(
      "There was nothing to skip: no effects are running. Remove this statement, or pass `strict: false`.",
      lines: 4
    ) {
      await store.skipInFlightEffects()
    }
    await store.skipInFlightEffects(strict: false)
  }

  // S332
  func testSkippedEffectsGoOn() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        await send(.up)
        try await clock.sleep(for: .seconds(1))
      }
    }
    await store.send(.start)
    await store.skipInFlightEffects()
    XCTAssertEqual(store.runningEffects.count, 1)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.up) { $0.count = 1 }
    await store.finish()
  }

  func testEffectsEndWithTheirStore() async {
    let hasEnded = Locked(0)
    for isFinished in [false, true] {
      let store = Lab.store { action in
        guard action == .start else { return .none }
        return .run { _ in
          defer { hasEnded.withLock { $0 += 1 } }
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
        }
      }
      store.exhaustivity.effects = false
      await store.send(.start)
      if isFinished { await store.finish() }
    }
    XCTAssertEqual(hasEnded.withLock { $0 }, 2)
  }
}
