import Troupe
import TroupeTesting
import XCTest

#if canImport(Dispatch)
  import Dispatch
#endif

/// Work that waits for something outside the scheduler. Here, and only here, real time passes.
final class OutsideTests: XCTestCase {
  func testAThreadThatAnswersIsWaitedFor() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in await send(.set(await outside { 7 })) }
    }
    store.realTimeLimit = .seconds(60)
    await store.send(.start)
    await store.receive(.set(7)) { $0.count = 7 }
    await store.finish()
  }

  // S823
  func testAStatementCanHaveALimitOfItsOwn() async {
    func store() -> TestStoreOf<Lab> {
      Lab.store { action in
        guard action == .start else { return .none }
        return .run { send in await send(.set(await Task.detached { 7 }.value)) }
      }
    }
    let receiving = store()
    receiving.timeout = .zero
    XCTAssertEqual(receiving.realTimeLimit, .zero)
    await receiving.send(.start)
    await receiving.receive(.set(7), timeout: .seconds(60)) { $0.count = 7 }
    await receiving.finish()

    let receivingCase = store()
    receivingCase.timeout = .zero
    await receivingCase.send(.start)
    await receivingCase.receive(\.set, timeout: .seconds(60)) { $0.count = 7 }

    let receivingPayload = store()
    receivingPayload.timeout = .zero
    await receivingPayload.send(.start)
    await receivingPayload.receive(\.set, 7, timeout: .seconds(60)) { $0.count = 7 }

    let finishing = store()
    finishing.timeout = .zero
    finishing.exhaustivity.actions = false
    await finishing.send(.start)
    await finishing.finish(timeout: .seconds(60))
    finishing.assert { $0.count = 7 }

    let handle = store()
    handle.timeout = .zero
    let task = await handle.send(.start)
    await task.finish(timeout: .seconds(60))
    await handle.receive(.set(7)) { $0.count = 7 }
  }

  // S823
  func testALimitOfAStatementIsNamedInItsFailure() async {
    let outside = Locked<Task<Void?, Never>?>(nil)
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        let task = Task.detached { try? await waitForCancellation() }
        outside.withLock { $0 = task }
        await send(.set(await task.value == nil ? 1 : 2))
      }
    }
    store.realTimeLimit = .seconds(60)
    await store.send(.start)
    let found = await failures { await store.receive(\.set, timeout: .zero) }
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found[0].message.contains("waited 0.0 seconds"), found[0].message)
    store.exhaustivity = .off
    outside.withLock { $0 }?.cancel()
    await store.finish()
  }

  #if canImport(Dispatch)
    func testACallbackOfAQueueIsWaitedFor() async {
      let store = Lab.store { action in
        guard action == .start else { return .none }
        return .run { send in
          await withCheckedContinuation { continuation in
            DispatchQueue(label: "outside").async { continuation.resume() }
          }
          await send(.up)
        }
      }
      store.realTimeLimit = .seconds(60)
      let task = await store.send(.start)
      await task.finish()
      await store.receive(.up) { $0.count = 1 }
    }
  #endif

  func testWhatIsOutsideIsWaitedForBesideATimeoutOnTheClock() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      @Dependency(\.continuousClock) var clock
      return .run { send in await send(.set(await outside { 7 })) }
        .timeout(after: .seconds(5), clock: clock, sending: .stop)
    }
    store.realTimeLimit = .seconds(60)
    await store.send(.start)
    await store.receive(.set(7)) { $0.count = 7 }
    await store.finish()
  }

  func testASleepOnAnotherClockIsNoWaitForWhatIsOutside() async {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let store = TestStore(initialState: Lab.State(), scheduler: scheduler) {
      Lab { action in
        guard action == .start else { return .none }
        return .run { send in
          try await clock.sleep(for: .seconds(5))
          await send(.up)
        }
      }
    }
    // It doesn't wait for anything, or this would take forever.
    store.realTimeLimit = .seconds(3_600)
    await store.send(.start)
    let effect = """
      - the effect at TroupeTestingTests/OutsideTests.swift:\(#line - 10), started by Lab.Action.start: it is sleeping until \
      5.0 seconds on a separate clock, whose time is 0.0 seconds
      """
    await assertFailure(
      """
      Expected to receive Lab.Action.up, but received nothing. Still running:

      \(effect)

      A separate clock is a `TestClock` other than `store.clock`. Advance that clock before this statement, \
      with its `advance(by:)`, or use the test's clock in the feature: it is `@Dependency(\\.continuousClock)`.
      """
    ) {
      await store.receive(.up)
    }
    await assertFailure(
      """
      This effect was still running when the test ended:

      \(effect)

      If the effect ends by itself, advance the clock on which it is sleeping, with `advance(by:)`.
      If the effect never ends by itself, end it as the feature does, with an action that cancels it. Or skip it, with \
      `await store.skipInFlightEffects()`. To ignore such effects, set `store.exhaustivity.effects = false`.
      """
    ) {
      await store.finish()
    }
    await clock.advance(by: .seconds(5))
    await store.receive(.up) { $0.count = 1 }
    await store.finish()
  }

  func testASleepInAnotherStoreIsNotTakenForOneOfThisStore() async {
    let scheduler = Scheduler()
    let other = TestStore(initialState: Lab.State(), scheduler: scheduler) {
      Lab { action in
        guard action == .start else { return .none }
        return .run { _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(5))
        }
      }
    }
    let store = TestStore(initialState: Lab.State(), scheduler: scheduler) {
      Lab { action in
        guard action == .start else { return .none }
        return .run { send in await send(.set(await outside { 7 })) }
      }
    }
    store.realTimeLimit = .seconds(60)
    // The effects of both have the same number.
    await other.send(.start)
    await store.send(.start)
    await store.receive(.set(7)) { $0.count = 7 }
    await store.finish()
    await other.clock.run()
    await other.finish()
  }

  func testMergedEffectsAreToldApartWhenOneSleepsAndTheOtherWaitsOutside() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      @Dependency(\.continuousClock) var clock
      return .merge(
        .run { [clock] _ in try await clock.sleep(for: .seconds(5)) },
        .run { send in await send(.set(await outside { 7 })) }
      )
    }
    store.realTimeLimit = .seconds(60)
    await store.send(.start)
    await store.receive(.set(7)) { $0.count = 7 }
    await store.clock.run()
    await store.finish()
  }

  func testFinishWaitsForWhatIsOutside() async {
    let hasEnded = Locked(false)
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { _ in
        await outside {}
        hasEnded.withLock { $0 = true }
      }
    }
    store.realTimeLimit = .seconds(60)
    await store.send(.start)
    await store.finish()
    XCTAssertTrue(hasEnded.withLock { $0 })
  }

  // S318, S326, S346, D10
  func testWhatNeverAnswersIsGivenUpAfterTheLimit() async {
    let gate = Gate()
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { _ in await gate.wait() }
    }
    store.realTimeLimit = .milliseconds(10)
    let task = await store.send(.start)
    let found = await failures {
      await store.receive(.up)
      await task.finish()
      await store.finish()
    }
    let effect = """
      - the effect at TroupeTestingTests/OutsideTests.swift:\(#line - 10), started by Lab.Action.start: it \
      is waiting for work outside the test
      """
    let advice = """
      The test waited 0.01 seconds for work outside the test. Override the dependency that waits for that work, so that it \
      answers immediately, or raise `store.realTimeLimit`.
      """
    XCTAssertEqual(
      found.map(\.message),
      [
        "Expected to receive Lab.Action.up, but received nothing. Still running:\n\n\(effect)\n\n\(advice)",
        "The effects of this action have not ended. Still running:\n\n\(effect)\n\n\(advice)",
        """
        This effect was still running when the test ended:

        \(effect)

        If the effect ends by itself, override the dependency that it waits for, so that it answers immediately.
        If the effect never ends by itself, end it as the feature does, with an action that cancels it. Or skip it, with \
        `await store.skipInFlightEffects()`. To ignore such effects, set `store.exhaustivity.effects = false`.
        """,
      ]
    )
    gate.open()
  }

  func testWhatStirsAgainAndAgainIsGivenUpAfterOneLimit() async {
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { _ in while !Task.isCancelled { await outside {} } }
    }
    store.realTimeLimit = .milliseconds(10)
    await store.send(.start)
    let found = await failures { await store.finish() }
    XCTAssertEqual(found.count, 1)
  }

  // S332
  func testASkippedEffectIsStillWaitedForWhereItsActionIsExpected() async {
    let gate = Gate()
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { send in
        await gate.wait()
        await outside {}
        await send(.up)
      }
    }
    store.realTimeLimit = .seconds(60)
    await store.send(.start)
    await store.skipInFlightEffects()
    gate.open()
    await store.receive(.up) { $0.count = 1 }
    await store.finish()
  }

  func testNothingIsWaitedForWithALimitOfZero() async {
    let gate = Gate()
    let store = Lab.store { action in
      guard action == .start else { return .none }
      return .run { _ in await gate.wait() }
    }
    store.realTimeLimit = .zero
    await store.send(.start)
    let found = await failures { await store.receive(.up) }
    XCTAssertEqual(found.count, 1)
    await store.skipInFlightEffects()
    gate.open()
  }
}
